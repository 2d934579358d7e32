"""Records, published tables and the pages made of them.

Records live in `records/`, what papers published in `published/`, the templates of the
pages in `templates/`. Start at `build.build`; what they tell is gathered by
`findings.survey.survey`.
"""

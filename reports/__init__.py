"""Records, published tables and the pages made of them.

Records live in `records/`, what papers published in `published/`, the templates of the
pages in `templates/`. Start at `build.build_report_pages`; what they tell is gathered
by `findings.survey.read_survey`.
"""

"""Every variant over people's tables, in DuckDB or Spark: start at
`engine.evaluate_ranking_variants`.

The reference stays the only definition. What a choice does to a rank, a grade or a
user's counts is a small table, made by calling the reference's own function
(`lookups`); what is structural, such as which items an ideal ranking holds, is an
expression in the family's file (`rankings/`), by the choice's name.
"""

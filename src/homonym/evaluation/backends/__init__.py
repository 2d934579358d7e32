"""Where tables are kept and computed: DuckDB, or Apache Spark.

Start at `homonym.evaluation.backends.backend`.
"""

"""Where tables are kept and computed: DuckDB in this process, or Apache Spark."""

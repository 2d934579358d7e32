"""RePlay: in pandas and polars, on Spark, in PyTorch."""

"""RePlay: in pandas and polars, on Spark, in PyTorch: start at `ranking`."""

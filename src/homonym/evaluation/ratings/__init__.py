"""Predicted ratings over tables, a file a family: start at
`families.evaluate_rating_variants`."""

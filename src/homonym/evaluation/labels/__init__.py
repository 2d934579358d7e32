"""Labels with chances over tables, a file a family: start at
`families.evaluate_label_variants`."""

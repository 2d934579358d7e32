"""Everything that lists of a run show, over tables: start at
`families.evaluate_run_variants`."""

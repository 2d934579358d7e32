"""Everything that lists of a run show, over tables: start at `families.values`."""

"""Definitions that look at the aspects of items, over people's tables: start at
`families.compute_aspect_parts`."""

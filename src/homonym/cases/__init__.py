"""What homonym knows of each type of case beside its formulas: start at `kinds`."""

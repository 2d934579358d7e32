"""The report for machines, papers and a README: start at `exports`."""

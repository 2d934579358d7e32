"""What was found out about libraries, kept as data: start at `store`."""

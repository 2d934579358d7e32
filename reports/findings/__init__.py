"""What the records say, gathered for the pages: start at `survey`."""

"""The paper's tables and claims, held against the records: start at `tables`."""

"""What a relevant item is ranked against, and what that does to a metric: start at
`protocol`."""

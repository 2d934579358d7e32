"""What each command takes, handed to the module of `cli` that does it: start at
`tables`."""

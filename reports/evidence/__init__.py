"""What a verdict rests on, as pages show it: start at `witness` and
`find_verdict_proof`."""

"""What adapters of several libraries share. Nothing here is an adapter."""

"""Small libraries that lie in known ways."""

"""The pages, one module each: start at `render`."""

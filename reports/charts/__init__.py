"""Pictures inside pages, as SVG: start at `svg`."""

"""Looks at a stream queue by reading commands alone: figures, pages, and what is found in them."""

"""Spider at the table."""

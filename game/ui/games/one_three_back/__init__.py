"""1-3 Back at the table."""

"""Pages over the table: rules, settings."""

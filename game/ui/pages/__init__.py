"""Pages over the table: rules, settings, about the program, what went wrong."""

"""Pages over the table: rules, settings, about the program, the log of crashes."""

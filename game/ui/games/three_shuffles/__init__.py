"""Three Shuffles and a Draw at the table."""

"""Forms that open and save, and the lists of games that can be opened."""

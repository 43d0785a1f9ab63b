"""A game in progress: the game, its record, its clock. Knows the rules; no files, no screens."""

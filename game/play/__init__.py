"""A game in progress: the game, its record, its clock."""

"""The tests: a mirror of `game`, and beside it the laws that hold for every game."""

"""Exact search, hints and sampled difficulty of Klondike, the game that Rush plays.

Everything below `solve` and `hint` works on integers (see `state`), compiled where possible.
"""

"""Screens of tournaments, from a new one to its podium."""

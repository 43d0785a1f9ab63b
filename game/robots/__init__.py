"""Robots: players of Rush that see what a player sees, at a human pace.

A robot plans from an `Observation`, which does not tell where unseen cards lie; `robot` makes it play a deal
as a `Game`, recorded like a person's.
"""

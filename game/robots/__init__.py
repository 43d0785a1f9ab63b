"""Robots: players of Rush that see what a player sees, at a human pace.

A robot plans from an `Observation`, in which no unseen card exists; `robot` lets it play a deal as a `Game`,
so that what it did is a record like a person's.
"""

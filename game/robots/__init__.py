"""Robots: players that see what a player sees: of Rush at a human pace, of any game by its hints.

A robot of Rush plans from a `View`, in which no unseen card exists; `playing` lets it play a deal as a
`Game`, so that what it did is a record like a person's. `by_hints` plays any game as its hints advise,
which tells what they are worth. Knows solvers and tournaments; must not
know the window or files.
"""

"""A game in play: game, clock, journal, statistics, best results and the deal of the day, kept in step.

Whatever an action changes is on disk before it is drawn.
"""

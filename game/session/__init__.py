"""A game in play: keeps game, clock, journal, statistics, bests and daily deal in step.

Game, clock, journal, statistics, best results and the deal of the day. Whatever an action changes is on
disk before anything of it is drawn.
"""

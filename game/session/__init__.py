"""A game in play: what belongs together while somebody plays is kept in step here.

Game, clock, journal, statistics, best results and the deal of the day. Whatever an action changes is on
disk before anything of it is drawn.
"""

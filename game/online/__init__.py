"""Rounds over a network, as both ends know them: messages, prediction, check of a round.

Only `client` uses sockets, by the library `websockets`, which it loads when it connects.
"""

"""Rounds over a network, as both ends know them: messages, prediction, check of a round.

Knows the rules, records and tournaments; must not know databases, nor which end it runs on. Only
`client` knows sockets, by the library `websockets`, which it loads when it connects.
"""

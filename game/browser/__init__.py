"""A game as a browser's page is told it: a page knows no rules, only the table and what may be done with it.

It must not know who carries the messages, nor what only a server has installed.
"""

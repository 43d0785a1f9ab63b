"""Pages for browsers: tournaments, standings, results, replays and help.

Knows HTTP, templates and what everybody may ask of the service; must not know keys nor the database.
"""

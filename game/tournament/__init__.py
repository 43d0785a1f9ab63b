"""Tournaments: rounds of the same deals for everybody, proved results, standings, and their files.

Knows the rules and records; must not know files on disk, screens, or what time it is: texts
are handed in and out, and moments are arguments.
"""

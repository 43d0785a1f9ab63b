"""Tournaments: rounds of the same deals for everybody, proved results, standings, and their files."""

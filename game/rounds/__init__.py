"""Rounds of a tournament before their referee, on this machine or at a table server."""

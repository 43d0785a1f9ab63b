"""Rounds of a tournament: who keeps, times and judges them, at this machine or at a table server."""

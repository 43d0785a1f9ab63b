"""Tests of tournaments: players, rounds, files, standings, the clock on the wall."""

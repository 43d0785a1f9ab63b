"""Tests of a game in progress: its order of time, its record, its clock."""

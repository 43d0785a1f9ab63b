"""Tests of rounds: the ruling, and both forms of the referee."""

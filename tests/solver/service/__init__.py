"""Tests of the solver's process, its client and its messages."""

"""Tests of the search and hints of 1-3 Back."""

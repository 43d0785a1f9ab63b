"""Tests of the search and hints of Three Shuffles and a Draw."""

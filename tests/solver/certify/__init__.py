"""Tests of verdicts on many deals, and of the catalogue."""

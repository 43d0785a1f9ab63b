"""Tests of the rules, on small positions written as text."""

"""Tests of the solvers, and of what is certified with them."""

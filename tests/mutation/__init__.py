"""Damages every kind of file that the program reads: `tests/test_mutation.py` has them read."""

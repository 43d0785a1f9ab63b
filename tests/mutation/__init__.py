"""Damages every kind of file that the program reads: `python -m tests.mutation --count 100000`."""

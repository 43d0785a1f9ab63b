"""A monkey at the keyboard and the pointer: `python -m tests.monkey --events 1000000 --seed 1`."""

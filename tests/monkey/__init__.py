"""A monkey at the keyboard and the pointer, in a window in memory: `tests/test_monkey.py` sets it there."""

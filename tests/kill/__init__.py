"""Kills the program at any moment and looks what a fresh one knows: `python -m tests.kill --count 1000`."""

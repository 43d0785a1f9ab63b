"""Kills the program at any moment and looks what a fresh one knows: `tests/test_kill.py` has it done."""

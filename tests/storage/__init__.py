"""Tests of what is on disk: that nothing is lost, and that no file can stop the program."""

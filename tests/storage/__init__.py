"""Tests of files: nothing is lost, and no file can stop the program."""

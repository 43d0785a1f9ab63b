"""Tests of the searches of Klondike, and of hints at Rush."""

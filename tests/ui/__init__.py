"""Tests of the window, without a screen: geometry and motion, and a player at the table."""

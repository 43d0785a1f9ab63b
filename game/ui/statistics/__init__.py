"""Screens with figures and charts of the games played."""

"""Solitaire Rush at the table."""

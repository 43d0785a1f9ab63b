"""Draws and synthesises the contents of `assets`: cards, backs, fonts, icons, sounds (assets/CREDITS.md)."""

from pathlib import Path

ASSETS = Path(__file__).parents[2] / "assets"

"""Draws and synthesises what lies in `assets`: cards, backs, fonts, icons, sounds (assets/CREDITS.md)."""

from pathlib import Path

ASSETS = Path(__file__).parents[2] / "assets"

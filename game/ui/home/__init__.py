"""The home screen and what is begun from it."""

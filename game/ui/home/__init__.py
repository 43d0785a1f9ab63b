"""The home screen and the screens that start games."""

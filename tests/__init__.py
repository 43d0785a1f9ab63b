"""The tests: a mirror of `game`, and beside it the laws that hold for every game."""

import os

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")  # unless asked for

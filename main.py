"""Starts Patience Arcade; everything else is in the package `game`."""

import sys

if __name__ == "__main__":
    from game.cli import main

    sys.exit(main())

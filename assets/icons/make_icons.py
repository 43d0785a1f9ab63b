"""Draws icon.svg in the sizes that windows and desktops ask for.

python make_icons.py
"""

import argparse
from pathlib import Path

import pygame

FILE_SIZES = {"icon.png": 256, "icon_64.png": 64, "icon_32.png": 32}
OVERSAMPLING = 4


def main() -> None:
    """Runs the program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).parent, help="folder of the results (default: here)"
    )
    arguments = parser.parse_args()
    drawing = Path(__file__).with_name("icon.svg")
    for name, size in FILE_SIZES.items():
        large = pygame.image.load_sized_svg(drawing, (size * OVERSAMPLING, size * OVERSAMPLING))
        pygame.image.save(pygame.transform.smoothscale(large, (size, size)), arguments.out / name)


if __name__ == "__main__":
    main()

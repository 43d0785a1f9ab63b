"""Draws icon.svg in the sizes that windows and desktops ask for.

python -m tools.artwork.icons --desktop packaging/share/icons/hicolor --site packaging/site
"""

import argparse
import shutil
from pathlib import Path

import pygame

from tools.artwork import ASSETS

ICONS = ASSETS / "icons"
DRAWING = ICONS / "icon.svg"
FILE_SIZES = {"icon.png": 256, "icon_64.png": 64, "icon_32.png": 32}
DESKTOP_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
"""Of the theme hicolor; the bundles of Windows and macOS take theirs from the largest."""
DESKTOP_NAME = "io.github.patience_arcade.PatienceArcade"
OVERSAMPLING = 4


def main() -> None:
    """Runs the program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=ICONS, help="folder of the results")
    parser.add_argument(
        "--desktop", type=Path, help="folder of a theme for those of desktops (default: none)"
    )
    parser.add_argument("--site", type=Path, help="folder for the icon that phones cut to a shape")
    arguments = parser.parse_args()
    for name, size in FILE_SIZES.items():
        pygame.image.save(drawn(size), arguments.out / name)
    if arguments.desktop is not None:
        for size in DESKTOP_SIZES:
            pygame.image.save(drawn(size), _place(arguments.desktop / f"{size}x{size}", ".png"))
        shutil.copyfile(DRAWING, _place(arguments.desktop / "scalable", ".svg"))

    if arguments.site is not None:
        pygame.image.save(maskable(512), arguments.site / "maskable.png")


def _place(folder: Path, suffix: str) -> Path:
    """The file of the icon in one folder of a theme (https://specifications.freedesktop.org/icon-theme-spec/)."""
    (folder / "apps").mkdir(parents=True, exist_ok=True)
    return folder / "apps" / f"{DESKTOP_NAME}{suffix}"


def drawn(size_px: int) -> pygame.Surface:
    """The icon in a square of that many pixels."""
    large_px = size_px * OVERSAMPLING
    large = pygame.image.load_sized_svg(DRAWING, (large_px, large_px))
    return pygame.transform.smoothscale(large, (size_px, size_px))


def maskable(size_px: int) -> pygame.Surface:
    """The icon on cloth to the edge, small enough that no shape cuts it (https://www.w3.org/TR/appmanifest/#icon-masks)."""
    found = pygame.Surface((size_px, size_px))
    found.fill("#1d5544")
    inner_px = size_px * 7 // 10
    found.blit(drawn(inner_px), ((size_px - inner_px) // 2,) * 2)
    return found


if __name__ == "__main__":
    main()

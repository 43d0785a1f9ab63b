"""The sounds that ship in figures: `python -m tests.shipped_sounds` prints them, as docs/SOUNDS.md has them.

Knows the files and the mixer; must not know how a figure is measured.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
import pygame.mixer
import pygame.sndarray

from game.ui.window.services import GROUPS
from tools.sound_figures import Figures, Samples, figures

FOLDER = Path(__file__).resolve().parents[1] / "assets" / "sounds"
RATE_HZ = 44_100
HEADING = (
    "| group | sound | length (s) | onset (ms) | peak (dBFS) | RMS (dBFS) | loudness (dBFS, A) "
    "| centroid (Hz) | tonal (%) | ends (dBFS) |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def shipped(folder: Path = FOLDER) -> dict[str, Figures]:
    """The figures of every sound by its name, group after group."""
    pygame.mixer.quit()
    pygame.mixer.init(frequency=RATE_HZ, size=-16, channels=1, buffer=512, allowedchanges=0)
    try:
        names = [name for group in GROUPS.values() for name in group]
        return {name: figures(_samples(folder / f"{name}.ogg"), RATE_HZ) for name in names}
    finally:
        pygame.mixer.quit()


def _samples(file: Path) -> Samples:
    whole = pygame.sndarray.array(pygame.mixer.Sound(file))
    return np.asarray(whole, dtype=np.float64) / 32768


def table() -> str:
    """The figures as a table in Markdown."""
    found, lines = shipped(), [HEADING]
    for switch, names in GROUPS.items():
        group = switch.removesuffix("_sounds") + "s"
        for name in names:
            told = found[name]
            lines.append(
                f"| {group} | {name} | {told.length_s:.2f} | {told.onset_ms:.0f} | {told.peak_db:.1f} "
                f"| {told.rms_db:.1f} | {told.loudness_db:.1f} | {told.centroid_hz:.0f} "
                f"| {told.tonal_percent:.0f} | {told.ends_db:.0f} |"
            )
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())

"""The sounds in figures: equally loud within a group, short, without clicks, groups told apart."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from game.ui.window.services import GROUPS, RISING
from tests.shipped_sounds import RATE_HZ, shipped, table
from tools.sound_figures import Figures, figures

CARDS, WARNINGS, WINS = GROUPS.values()
MAX_S = dict.fromkeys(CARDS, 0.2) | dict.fromkeys(WARNINGS, 0.4) | {"shuffle": 1.0, "gong": 2.0, "win": 2.0}
SOFT = "beat"
"""It is heard twenty times in a row, beneath everything else."""


@pytest.fixture(scope="module")
def found() -> dict[str, Figures]:
    return shipped()


def test_a_group_is_equally_loud_and_the_rarer_the_louder(found):
    groups = [
        [found[name].loudness_db for name in group if name != SOFT] for group in (CARDS, WARNINGS, WINS)
    ]
    assert all(max(group) - min(group) <= 1 for group in groups)
    assert all(max(one) + 0.5 < min(other) for one, other in pairwise(groups))
    assert found[SOFT].loudness_db < min(groups[0]) - 5


def test_the_placing_sound_rises_over_an_octave(found):
    centroids = [found[name].centroid_hz for name in ("place", *RISING)]
    assert centroids[-1] > 1.6 * centroids[0]
    assert centroids == sorted(centroids)


def test_none_is_clipped_none_clicks_and_none_is_late(found):
    assert all(sound.peak_db < -6 for sound in found.values())
    assert all(sound.ends_db < -60 for sound in found.values())
    assert all(sound.onset_ms < 10 for sound in found.values())


def test_each_is_as_short_as_it_must_be(found):
    assert all(found[name].length_s <= longest_s for name, longest_s in MAX_S.items())


def test_warnings_are_told_from_cards_and_from_each_other(found):
    assert max(found[name].tonal_percent for name in CARDS) < 20
    assert min(found[name].tonal_percent for name in WARNINGS) > 40
    assert found["tick"].centroid_hz > 4 * found["refuse"].centroid_hz


def test_the_table_of_the_figures_is_true():
    written = (Path(__file__).parents[2] / "docs" / "SOUNDS.md").read_text("utf-8")
    assert table() in written


def test_what_is_measured_of_a_tone_is_known():
    t = np.arange(RATE_HZ) / RATE_HZ
    tone = figures(0.5 * np.sin(2 * np.pi * 1000 * t), RATE_HZ)
    assert tone.length_s == pytest.approx(1, abs=0.01)
    assert tone.peak_db == pytest.approx(-6.02, abs=0.01)
    assert tone.rms_db == pytest.approx(-9.03, abs=0.05)
    assert tone.loudness_db == pytest.approx(-9.03, abs=0.05)  # A-weighting leaves 1 kHz as it is
    assert tone.centroid_hz == pytest.approx(1000, abs=5)
    assert tone.tonal_percent > 95
    noise = figures(np.random.default_rng(1).standard_normal(RATE_HZ) / 10, RATE_HZ)
    assert noise.tonal_percent < 20


def test_a_click_and_a_late_beginning_are_seen():
    late = figures(np.concatenate([np.zeros(RATE_HZ // 50), np.full(RATE_HZ // 10, 0.5)]), RATE_HZ)
    assert late.onset_ms == pytest.approx(20, abs=2)
    assert late.ends_db == pytest.approx(-6.02, abs=0.01)

"""A monkey at the real window, for some seconds a game (`python -m tests.real_window.monkey` for longer)."""

import pytest

from game.rules import VARIANTS
from tests.real_window.monkey import play

pytestmark = [pytest.mark.window, pytest.mark.timeout(180)]


@pytest.mark.parametrize("game", VARIANTS)
def test_a_monkey_at_the_real_window_leaves_good_records(screen, tmp_path, monkeypatch, game):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert play(screen, tmp_path, game, f"window {game}", seconds=4) > 0

"""Sounds: short, at the player's volume, and silent without a device or a file."""

from collections.abc import Iterator
from itertools import chain

import pygame
import pygame.mixer
import pytest

from game.storage.profile import Settings
from game.ui.window.services import ASSETS, GROUPS, IDLE_CLOSE_S, Sounds

SECOND_NS = 1_000_000_000


@pytest.fixture(autouse=True)
def _mixer() -> Iterator[None]:
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def test_every_sound_is_there_and_short():
    sounds = Sounds(ASSETS / "sounds", Settings())
    for name in chain(*GROUPS.values()):
        sounds.play(name, 0)
        heard = pygame.mixer.Channel(0).get_sound()
        assert 0.01 < heard.get_length() < 3
        assert heard.get_volume() == pytest.approx(0.6, abs=0.01)
        pygame.mixer.stop()


def test_at_volume_0_the_device_is_not_even_opened():
    sounds = Sounds(ASSETS / "sounds", Settings(volume=0))
    sounds.play("pick", 0)
    assert not pygame.mixer.get_init()
    assert sounds.rest(0) is None


def test_what_is_held_is_heard_when_it_is_let_go():
    sounds = Sounds(ASSETS / "sounds", Settings())
    sounds.hold()
    sounds.play("deal", 0)
    assert not pygame.mixer.get_init()
    assert sounds.rest(0) is None
    sounds.let_go(SECOND_NS)
    assert pygame.mixer.get_busy()
    sounds.play("pick", SECOND_NS)
    assert pygame.mixer.Channel(1).get_busy()


def test_without_a_device_all_is_silent(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing-of-the-kind")
    sounds = Sounds(ASSETS / "sounds", Settings())
    for _ in range(3):
        sounds.play("pick", 0)
    assert not pygame.mixer.get_init()
    assert sounds.rest(0) is None


def test_without_its_files_all_is_silent(tmp_path):
    sounds = Sounds(tmp_path, Settings())
    sounds.play("pick", 0)
    sounds.play("place", 0)


def test_a_damaged_file_stops_nothing(tmp_path):
    (tmp_path / "pick.ogg").write_bytes(b"not a sound")
    Sounds(tmp_path, Settings()).play("pick", 0)


def test_after_some_seconds_of_silence_the_device_rests_and_wakes_again():
    sounds = Sounds(ASSETS / "sounds", Settings())
    sounds.play("pick", 0)
    assert sounds.rest(2 * SECOND_NS) == pytest.approx(IDLE_CLOSE_S - 2)
    assert pygame.mixer.get_init()
    assert sounds.rest(7 * SECOND_NS) is None
    assert not pygame.mixer.get_init()
    sounds.play("pick", 8 * SECOND_NS)
    assert pygame.mixer.get_init()


@pytest.mark.parametrize("switch", GROUPS)
def test_a_group_is_switched_for_itself(switch):
    settings = Settings()
    sounds = Sounds(ASSETS / "sounds", settings)
    setattr(settings, switch, False)
    for name in GROUPS[switch]:
        sounds.play(name, 0)
    assert not pygame.mixer.get_init()
    for other in set(GROUPS) - {switch}:
        sounds.play(GROUPS[other][0], 0)
        assert pygame.mixer.get_busy()
        pygame.mixer.stop()


def test_whoever_mutes_hears_nothing_and_what_was_heard_ends():
    settings = Settings()
    sounds = Sounds(ASSETS / "sounds", settings)
    sounds.play("win", 0)
    settings.muted = True
    sounds.hush()
    assert not pygame.mixer.get_busy()
    for name in chain(*GROUPS.values()):
        sounds.play(name, 0)
    assert not pygame.mixer.get_busy()
    settings.muted = False
    sounds.play("pick", 0)
    assert pygame.mixer.get_busy()

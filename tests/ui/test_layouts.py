"""Letter keys on keyboards of other countries, and ⌘ on a Mac."""

import pygame
import pytest

from game.ui.window.window import LETTERS, latin_key

PLACES = "qwertyuiop asdfghjkl zxcvbnm"
LAYOUTS = {
    "ru": "йцукенгшщз фывапролд ячсмить",
    "gr": ";ςερτυθιοπ ασδφγηξκλ ζχψωβνμ",
    "il": "/'קראטוןםפ שדגכעיחלך זסבהנמצ",
    "ua": "йцукенгшщз фівапролд ячсмить",
    "ara": "ضصثقفغعهخح شسيبلاتنم ئءؤرﻻىة",
    "th": "ๆไำพะ\u0e31\u0e35รนย ฟหกดเ\u0e49\u0e48าส ผปแอ\u0e34\u0e37ท",
}
LATIN = {
    "fr": "azertyuiop qsdfghjkl wxcvbn,",
    "de": "qwertzuiop asdfghjkl yxcvbnm",
    "dvorak": "',.pyfgcrl aoeuidhtn ;qjkxbm",
    "tr": "qwertyuıop asdfghjkl zxcvbnm",
}


def scancode(letter: str) -> int:
    return LETTERS[0] + ord(letter) - ord("a")


def heard_as(layout: str) -> str:
    """What the program takes the keys of a layout for, row by row."""
    at = {scancode(place): ord(key) for place, key in zip(PLACES, layout, strict=True) if place != " "}
    heard = {code: chr(latin_key(key, code, at.__getitem__)) for code, key in at.items()}
    return "".join(place if place == " " else heard[scancode(place)] for place in PLACES)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_without_latin_letters_the_place_of_a_key_decides(layout):
    assert heard_as(LAYOUTS[layout]) == PLACES


@pytest.mark.parametrize("layout", LATIN)
def test_a_latin_layout_stays_as_it_is(layout):
    assert heard_as(LATIN[layout]) == LATIN[layout]


def test_keys_outside_the_letters_stay():
    for key, code in ((pygame.K_UP, pygame.KSCAN_UP), (ord("ж"), pygame.KSCAN_SEMICOLON)):
        assert latin_key(key, code, lambda _: ord("ы")) == key
    dead = 1 << 30 | 200  # a dead key of a Latin layout has no sign
    assert latin_key(dead, scancode("e"), lambda _: ord("a")) == dead


def test_a_russian_keyboard_plays_and_so_does_command_on_a_mac(laid):
    laid.drag("t1", "t2")
    command = pygame.KMOD_LMETA
    for sign, place, held in (
        ("я", "z", pygame.KMOD_LCTRL),
        ("y", "y", command),
        ("z", "z", command),
        ("z", "z", command | pygame.KMOD_LSHIFT),
        ("в", "d", 0),
    ):
        laid.happen(pygame.KEYDOWN, key=ord(sign), mod=held, unicode=sign, scancode=scancode(place))
    assert laid.written == ["t1>t2", "undo", "redo", "undo", "redo", "stock"]

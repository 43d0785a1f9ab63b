"""Names in all alphabets: our letters, the system's, badges, and no two names that look the same."""

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.tournament.player import COLOURS, Player
from game.ui.drawing.badges import BadgePictures
from game.ui.drawing.letters import Letters, Run, SystemFonts, in_sight, letters_in
from game.ui.drawing.theme import INK, luminance
from game.ui.drawing.words import fitting
from tests.ui.screens import begin

NAMES = ["Nguyễn Thảo", "محمد علي", "שרה כהן", "देवी शर्मा", "王小明", "สมชาย", "🦊 Fox", "🐻 Fox"]
FONTS = Path(__file__).resolve().parents[2] / "assets" / "fonts"


def font_with(folder: Path, letters: str) -> Path:
    """Writes a font in which each of some letters is a box of its own width."""
    pytest.importorskip("fontTools", reason="fontTools makes the font")
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    glyphs, names = {}, [".notdef", *(f"u{ord(letter):X}" for letter in letters)]
    for place, name in enumerate(names):
        pen = TTGlyphPen(None)
        for point in ((0, 0), (0, 700), (300 + 40 * place, 700), (300 + 40 * place, 0)):
            (pen.lineTo if point != (0, 0) else pen.moveTo)(point)
        pen.closePath()
        glyphs[name] = pen.glyph()
    made = FontBuilder(1000, isTTF=True)
    made.setupGlyphOrder(names)
    made.setupCharacterMap(dict(zip(map(ord, letters), names[1:], strict=True)))
    made.setupGlyf(glyphs)
    made.setupHorizontalMetrics({name: (400 + 40 * place, 0) for place, name in enumerate(names)})
    made.setupHorizontalHeader(ascent=900, descent=-200)
    made.setupNameTable({"familyName": "Boxes", "styleName": "Regular"})
    made.setupOS2()
    made.setupPost()
    file = folder / "boxes.ttf"
    made.save(file)
    return file


def looks(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


# Our own letters -----------------------------------------------------------------------------------
@pytest.mark.parametrize("weight", ["regular", "bold"])
def test_the_fonts_have_all_of_latin_and_old_greek(weight):
    codes = {code for found in letters_in(FONTS / f"{weight}.ttf") for code in found}
    ranges = (range(0x100, 0x250), range(0x1E00, 0x1F00), range(0x1F00, 0x2000))
    wanted = {code for codes in ranges for code in codes if unicodedata.name(chr(code), "")}
    assert len(wanted - codes) <= 2, "two that Inter itself lacks"
    assert set(map(ord, "ǖǎəƏʻʼɓɗƙƴẸẹṣṅụịỌ̀ńǹḿ")) <= codes


# The system's --------------------------------------------------------------------------------------
def test_a_font_is_asked_which_letters_it_has(tmp_path):
    letters = "aعש王🦊"
    file = font_with(tmp_path, letters)
    assert {code for codes in letters_in(file) for code in codes} == set(map(ord, letters))
    whole = file.read_bytes()
    for length in range(0, len(whole), 97):
        file.write_bytes(whole[:length])
        letters_in(file)  # what is cut has no letters, and is no error
    assert letters_in(tmp_path) == []


def test_fonts_are_looked_for_once_and_not_in_the_frame(tmp_path):
    file, searches, told = font_with(tmp_path, "ש王"), list[Callable[[], None]](), list[str]()
    listed = []
    fonts = SystemFonts(lambda: told.append("found"), lambda: listed.append(1) or [file], searches.append)
    assert [fonts.file_with(letter) for letter in "ש王ท"] == [None] * 3
    assert (len(searches), listed, fonts.take_news()) == (1, [], False)
    searches[0]()
    assert (told, fonts.take_news(), fonts.take_news()) == (["found"], True, False)
    assert [fonts.file_with(letter) for letter in "ש王ท"] == [file, file, None]
    assert (len(searches), listed) == (1, [1])


def test_a_name_is_drawn_with_a_font_of_the_system_as_soon_as_there_is_one(table, tmp_path):
    table.font_files = lambda: [font_with(tmp_path, "王小明")]
    local = begin(table, Player("王小明"), Player("Anna"), played=1)
    table.context.navigation.tournament(local)
    table.frame().frame()
    letters = table.context.pictures.font("body")
    assert letters.can_draw("王小明")
    assert looks(letters.render("王小明", True, INK)) != looks(letters.render("สมช", True, INK)), "no boxes"
    assert letters.size("王小明 Anna")[0] == letters.render("王小明 Anna", True, INK).get_width()


@pytest.mark.parametrize("weight", ["regular", "bold"])
def test_words_stand_at_the_same_height_whatever_their_letters_are(weight):
    pygame.font.init()
    for pixels in range(10, 60):
        letters = Letters(pygame.font.Font(FONTS / f"{weight}.ttf", pixels), range(0x10000), pixels)
        first = pygame.Rect(0, 0, letters.size("H")[0] - 1, letters.get_height())
        stands = {
            letters.render(word, True, INK).subsurface(first).get_bounding_rect().bottom
            for word in ("H", "Hg", "HÅ", "HẪg")
        }
        assert len(stands) == 1, pixels


def test_what_is_read_from_the_right_stands_from_the_right():
    def run(text: str) -> Run:
        return Run(text, None, "", unicodedata.bidirectional(text[0]) in ("R", "AL"))

    runs = list(map(run, ("1. ", "שרה", " (", "כהן", ") 34 ", "אב", ": 5 robots")))
    assert [part.text for part in in_sight(runs)] == ["1. ", "אב", ") 34 ", "כהן", ") ", "שרה", ": 5 robots"]


# Badges --------------------------------------------------------------------------------------------
def test_letters_on_badges_can_be_read():
    for colour in COLOURS:
        red, green, blue, _ = pygame.Color(colour)
        assert (luminance((red, green, blue)) + 0.05) / (luminance(INK) + 0.05) >= 7


@pytest.mark.parametrize("room_px", [60, 400])
def test_no_two_names_of_a_tournament_are_the_same_picture(table, room_px):
    names = [*NAMES, "王小红", "Bartholomew Alexander 1", "Bartholomew Alexander 2"]
    pictures = table.context.pictures
    badges = BadgePictures(pictures, names, 24)
    drawn = [pictures.text(fitting(name, pictures, room_px, "body"), "body") for name in names]
    assert len({looks(name) for name in drawn}) < len(names), "some look the same without a badge"
    assert len({(looks(badges[name]), looks(text)) for name, text in zip(names, drawn, strict=True)}) == 11

"""Catalogues on disk: found, compiled once, and refused in one sentence where they are damaged."""

import os
from pathlib import Path

import pytest

from game.message import msg
from game.storage.catalogues import compile_catalogue, load_language
from game.storage.files import StorageError

GERMAN = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Undo"\nmsgstr "{}"\n'
UNDO = msg("Undo")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "languages"
    folder.mkdir()
    (folder / "de.po").write_text(GERMAN.format("Zurück"), "utf-8")
    return folder


def test_a_catalogue_is_compiled_and_kept_until_its_text_changes(folder, tmp_path):
    cache = tmp_path / "cache" / "languages"
    assert load_language("de", folder, cache).translate(UNDO) == "Zurück"
    [kept] = cache.iterdir()
    os.utime(kept, (1, 1))
    assert load_language("de", folder, cache).translate(UNDO) == "Zurück"
    assert kept.stat().st_mtime == 1
    (folder / "de.po").write_text(GERMAN.format("Rückgängig"), "utf-8")
    assert load_language("de", folder, cache).translate(UNDO) == "Rückgängig"
    assert [file != kept for file in cache.iterdir()] == [True]


def test_a_kept_catalogue_that_is_damaged_is_compiled_again(folder, tmp_path):
    load_language("de", folder, tmp_path / "cache")
    [kept] = (tmp_path / "cache").iterdir()
    good = kept.read_bytes()
    kept.write_bytes(good[:30])
    assert load_language("de", folder, tmp_path / "cache").translate(UNDO) == "Zurück"
    assert kept.read_bytes() == good


def test_what_was_compiled_when_the_program_was_built_is_taken(folder, tmp_path):
    built = compile_catalogue(GERMAN.format("Zurücknehmen").encode(), "de")
    (folder / "de.mo").write_bytes(built)
    assert load_language("de", folder, tmp_path / "cache").translate(UNDO) == "Zurücknehmen"
    assert not (tmp_path / "cache").exists()


def test_where_nothing_can_be_kept_the_language_is_there_all_the_same(folder, tmp_path):
    (tmp_path / "cache").write_text("a file where a folder should be")
    assert load_language("de", folder, tmp_path / "cache").translate(UNDO) == "Zurück"


@pytest.mark.parametrize("damage", [b"\xff\xfe", b'msgid "Undo\n', b"nonsense\n"])
def test_a_damaged_catalogue_is_refused_in_a_sentence(folder, tmp_path, damage):
    (folder / "de.po").write_bytes(damage)
    with pytest.raises(StorageError, match=r"^Deutsch cannot be read: "):
        load_language("de", folder, tmp_path / "cache")


@pytest.mark.parametrize("damage", [b"", b"\xde\x12\x04\x95" + b"\xff" * 40, b"\xde\x12\x04\x95\0\0"])
def test_a_damaged_compiled_catalogue_is_refused_in_a_sentence(folder, tmp_path, damage):
    (folder / "de.mo").write_bytes(damage)
    with pytest.raises(StorageError, match=r"^Deutsch cannot be read: "):
        load_language("de", folder, tmp_path / "cache")


def test_a_language_without_a_catalogue_is_refused_in_a_sentence(folder, tmp_path):
    with pytest.raises(StorageError, match=r"^Polski cannot be read: "):
        load_language("pl", folder, tmp_path / "cache")

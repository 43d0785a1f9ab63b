"""The harder look at the deals that are offered: it goes on where it stopped, and withdraws what it finds."""

from datetime import date
from pathlib import Path

import pytest

from game.rules import find_variant
from game.solver.catalogue import Catalogue, read_catalogue
from game.solver.kernels.compiled import IS_COMPILED
from tools.certify.verdicts import Found, Verdicts, catalogue_bytes
from tools.withdrawn import Looked, main

LOSING, FINE = 14905, 14907
WORDS = ("--draw", "3")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A catalogue of two deals of draw 3, one of which has a tie that the leftmost loses."""
    for draw in (1, 3):
        verdicts = Verdicts(find_variant("rush", [f"draw={draw}"]), 0, FINE + 1, leftmost_only=True)
        verdicts.add(Found(0, b"u" * LOSING + b"sus"))
        verdicts.add(Found(LOSING, b"1.2"))
        (tmp_path / f"rush-draw-{draw}.bits").write_bytes(catalogue_bytes(verdicts))
    return tmp_path


def offered(catalogue: Catalogue) -> list[int]:
    return [catalogue.number_at(3, index) for index in range(catalogue.count(3))]


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
def test_what_a_harder_look_finds_is_withdrawn_from_a_day_on(folder, tmp_path):
    path, words = tmp_path / "looked", ("--deals", str(folder), *WORDS)
    main([str(path), *words, "--width", "300"])
    assert Looked(path).found == {LOSING}
    main([str(path), *words, "--since", "2027-01-01"])
    after = read_catalogue(folder)
    assert offered(after) == [FINE]
    assert offered(after.on(date(2026, 12, 31))) == [LOSING, FINE]


def test_a_look_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "looked"
    looked = Looked(path)
    for first in looked.left(300):
        looked.add(first, 300, [first + 5] if first == 64 else [])
        if first == 128:
            break
    with path.open("a") as file:
        file.write("192 64 300 1")  # torn
    again = Looked(path)
    assert again.found == {69}
    assert next(again.left(300)) == 192
    assert next(again.left(301)) == 0
    again.add(192, 300, [])
    assert next(Looked(path).left(300)) == 256

"""Wins differ by game, their trails fade beneath the result, and a perfect game is gilded."""

from pathlib import Path

import pytest

from game.play.record import Record, read_record
from game.rules import VARIANTS
from game.ui.games.tables import view_class
from game.ui.table.finale import FADE_S, Finale
from tests.ui.driver import Table

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.patience").read_bytes())


def won(table: Table, name: str) -> None:
    """Plays a golden record to its end, where the cards begin to spring."""
    record = golden(name)
    table.context.navigation.table(table.context.sessions.begin(record.replay(), record.tags))
    table.frame()
    while not table.is_cascading:
        table.frame()


def test_every_game_springs_in_its_own_manner() -> None:
    assert len({view_class(name).win_manner for name in VARIANTS}) == len(VARIANTS)


def test_the_trails_fade_beneath_the_result(table):
    won(table, "rush_draw_3_won")
    table.frame(30).key("space")
    assert table.panel
    seen = []
    for _ in range(3):
        (picture, corner) = table.part(Finale).draw_above()[0]
        assert corner == (0, 0)
        seen.append(picture.get_alpha())
        table.wait(FADE_S / 4)
    assert seen == sorted(seen, reverse=True)
    assert len(set(seen)) == 3
    table.settle()
    assert table.part(Finale).draw_above() == ()
    assert table.picture == table.fresh_picture


@pytest.mark.parametrize(
    ("name", "is_perfect"),
    [("rush_draw_3_won", True), ("spider_won_1000", True), ("three_shuffles_lost", False)],
)
def test_a_perfect_game_is_told_from_others(name, is_perfect):
    game = golden(name).replay()
    assert view_class(game.variant.name)(game.variant).is_perfect(game) is is_perfect


def test_more_than_one_stack_is_not_celebrated() -> None:
    game = golden("one_three_back_over").replay()
    view = view_class(game.variant.name)(game.variant)
    assert view.celebrated(game) == []
    assert not view.is_perfect(game)

"""Whatever a player does, in whatever order and haste: no crash, no card lost, no pixel wrong.

Hypothesis is the player. Presses, motions and releases come in any order, keys in between,
the window changes its size, frames are late. After each of them the laws below must hold.
"""

from typing import Any

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.play.record import read_record
from tests.records import position
from tests.ui.driver import Table, post

SIZES = [(640, 480), (900, 640), (700, 900)]
LAID = position("t1 9D", "t2 TS", "t3 TC", "t4 (3C) AH", "t5 (4C) 8S 7D 6C", "t6 (5C) 9H", "waste 2H 5D KD")
ALMOST = position("stock (KS)", "t1 KC QD", "t2 KD QC", "t3 KH QS", "t4 QH", home=(11, 11, 11, 11))
STARTS: dict[str, tuple[int | str, ...]] = {
    "rush": (48213,),
    "rush, laid": (LAID,),
    "rush, almost solved": (ALMOST,),
    "one-three-back": (13,),
    "three-shuffles": (7, "early=yes"),
    "spider": (48213,),
}
KEYS = ["left", "right", "up", "down", "tab", "shift+tab", "enter", "space", "esc", "d", "h", "u", "r", "w"]
KEYS += ["s", "v", "pageup", "home", "end"]

places = st.integers(0, 60)
shares = st.tuples(st.floats(0.02, 0.98), st.floats(-0.3, 1.6))
doings = st.one_of(
    st.tuples(st.just("press"), places, shares),
    st.tuples(st.just("release")),
    st.tuples(st.just("move"), places, shares),
    st.tuples(st.just("drag"), places, shares, places),
    st.tuples(st.just("right"), places, shares),
    st.tuples(st.just("tap"), places, shares),
    st.tuples(st.just("key"), st.sampled_from(KEYS)),
    st.tuples(st.just("key"), st.sampled_from(["p", "e"])),
    st.tuples(st.just("frames"), st.integers(1, 30)),
    st.tuples(st.just("late"), st.floats(0.01, 20)),
    st.tuples(st.just("wheel"), st.sampled_from([1, -1, 0.4, -0.7])),
    st.tuples(st.just("legal"), st.integers(0, 99)),
    st.tuples(st.just("size"), st.sampled_from(SIZES)),
    st.tuples(st.just("minimise")),
)


def spot(table: Table, pile: int, share: tuple[float, float]) -> tuple[float, float]:
    box = table.screen.spread.top_box(pile % len(table.screen.slots))
    return box.x + share[0] * box.width, box.y + share[1] * box.height


def do(table: Table, what: str, *how: Any) -> None:
    """One thing that a player does; a frame follows, except between the parts of a drag."""
    if what == "press":
        table.press(spot(table, *how))
    elif what == "release":
        table.release()
    elif what == "move":
        table.move_to(spot(table, *how))
    elif what == "drag":
        goal = spot(table, how[2], (0.5, 0.5))
        table.press(spot(table, how[0], how[1])).move_to((table.at[0] + 9, table.at[1])).frame()
        table.move_to(goal).frame().release()
    elif what == "right":
        table.press(spot(table, *how), button=3)
    elif what == "tap":
        table.press(spot(table, *how)).release()
    elif what == "key":
        table.key(how[0])
    elif what == "frames":
        table.frame(how[0])
    elif what == "late":
        table.clock.pass_s(how[0])
    elif what == "wheel":
        table.wheel(how[0])
    elif what == "legal" and table.moves and not table.panel and not table.screen.is_dealing:
        legal = table.game.variant.legal_moves(table.game.position)
        table.hand.move(legal[how[0] % len(legal)])
    elif what == "size":
        table.resize(*how[0])
    elif what == "minimise":
        post(pygame.WINDOWMINIMIZED)
    table.frame()


def check(table: Table) -> None:
    """The laws that hold in every frame."""
    screen, game = table.screen, table.game
    if not screen.is_dealing:
        assert table.cards_on_screen == [list(pile) for pile in game.position.piles]
    if table.picked is not None and table.picked.is_held:
        assert table.held == list(game.position.piles[table.picked.pile][-table.picked.count :])
    else:
        assert table.held == []
    assert screen.session.is_running or screen.panel is not None or game.is_frozen or table.screen.is_dealing


def check_at_rest(table: Table) -> None:
    """The laws that hold when nothing moves any more."""
    for sprite in table.sprites:
        assert sprite.held_at is not None or (sprite.body.x, sprite.body.y) == tuple(sprite.rest)
        assert sprite.shown is sprite.card
    assert table.picture == table.fresh_picture


@pytest.mark.timeout(600)
@pytest.mark.parametrize("start", STARTS)
@given(things=st.lists(doings, min_size=1, max_size=40))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_a_player_does_can_break_the_table(make_table, tmp_path_factory, start, things):
    table = make_table(tmp_path_factory.mktemp("player"), SIZES[0])
    try:
        table.start(*STARTS[start], game=start.partition(",")[0], dealt=False)
        game = table.game
        for turn, thing in enumerate(things, 1):
            do(table, *thing)
            if table.app.is_over or not hasattr(table.app.screen, "game") or table.game is not game:
                break  # by the buttons of a panel the player has left this game
            check(table)
            (journal,) = table.journals
            written = read_record(journal.read_bytes()).replay()
            assert written.entries == game.entries
            assert written.position == game.position
            if turn % 10 == 0 and not table.is_cascading:
                assert table.picture == table.fresh_picture
        else:
            table.settle()
            check(table)
            check_at_rest(table)
    finally:
        table.close()

"""A real window plays a round against a real server, over a slow line that is cut during a drag."""

from pathlib import Path

import pytest

from game.online.check import check_round
from game.online.client import ask_http
from game.online.commitment import commitment, deal_of, deck_from_secret
from game.online.messages import AllStandings, ClosedRound, TournamentTold
from game.play.game import Game
from game.play.record import record_text
from game.rules import find_variant
from game.rules.position import STOCK
from game.rules.rush import COLUMNS
from tests.real_window.player import SIZE, Player, until
from tests.server.wire import wire_beside
from tests.ui.driver import Table
from tools.load.servers import DECKS, Nothing, workers

pytestmark = [pytest.mark.window, pytest.mark.timeout(180)]

RUSH = find_variant("rush", ["limit=600"])


def deal_promised(promised: str):
    """The deal of a round, which nobody but the test that has laid the decks can know."""
    for number in range(DECKS[3]):
        deck = deck_from_secret(f"3 {number}".encode().rjust(32))
        if commitment(f"{3:032x}{number:032x}", deck) == promised:
            return deal_of(RUSH, deck)
    raise AssertionError("this deck was never laid")


def ways(folder: Path, deal) -> tuple[tuple, tuple, str]:
    """From where to where a card is dragged that turns one up, and where the hand is."""
    move = next(
        each
        for each in RUSH.legal_moves(deal.position)
        if each != STOCK and each.source in COLUMNS[1:] and len(deal.position.piles[each.source]) > 1
    )
    source, target = (RUSH.piles[each].name for each in (move.source, move.target))
    table = Table(folder / "layout", SIZE)
    try:
        table.start(record_text(Game(deal), {}))
        x, y = table.point(source)
        held = table.scene.spread.place_of(*table.card(source))
        there = table.place(target)
        return (x, y), (round(x + there.x - held.x), round(y + there.y - held.y)), table.point("stock")
    finally:
        table.close()


def test_a_round_over_a_slow_line_that_is_cut_during_a_drag(player: Player, tmp_path: Path):
    with workers(tmp_path / "servers", f"sqlite:///{tmp_path / 'rounds.sqlite3'}", 1) as (server,):
        tournament = server.made(rounds=1)
        told = ask_http(server.address, f"/tournaments/{tournament}", TournamentTold)
        promised = told.rounds[0].commitment
        start, end, hand = ways(tmp_path, deal_promised(promised))

        def score():
            table = ask_http(server.address, f"/tournaments/{tournament}/standings", AllStandings)
            return table.places[0].rounds[0] if table.places else None

        with wire_beside(server.port, delay_s=0.1) as (wire, loop):
            player.launch("join", f"{wire.address}/tournaments/{tournament}")
            player.do("type", "Anna")
            player.keys("Return")
            until(lambda: player.title().startswith("Tournaments online"), "the list")
            player.keys("Return")
            until(lambda: "— online" in player.title(), "the tournament")
            until(lambda: _press(player, "ready?"), "the question")
            player.keys("Return")
            until(lambda: player.title() == "Round 1 of 1 — Anna", "the table")
            until(lambda: score() is not None, "the round")

            player.press(start)
            middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
            player.carry(start, middle)
            wire.is_open = False
            loop.call_soon_threadsafe(wire.cut)
            player.carry(middle, end)
            player.release()
            wire.is_open = True
            until(lambda: score().total > 0, "the card that was let go while nobody heard it")
            player.click(hand)

            player.keys("e", "Right", "Return")
            until(lambda: score().is_over, "the end")
            closing = f"/tournaments/{tournament}/rounds/1/close"
            ask_http(server.address, closing, TournamentTold, Nothing(), server.host_key)
            path = f"/tournaments/{tournament}"
            until(
                lambda: ask_http(server.address, path, TournamentTold).rounds[0].state == "closed",
                "the close",
            )
            closed = ask_http(server.address, f"{path}/rounds/1", ClosedRound)
            assert check_round(closed, promised).faults == ()
            actions = [line.split()[1] for line in closed.played[0].record.split("\n\n")[1].splitlines()]
            assert [actions[0] != "stock", *actions[1:]] == [True, "stock", "end"]


def _press(player: Player, title: str) -> bool:
    """Presses Enter and looks whether the next page comes: the button is there with the server's answer."""
    player.keys("Return")
    try:
        return until(lambda: player.title().endswith(title), title, patience_s=2.0)
    except AssertionError:
        return False

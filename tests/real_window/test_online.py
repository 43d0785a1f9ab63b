"""A real window plays a round against a real server; line, server and window fail in the middle of it."""

from contextlib import closing
from sqlite3 import connect

import pytest

from game.online.bodies import ClosedRound
from game.online.check import check_round
from game.online.client import ask_http
from game.online.messages import TournamentInfo
from game.play.game import Game
from game.play.proof import commitment, deal_of, deck_from_secret
from game.play.record import record_text
from game.rules import find_variant
from game.rules.position import STOCK
from game.rules.rush import COLUMNS
from tests.real_window.player import Player, until
from tests.server.beside import beside
from tests.server.wire import Wire
from tools.load.servers import DECKS, Nothing, Process, workers

pytestmark = [pytest.mark.window, pytest.mark.timeout(180)]

TABLE = "Round 1 of 1 — Anna"
RUSH = find_variant("rush", ["limit=600"])


def deal_promised(promised: str):
    """The deal of a round, which nobody but the test that has laid the decks can know."""
    for number in range(DECKS[3]):
        deck = deck_from_secret(f"3 {number}".encode().rjust(32))
        if commitment(f"{3:032x}{number:032x}", deck) == promised:
            return deal_of(RUSH, deck)
    raise AssertionError("this deck was never laid")


def turning(deal) -> tuple[str, str]:
    """From which column to which a card goes that turns one up."""
    move = next(
        move
        for move in RUSH.legal_moves(deal.position)
        if move != STOCK and move.source in COLUMNS[1:] and len(deal.position.piles[move.source]) > 1
    )
    return RUSH.piles[move.source].name, RUSH.piles[move.target].name


def test_a_round_goes_on_whatever_becomes_of_line_server_and_window(player, tmp_path):
    """A slow line loses segments and is cut during a drag; then the server and the window are killed."""
    rounds, folder = tmp_path / "rounds.sqlite3", tmp_path / "servers"
    address = f"sqlite:///{rounds}"
    with workers(folder, address, 1) as running:
        server = running[0]
        tournament = server.made(rounds=1)
        told = ask_http(server.address, f"/tournaments/{tournament}", TournamentInfo)
        promised = told.rounds[0].commitment
        deal = deal_promised(promised)
        record = record_text(Game(deal), {})
        (start, end), hand = player.way(*turning(deal), record=record), player.point("stock", record)

        def written() -> list[str]:
            with closing(connect(f"file:{rounds}?mode=ro", uri=True)) as database:
                return [
                    action for (action,) in database.execute("SELECT action FROM entries ORDER BY number")
                ]

        with beside(Wire(server.port, delay_s=0.1, lost=0.02, seed=3)) as (wire, do_there):
            player.launch("join", f"{wire.address}/tournaments/{tournament}")
            player.do("type", "Anna")
            player.keys("Return")
            until(lambda: player.title().startswith("Tournaments online"), "the list")
            player.keys("Return")
            until(lambda: "— online" in player.title(), "the tournament")
            server.open(tournament, 1)
            until(lambda: _press(player, "ready?"), "the question")
            player.keys("Return")
            until(lambda: player.title() == TABLE, "the table")

            player.press(start)
            middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
            player.carry(start, middle)
            wire.is_open = False
            do_there(wire.cut)
            player.carry(middle, end)
            player.release()
            wire.is_open = True
            until(lambda: len(written()) == 1, "the card that was let go while nobody heard it")

            server.kill()
            player.click(hand)
            server = running[0] = Process(
                tmp_path / "servers" / "worker0", f"sqlite:///{rounds}", server.port
            )
            until(lambda: len(written()) == 2, "what was done while there was no server")

            with player.suspended():
                player.click(hand)
            until(lambda: len(written()) == 3, "what was asked of a program that stood still")

            player.kill()
            player.launch()
            player.click(player.home_button("Continue"))
            until(lambda: player.title() == TABLE, "the table, by one click")
            player.click(hand)
            until(lambda: len(written()) == 4, "what was done after coming back")

            player.keys("e", "Right", "Return")
            until(lambda: written()[-1] == "end", "the end")
            closing_path = f"/tournaments/{tournament}/rounds/1/close"
            ask_http(server.address, closing_path, TournamentInfo, Nothing(), server.host_key)
            with closing(connect(rounds)) as database, database:
                database.execute("UPDATE rounds SET held = closing")  # the minute in which it can be reopened
            path = f"/tournaments/{tournament}"
            until(
                lambda: ask_http(server.address, path, TournamentInfo).rounds[0].state == "closed",
                "the close",
            )
            closed = ask_http(server.address, f"{path}/rounds/1", ClosedRound)
            assert check_round(closed, promised).faults == ()
            actions = [line.split()[1] for line in closed.played[0].record.split("\n\n")[1].splitlines()]
            assert [actions[0] != "stock", *actions[1:]] == [True, "stock", "stock", "stock", "end"]


def _press(player: Player, title: str) -> bool:
    """Presses Enter and looks whether the next page comes: the button is there with the server's answer."""
    player.keys("Return")
    try:
        return until(lambda: player.title().endswith(title), title, patience_s=2.0)
    except AssertionError:
        return False

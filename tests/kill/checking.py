"""What a fresh program knows after a kill: everything that was promised, and the end exactly once.

Knows what was told before the kill and what lies in the folder; asks the program through `program`.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.play.game import Game
from game.play.played import present_result
from game.play.record import entry_text, read_record_while_good
from game.tournament.tournament import result_of
from tests.kill import program
from tests.kill.playing import opened
from tests.kill.scripts import DAY, ROUND, Script
from tests.ui.driver import Table


@dataclass
class Told:
    """What the killed programs said, all starts together."""

    actions: list[str] = field(default_factory=list)
    is_begun: bool = False
    is_over: bool = False
    last: str = ""


class ForgottenError(AssertionError):
    """Something that was promised is not there."""


NOTHING, UNFINISHED, OVER = "nothing", "unfinished", "over"


def check(folder: Path, script: Script, told: Told, start: int) -> str:
    """Starts the program afresh and compares; returns what is there of the game.

    From then on all that was written is promised.

    Raises:
        ForgottenError: something is missing, or is there twice.
    """
    table = opened(folder, start)
    try:
        if start == 3:  # the home screen paints what is left, which takes its time
            table.app.go_home()
            table.frame()
        while table.context.library.prepare():
            pass
        return _check_round(folder, table, told) if script.kind == ROUND else _check_game(table, script, told)
    finally:
        table.close()


def demand(holds: object, what: str) -> None:
    """Makes sure of something.

    Raises:
        ForgottenError: it is not so.
    """
    if not holds:
        raise ForgottenError(what)


def _check_game(table: Table, script: Script, told: Told) -> str:
    left = table.context.library.unfinished()
    kept = sorted((table.folder / "games").glob("*.patience"))
    if not told.is_begun and not left and not kept:
        return NOTHING  # it was killed before there was anything
    demand(len(left) + len(kept) == 1, f"one record is left: {len(left)} unfinished, {len(kept)} kept")
    game = _replayed((left[0].path if left else kept[0]).read_bytes())
    _check_actions(game, told)
    demand(game.is_over or not kept, "an unfinished game is not put away")
    if game.is_over:
        _check_end(table, script, game)
    elif script.kind == DAY:
        demand(program.day_total(table) is None, "a day that is not over has no result")
    _check_statistics(table, 1 if game.is_over else 0)
    return OVER if game.is_over else UNFINISHED


def _replayed(data: bytes) -> Game:
    record, _ = read_record_while_good(data)
    game, refused = record.replay_while_legal()
    demand(refused is None, f"every line holds: {refused}")
    return game


def _check_actions(game: Game, told: Told) -> None:
    written = [entry_text(game.variant, entry).strip() for entry in game.entries]
    promised = told.actions
    demand(written[: len(promised)] == promised, f"{promised[-1:]} was done and is not written")
    demand(not told.is_over or game.is_over, "the game was over")
    told.actions = written


def _check_end(table: Table, script: Script, game: Game) -> None:
    value = present_result(game).value
    known = program.best(table, game)
    demand(known == value, f"the best result is {value}, and {known} is known")
    if script.kind == DAY:
        total = program.day_total(table)
        demand(total == game.total, f"the day came to {game.total}, and {total} is known")
        demand(not program.is_day_a_new_start(table), "the day's deal can be begun as if it were new")
        table.screen.on_close()


def _check_statistics(table: Table, ended: int) -> None:
    statistics = table.context.library.statistics
    for _ in statistics.catch_up():
        pass
    found = statistics.games()
    demand(len(found) == ended, f"{ended} games have ended, and {len(found)} are counted")
    before = rows(table.folder)
    for reading in statistics.rebuild():
        demand(not reading.notices, f"all is read: {reading.notices}")
    demand(rows(table.folder) == before, "the statistics are what the records rebuild")


def rows(folder: Path) -> list[tuple[Any, ...]]:
    """Rows of the statistics, in order."""
    connection = sqlite3.connect(folder / "statistics.sqlite3")
    try:
        found = connection.execute("SELECT * FROM games ORDER BY file").fetchall()
        return [tuple(row) for row in found]
    finally:
        connection.close()


def _check_round(folder: Path, table: Table, told: Told) -> str:
    local = program.local(folder, table, table.context.utc_now)
    demand(not local.warnings, f"the tournament is read without trouble: {local.warnings}")
    seat = local.state.seats[0]
    if not told.is_begun and not seat.is_taken(1):
        return NOTHING
    demand(seat.is_taken(1), "the round was begun")
    (path,) = folder.glob("tournaments/*/*/round-1.patience")
    game = _replayed(path.read_bytes())
    _check_actions(game, told)
    demand((1 in seat.results) == game.is_over, "a round that is over is scored, and no other")
    if game.is_over:
        demand(seat.results[1] == result_of(game), "its result is what playing back proves")
    demand(seat.running == (None if game.is_over else 1), "the round runs until it is over")
    return OVER if game.is_over else UNFINISHED

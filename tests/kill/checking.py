"""What a fresh program knows after a kill: everything that was promised, and the end exactly once.

Knows what was told before the kill and what lies in the folder; asks the program through `program`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from game.play.game import Game
from game.play.played import present_result
from game.play.record import entry_text, read_record_while_good
from game.tournament.tournament import result_of
from tests.kill import program
from tests.kill.playing import opened
from tests.kill.scripts import DAY, ROUND, Script
from tests.monkey.laws import check_statistics
from tests.ui.driver import Table


@dataclass
class Told:
    """What the killed programs said, all starts together."""

    actions: list[str] = field(default_factory=list)
    is_begun: bool = False
    is_over: bool = False
    last: str = ""


NOTHING, UNFINISHED, OVER = "nothing", "unfinished", "over"


def check(folder: Path, script: Script, told: Told, start: int) -> str:
    """Starts the program afresh and compares; returns what is there of the game.

    From then on all that was written is promised.

    Raises:
        AssertionError: something is missing, or is there twice.
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


def _check_game(table: Table, script: Script, told: Told) -> str:
    left = table.context.library.unfinished()
    kept = sorted((table.folder / "games").glob("*.patience"))
    if not told.is_begun and not left and not kept:
        return NOTHING  # it was killed before there was anything
    assert len(left) + len(kept) == 1, f"one record is left: {len(left)} unfinished, {len(kept)} kept"
    game = _replayed((left[0].path if left else kept[0]).read_bytes())
    _check_actions(game, told)
    assert game.is_over or not kept, "an unfinished game is not put away"
    if game.is_over:
        _check_end(table, script, game)
    elif script.kind == DAY:
        assert program.day_total(table) is None, "a day that is not over has no result"
    _check_statistics(table, 1 if game.is_over else 0)
    return OVER if game.is_over else UNFINISHED


def _replayed(data: bytes) -> Game:
    record, _ = read_record_while_good(data)
    game, refused = record.replay_while_legal()
    assert refused is None, f"every line holds: {refused}"
    return game


def _check_actions(game: Game, told: Told) -> None:
    written = [entry_text(game.variant, entry).strip() for entry in game.entries]
    promised = told.actions
    assert written[: len(promised)] == promised, f"{promised[-1:]} was done and is not written"
    assert not told.is_over or game.is_over, "the game was over"
    told.actions = written


def _check_end(table: Table, script: Script, game: Game) -> None:
    value = present_result(game).value
    known = program.best(table, game)
    assert known == value, f"the best result is {value}, and {known} is known"
    if script.kind == DAY:
        total = program.day_total(table)
        assert total == game.total, f"the day came to {game.total}, and {total} is known"
        assert not program.is_day_a_new_start(table), "the day's deal can be begun as if it were new"
        table.screen.on_close()


def _check_statistics(table: Table, ended: int) -> None:
    statistics = table.context.library.statistics
    for _ in statistics.catch_up():
        pass
    found = statistics.games()
    assert len(found) == ended, f"{ended} games have ended, and {len(found)} are counted"
    assert check_statistics(table.folder) == [], "all is read"


def _check_round(folder: Path, table: Table, told: Told) -> str:
    local = program.local(folder, table, table.context.utc_now)
    assert not local.warnings, f"the tournament is read without trouble: {local.warnings}"
    seat = local.state.seats[0]
    if not told.is_begun and not seat.is_taken(1):
        return NOTHING
    assert seat.is_taken(1), "the round was begun"
    (path,) = folder.glob("tournaments/*/*/round-1.patience")
    game = _replayed(path.read_bytes())
    _check_actions(game, told)
    assert (1 in seat.results) == game.is_over, "a round that is over is scored, and no other"
    if game.is_over:
        assert seat.results[1] == result_of(game), "its result is what playing back proves"
    assert seat.running == (None if game.is_over else 1), "the round runs until it is over"
    return OVER if game.is_over else UNFINISHED

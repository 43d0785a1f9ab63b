"""Code that runs inside a measured child for the statistics: a data folder of very many games, looked at.

`rebuild N` counts N kept games anew, `open N` opens the screen on N games that were counted. Their
records are a few hundred games under many names; whoever starts it gives it a data folder of its own.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from game.play.deal import deal_number
from game.play.game import ControlAction, Game
from game.play.played import result_of
from game.play.record import record_text
from game.play.slices import run_to_end
from game.rules import VARIANTS, find_variant
from game.rules.position import STOCK, Move
from game.storage import statistics_rows as rows
from game.storage.files import data_folder
from game.storage.library import Library
from game.storage.statistics import Statistics
from game.storage.statistics_file import StatisticsFile
from game.storage.statistics_rows import stamp_of
from game.ui.app import App
from game.ui.window.window import Window
from tools.bench.display import WINDOW_SIZE

DIFFERENT = 400
"""So many games are really played."""
MAX_ACTIONS = 140
"""About as many as a game of Rush or Spider has."""
OPENINGS = 9


def _games(count: int) -> Iterator[tuple[str, Game]]:
    """Games of all variants in turn, played at random but home where it goes, with their names."""
    chance = random.Random(1)
    names = list(VARIANTS)
    for number in range(count):
        game = Game(deal_number(find_variant(names[number % len(names)]), number))
        while len(game.entries) < MAX_ACTIONS and not (game.is_over or game.is_solved):
            moves = game.variant.legal_moves(game.position)
            if not moves:
                break
            game.play(_chosen(game, moves, chance), 900 * len(game.entries))
        if game.end_refusal() is None:
            game.play(ControlAction.END, game.elapsed_ms + number)
        yield f"{game.variant.name}-20260101-{number:06d}.patience", game


def _chosen(game: Game, moves: list[Move], chance: random.Random) -> Move:
    before = game.variant.home(game.position)
    for move in moves:
        if move != STOCK and game.variant.home(game.variant.after_move(game.position, move)) > before:
            return move
    return chance.choice(moves)


def rebuild(count: int) -> None:
    """Prints the CPU milliseconds to recount each of that many games, and their length."""
    folder, actions = data_folder() / "games", 0
    folder.mkdir(parents=True)
    for file, game in _games(count):
        (folder / file).write_bytes(record_text(game, {"started": "2026-01-01T00:00:00Z"}).encode())
        actions += len(game.entries)
    with closing(Statistics(data_folder())) as statistics:
        _spent_ms(statistics.catch_up())
        spent_ms = _spent_ms(statistics.rebuild())
    told = {"game_ms": sum(spent_ms) / count, "actions": actions / count}
    print("rebuild " + json.dumps(told), flush=True)


def open_screen(count: int) -> None:
    """Prints the CPU milliseconds of operations on that many counted games."""
    _count_many(data_folder(), count)
    with closing(Library(data_folder())) as library:
        steps_ms = _spent_ms(iter(library.prepare, False))
    app = App(Window(WINDOW_SIZE, "Patience Arcade"), data_folder())
    app.go_home()
    _frame(app)
    spent = [_opening_ms(app) for _ in range(1 + OPENINGS)]
    told = {
        "steps_ms": steps_ms,
        "open_ms": spent[0][0],
        "reading_ms": spent[0][1],
        "again_ms": [opened_ms for opened_ms, _ in spent[1:]],
    }
    print("open " + json.dumps(told), flush=True)
    app.window.close()


def _count_many(folder: Path, count: int) -> None:
    """Counts that many games, most of them copies of a few under other names."""
    (folder / "games").mkdir(parents=True)
    played = []
    for file, game in _games(min(count, DIFFERENT)):
        path = folder / "games" / f"played-{file}"
        path.write_bytes(record_text(game, {}).encode())
        played.append(
            (
                path,
                run_to_end(rows.row_slices(file, game, {}, result_of(game), lambda *_: True, stamp_of(path))),
            )
        )
    database = StatisticsFile(folder / "statistics.sqlite3")
    for path, _ in played:
        for number in range(count // len(played)):
            path.with_name(_other_name(path, number)).hardlink_to(path)
        path.unlink()
    with closing(database), database.writing(wait_ms=1000) as connection:
        for number in range(count // len(played)):
            for path, row in played:
                other = {
                    "file": _other_name(path, number),
                    "deal": f"{number} {row['deal']!s}",
                    "opening": f"{number}",
                }
                rows.put(connection, [{**row, **other}])


def _other_name(path: Path, number: int) -> str:
    return path.name.removeprefix("played-").replace(".patience", f"-{number}.patience")


def _spent_ms(steps: Iterator[object]) -> list[float]:
    """The CPU time of each step."""
    spent = []
    while True:
        started_ns = time.process_time_ns()
        is_done = next(steps, steps) is steps
        spent.append((time.process_time_ns() - started_ns) / 1e6)
        if is_done:
            return spent


def _opening_ms(app: App) -> tuple[float, float]:
    """The CPU time until the screen is first seen, and of all that follows until nothing moves; back home."""
    started_ns = time.process_time_ns()
    app.context.navigation.go("statistics", "rush")  # which has the most charts
    _frame(app)
    seen_ns = time.process_time_ns()
    screen: Any = app.screen
    while screen.is_animating:
        screen.on_tick()
        _frame(app)
    assert screen.totals is not None
    still_ns = time.process_time_ns()
    app.back()
    _frame(app)
    return (seen_ns - started_ns) / 1e6, (still_ns - seen_ns) / 1e6


def _frame(app: App) -> None:
    app.screen.draw(0.0)
    app.window.show(app.screen.canvas.take_changed())


if __name__ == "__main__":
    gc.set_threshold(*gc.get_threshold()[:2], 1_000_000)  # as the program does while it runs
    {"rebuild": rebuild, "open": open_screen}[sys.argv[1]](int(sys.argv[2]))

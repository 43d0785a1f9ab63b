"""The command `statistics`: what the player's games came to, as a table, JSON or CSV."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from rich.console import Console

from game.cli.command import FINE, WRONG_INPUT, CommandError, add_command, check_place, complain, failing
from game.language import SYSTEM, column_separator, first_known, languages_of
from game.play.phrases import listed, minutes
from game.play.played import PlayedGame, StatsCategory, variant_compared
from game.play.slices import run_to_end
from game.play.summary import by_kind, distribution, option_sets, totals_of
from game.rules import VARIANTS
from game.rules.options import options_of
from game.rules.variant import Variant
from game.storage.files import assets_folder, data_folder
from game.storage.profile import Players, load_profile

if TYPE_CHECKING:
    from rich.table import Table

    from game.cli.command import Commands
    from game.storage.statistics import Statistics
    from game.storage.statistics_rows import ArchiveScan, DayCheck


class Printer(Console):
    """A console that leaves a closed pipe to the program, where rich would end it without a word."""

    def on_broken_pipe(self) -> NoReturn:
        """Raises BrokenPipeError: whoever reads has enough."""
        raise BrokenPipeError


KINDS = {
    StatsCategory.COUNTED: "counted",
    StatsCategory.REPLAYED: "repeated deal",
    StatsCategory.LATE: "daily, late",
    StatsCategory.SHOWN: "solution shown",
    StatsCategory.GIVEN: "custom position",
    StatsCategory.TOURNAMENT: "tournament",
    StatsCategory.TAKEN_OVER: "started elsewhere",
    StatsCategory.TOO_FAST: "too fast for a hand",
}
TIMEOUT_S = 10.0
"""So long games are counted that were not counted yet: of very many a window may be counting, too."""
EXPLAINED = "Streak: the most games won in a row. Time: minutes and seconds, of games with an end."


def add_parser(commands: Commands) -> None:
    """The command `statistics`."""
    parser = add_command(commands, "statistics", "print what your games came to", _statistics)
    parser.description = _about()
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    parser.add_argument("--rebuild", action="store_true", help="recount all games first")
    parser.add_argument(
        "--csv",
        type=Path,
        metavar="FILE",
        help="write every game as a line of a CSV file, which is created or replaced",
    )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="save all games and the settings to a zip file"
    )
    parser.add_argument("--add", type=Path, metavar="FILE", help="add the games of such a file, each once")
    parser.add_argument(
        "--player", metavar="NAME", help="statistics of this player (default: who played last here)"
    )


def _about() -> str:
    """Returns an explanation of how games are counted, and in which games a lower result is better."""
    titles = {variant: variant.short_title or variant.title for variant in VARIANTS.values()}
    ended = [title for variant, title in titles.items() if not variant.counts_when_left]
    fewest = "".join(_fewest(variant, title) for variant, title in titles.items() if variant.is_lower_better)
    return (
        "Every game in which a card was moved counts as played; an abandoned game counts as played and "
        f"not as won, and in {listed(ended)} it has no result. {fewest}Repeated deals, custom positions, "
        "tournaments and games with a solution shown have figures of "
        "their own, as has each set of options and each house rule."
    )


def _fewest(variant: type[Variant], title: str) -> str:
    where = f"In {title}"
    if variant.success != "won":
        where = f"Won is a {variant.success} game in {title}, where"
    return f"{where} the fewest {variant.unit.many} are best. "


def _statistics(chosen: argparse.Namespace) -> int:
    from game.storage.statistics import Statistics

    for place in (chosen.csv, chosen.save):
        if place is not None:
            check_place(place)
    folder = _folder_of(chosen.player)
    if chosen.add is not None:
        _add(folder, chosen.add)
    if chosen.save is not None:
        _save(folder, chosen.save)
    if chosen.save is not None and chosen.csv is None and not chosen.json:
        return FINE
    statistics = Statistics(folder, _day_check())
    with failing("the statistics cannot be told"), closing(statistics):
        notices = _read(statistics.rebuild()) if chosen.rebuild else _caught_up(statistics)
        games = statistics.games()
    for sentence in notices:
        complain(sentence)
    if chosen.csv is not None:
        from game.storage.statistics_rows import write_csv

        with failing(f"{chosen.csv} cannot be written"):
            write_csv(chosen.csv, games, _separator(folder))
    if chosen.json:
        print(json.dumps(as_json(games)))
    elif games:
        console = Printer()
        for table in _tables(games):
            console.print(table)
        console.print(EXPLAINED)
    else:
        print("No game was played yet.")
    return FINE


def _folder_of(name: str | None) -> Path:
    """The folder of a player of this machine, of who played last where none is named."""
    players = Players(data_folder())
    if name is None:
        return players.folder
    number = next((key for key, label in players.names.items() if label == name), None)
    if number is None:
        known = ", ".join(filter(None, players.names.values())) or "nobody has a name yet"
        raise CommandError(f"{name}: nobody plays here under that name ({known})", WRONG_INPUT)
    return players.folder_of(number)


def _caught_up(statistics: Statistics) -> list[str]:
    """Imports uncounted records for a few seconds; returns a message."""
    from game.storage.statistics_file import StatisticsError
    from game.storage.statistics_rows import ArchiveScan

    until_s, reading, is_done = time.monotonic() + TIMEOUT_S, ArchiveScan(), False
    try:
        for progress in statistics.catch_up():
            reading = progress
            if time.monotonic() > until_s:
                break
        else:
            is_done = True
    except StatisticsError as error:  # what cannot be read either is told by whoever reads it
        return [*reading.notices, f"not every game is counted yet: {error}"]
    if is_done:
        return reading.notices
    left = reading.count - reading.written
    words = "one game is" if left == 1 else f"{left:,} games are" if left else "some games are"
    return [*reading.notices, f"{words} not counted yet; the program goes on with them, or this command"]


def _read(readings: Iterator[ArchiveScan]) -> list[str]:
    notices: list[str] = []
    for reading in readings:
        notices = reading.notices
    return notices


def _day_check() -> DayCheck:
    """Returns what tells whether a game is that of its day, by the catalogue of deals."""
    from game.session.daily import Dealer, is_of_its_day
    from game.solver.catalogue import read_catalogue

    return partial(is_of_its_day, Dealer(lambda: 1, lambda: read_catalogue(assets_folder() / "deals")))


def _add(folder: Path, path: Path) -> None:
    from game.storage.library import Library
    from game.storage.saved import adding_games

    with (
        failing(f"the games of {path} cannot be added"),
        closing(Library(folder, data_folder(), _day_check())) as library,
    ):
        complain(str(run_to_end(adding_games(library, path)).words).rstrip("."))


def _save(folder: Path, path: Path) -> None:
    from game.storage.library import Library
    from game.storage.saved import saving_games

    with failing(f"{path} cannot be written"):
        count = run_to_end(saving_games(Library(folder, data_folder()), path))
    complain(f"{count:,} {'game is' if count == 1 else 'games are'} in {path}")


def _separator(folder: Path) -> str:
    """Returns the column separator of a CSV file, by the language of the player or of the system."""
    chosen = load_profile(folder / "profile.json").settings.language
    return column_separator(first_known(languages_of(os.environ)) if chosen == SYSTEM else chosen)


FIGURES = (
    *("played", "won", "left", "streak", "longest_streak", "longest_drought"),
    *("best", "mean", "median", "mean_s"),
)
"""Those that are written as JSON."""


def as_json(games: Sequence[PlayedGame]) -> dict[str, Any]:
    """The figures of every game, option set and kind."""
    sets = [
        {
            "variant": name,
            "options": _options(name, options),
            "kind": kind.value,
            **{figure: getattr(totals, figure) for figure in FIGURES},
            "distribution": [list(step) for step in distribution(totals.values)],
        }
        for (name, options), of_set in option_sets(games).items()
        for kind, totals in ((kind, totals_of(results)) for kind, results in by_kind(of_set).items())
    ]
    return {"games": len(games), "sets": sets}


def _options(name: str, options: str) -> dict[str, int | str]:
    """Options by name: those of the rules, and the one of the table if it was chosen."""
    variant = variant_compared(name, options)
    key, _, value = variant.table_option.partition("=")
    is_chosen = variant.table_option in options.split()
    return options_of(variant) | ({key: value} if is_chosen else {})


def _tables(games: Sequence[PlayedGame]) -> Iterator[Table]:
    """A table for each game and set of options, with a line for each kind."""
    from rich import box
    from rich.table import Table

    for (name, options), of_set in option_sets(games).items():
        title = f"{VARIANTS[name].title}, {options}" if options else VARIANTS[name].title
        table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
        table.add_column("", min_width=17)
        for heading in ("Played", "Won", "Left", "Streak", "Best", "Average", "Time"):
            table.add_column(heading, justify="right", min_width=5)
        for kind, results in by_kind(of_set).items():
            figures = totals_of(results)
            share = "" if not figures.won else f" ({100 * figures.won // figures.played} %)"
            table.add_row(
                *(KINDS.get(kind, kind.value), str(figures.played), f"{figures.won}{share}"),
                *(str(figures.left), str(figures.longest_streak)),
                *("–" if figures.best is None else str(figures.best)),
                "–" if figures.mean is None else f"{figures.mean:.1f}",
                "–" if figures.mean_s is None else minutes(figures.mean_s),
                style=None if kind is StatsCategory.COUNTED else "dim",
            )
        yield table

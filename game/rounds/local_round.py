"""Starts and resumes rounds by the wall clock, recording known deals and a clock that was set back."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from game.message import Message
from game.play.deal import Deal
from game.play.game import Game
from game.storage.files import StorageError
from game.storage.journal import Journal
from game.storage.library import Library, UnfinishedGame, play_time_ms
from game.tournament.player import Player
from game.tournament.results_file import span_of
from game.tournament.rounds import (
    CLOCK_SET_BACK,
    KNOWN,
    LOG_CHANGED,
    SET_BACK_LINE,
    TOLERANCE_MS,
    begun_round,
    elapsed_on_return_ms,
    moment_from_text,
    moment_to_text,
    round_tags,
    was_set_back,
)
from game.tournament.state import Seat
from game.tournament.tournament import Tournament


@dataclass
class OpenRound:
    """A round with its journal, ready to be played."""

    seat: Seat
    round_number: int
    game: Game
    tags: dict[str, str]
    journal: Journal | None
    elapsed_ms: int
    trouble: Message | None = None


def opened_tags(
    tournament: Tournament,
    player: Player,
    number: int,
    now: datetime,
    is_known: bool,
    is_set_back: bool,
    was_changed: bool,
) -> dict[str, str]:
    """Returns the record's information about a round started now."""
    tags = {"started": moment_to_text(now), **round_tags(tournament, player, number)}
    tags |= KNOWN if is_known else {}
    tags |= CLOCK_SET_BACK if is_set_back else {}
    return tags | (LOG_CHANGED if was_changed else {})


def is_known(library: Library, deal: Deal) -> bool:
    """Whether a deal was played on this machine before, as far as is known."""
    with suppress(StorageError):
        return library.statistics.was_played(deal)
    return False


def is_before_end(records: Iterable[bytes], now: datetime) -> bool:
    """Whether the wall clock is before the end of one of these rounds."""
    spans = (span_of(data) for data in records)
    latest = max((span.end for span in spans if span is not None), default=now)
    return latest - now > timedelta(milliseconds=TOLERANCE_MS)


def unfinished_round(
    path: Path, data: bytes, tournament: Tournament, player: Player, number: int, now: datetime
) -> UnfinishedGame | None:
    """Returns an unfinished round with the time used so far, or None if it is over.

    Raises:
        FileError: this is not that player's record of that round.
    """
    game, record, damage = begun_round(data, tournament, player, number)
    if game.is_over:
        return None
    started = moment_from_text(record.tags.get("started", ""))
    elapsed_ms = elapsed_on_return_ms(started, now, play_time_ms(game, data))
    return UnfinishedGame(path, record, elapsed_ms, damage, data)


def is_set_back(unfinished: UnfinishedGame, now: datetime) -> bool:
    """Whether the wall clock shows less time since the start than was played."""
    started = moment_from_text(unfinished.record.tags.get("started", ""))
    game, _ = unfinished.record.replay_while_legal()
    return was_set_back(started, now, play_time_ms(game, unfinished.data))


def go_on_with(
    library: Library, unfinished: UnfinishedGame, now: datetime
) -> tuple[Game, Journal | None, Message | None]:
    """Calls `Library.resume` after recording whether the clock was set back; raises StorageError too."""
    game, journal, trouble = library.resume(unfinished)
    if journal is not None and SET_BACK_LINE not in unfinished.data and is_set_back(unfinished, now):
        with suppress(StorageError):  # the next action tells that nothing can be written
            journal.append(SET_BACK_LINE)
    return game, journal, trouble

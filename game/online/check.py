"""Check of a closed round by anybody: deck against commitment, one deck for all, times, replayed scores.

The server's word is not trusted: everything follows from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.cards import NotationError
from game.online.bodies import ClosedRound, PlayedRound
from game.play.deal import Deal
from game.play.game import ControlAction
from game.play.lines import FileError
from game.play.proof import commitment, deal_of
from game.play.record import Record, read_record
from game.rules import find_variant
from game.tournament.player import PERSON
from game.tournament.standings import Tally, round_ranking
from game.tournament.tournament import (
    FORBIDDEN,
    GAME,
    Remark,
    RoundResult,
    moment_from_text,
    played_before,
    remarks_of,
    result_of,
)


class Fault(NamedTuple):
    """A failed check: a word of docs/API.md, whose round, and details in English."""

    code: str
    player: str
    """Player, or empty."""
    reason: str


class Proved(NamedTuple):
    """Replayed result of a round."""

    played: PlayedRound
    result: RoundResult
    remarks: tuple[Remark, ...] = ()
    """Remarks on it."""
    rank: int | None = None
    """Rank, shared by equal players; None for a robot that is not ranked among people."""
    began_ms: int = 0
    """Time from the opening to the start."""
    before: int = 0
    """Number of others who had turned or moved cards by then, without robots."""
    first_ms: int | None = None
    """Play time of the first action; None without one."""


class Checked(NamedTuple):
    """Result of a check, valid if there are no faults; the best round comes first."""

    faults: tuple[Fault, ...]
    proved: tuple[Proved, ...]


def check_round(closed: ClosedRound, promised: str | None = None) -> Checked:
    """Checks a closed round; `promised` is a commitment saved before the round."""
    faults, proved = [*_deck_faults(closed, promised)], []
    try:
        deal = _deal(closed)
    except NotationError as wrong:
        return Checked((*faults, Fault("no_deck", "", str(wrong))), ())
    names: set[str] = set()
    for played in closed.played:
        if played.player in names:
            faults.append(Fault("twice", played.player, "there are two rounds of this player"))
        names.add(played.player)
        try:
            proved.append(_proved(closed, deal, played))
        except FileError as wrong:
            faults.append(Fault("record", played.player, str(wrong)))
    proved = _compared(closed, proved)
    return Checked(tuple(faults), tuple(_ranked(closed, proved)))


def _ranked(closed: ClosedRound, proved: Sequence[Proved]) -> Iterator[Proved]:
    robots = {index for index, game in enumerate(proved) if game.played.kind != PERSON}
    tallies = {index: Tally.of(game.result) for index, game in enumerate(proved)}
    for rank, index, _ in round_ranking(tallies, () if closed.robots_rank else robots):
        yield proved[index]._replace(rank=rank)


def _compared(closed: ClosedRound, proved: Sequence[Proved]) -> list[Proved]:
    """Returns the rounds with what others had done before each was started."""
    first_acts = [
        closed.opened + game.began_ms - game.played.begun + game.first_ms
        for game in proved
        if game.first_ms is not None and game.played.kind == PERSON
    ]
    before = played_before([closed.opened + game.began_ms for game in proved], first_acts)
    return [game._replace(before=count) for game, count in zip(proved, before, strict=True)]


def _deal(closed: ClosedRound) -> Deal:
    name, *options = closed.game.split(" ")
    variant = find_variant(name, options)
    assert isinstance(variant, GAME), "the form allows no other"
    return deal_of(variant, closed.deck)


def _deck_faults(closed: ClosedRound, promised: str | None) -> Iterator[Fault]:
    if commitment(closed.salt, closed.deck) != closed.commitment:
        yield Fault("commitment", "", "salt and deck do not come to the commitment")
    if promised is not None and promised != closed.commitment:
        yield Fault("promise", "", "another commitment was published before the round")
    if (reason := _wrong_times(closed)) is not None:
        yield Fault("times", "", reason)


def _wrong_times(closed: ClosedRound) -> str | None:
    moments = [moment for absence in closed.away for moment in (absence.began, absence.ended)]
    if closed.closed < closed.opened:
        return "the round was closed before it was opened"
    if not closed.is_of_its_version:
        return f"what it tells is not of version {closed.patience_round} of its form"
    if closed.starts is not None and not closed.opened <= closed.starts:
        return "the clocks started before the opening"
    if sorted([closed.opened, *moments, closed.closed]) != [closed.opened, *moments, closed.closed]:
        return "the server was away before the opening, after the close, or twice at once"
    return None


def _proved(closed: ClosedRound, deal: Deal, played: PlayedRound) -> Proved:
    record = read_record(played.record.encode())
    _check_header(closed, deal, played, record)
    for line, entry in zip(record.lines, record.entries, strict=True):
        if entry.action in FORBIDDEN:
            raise FileError(line, FORBIDDEN[entry.action])
    game = record.replay()
    if not played.record.endswith("\n") or not game.is_over:
        raise FileError(None, "the record stops before the game is over")
    moment = moment_from_text(record.tags.get("started", ""))
    if moment is None:
        raise FileError(None, "the record does not say when the round was begun")
    started = round(moment.timestamp() * 1000)
    if not closed.opened <= started <= _moment_of(closed, started, game.elapsed_ms) <= closed.closed:
        raise FileError(None, "the round was not played between its opening and its close")
    _check_start(closed, played, record, started)
    first_ms = record.entries[0].at_ms if record.entries[0].action is not ControlAction.END else None
    began_ms = started + played.begun - closed.opened
    return Proved(played, result_of(game), remarks_of(record, played.begun), None, began_ms, 0, first_ms)


def _moment_of(closed: ClosedRound, started: int, play_ms: int) -> int:
    """When it was so late for a clock that started at a moment: it stood while the server was away."""
    moment = started + play_ms
    for absence in closed.away:
        if absence.began < moment and absence.ended > started:
            moment += absence.ended - max(absence.began, started)
    return moment


def _check_start(closed: ClosedRound, played: PlayedRound, record: Record, started: int) -> None:
    if closed.starts is not None and started != closed.starts:
        raise FileError(None, "its clock did not start with all others")
    if closed.starts is None and played.begun:
        raise FileError(None, "it was begun before its clock started")
    if record.entries[0].at_ms < played.begun:
        raise FileError(None, "it was played before it was begun")


def _check_header(closed: ClosedRound, deal: Deal, played: PlayedRound, record: Record) -> None:
    if record.deal.variant != deal.variant:
        raise FileError(None, "the round is played with other options")
    if record.deal.deck != deal.deck or record.deal.number is not None:
        raise FileError(None, "the record has another deck")
    strength = played.kind.removeprefix("robot ") if played.kind != "person" else None
    wanted = {
        "player": played.player,
        "robot": strength,
        "tournament": closed.tournament,
        "round": str(closed.round),
        "commitment": closed.commitment,
    }
    for key, value in wanted.items():
        if record.tags.get(key) != value:
            raise FileError(None, f"the record is of another {key}, or does not say of which")

"""Finished games for statistics: their result, whether they count, and whether their pace is a hand's.

Actions too fast or too even are not a hand's; the figures were measured with robots of all strengths
(docs/FORMATS.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from game.message import Message, msg, msg_p, verbatim
from game.play.game import ControlAction, End, Game, Playable
from game.play.record import Record
from game.rules import VARIANTS, find_variant
from game.rules.options import options_to_text
from game.rules.position import STOCK, Move
from game.rules.rush import FOUNDATIONS
from game.rules.variant import Outcome, PileKind, Variant

FROM_THE_START, EACH_MS = 5, 100
"""From the fifth action on, the cards have been seen for so long times the number of actions."""
AT_ONCE_MS = 50
"""Interval within which cards going home may be sent by one click."""
EVEN_COUNT, EVEN_MOVES, EVEN_TAPS = 20, 0.15, 0.02
"""So many times apart in a row are even when they vary by less than this share of their mean: those of moves
of cards, which are looked for and aimed at, and those of all actions, among which fingers may drum."""


class Stretch(NamedTuple):
    """Consecutive actions, and the minimum time a hand needs for them."""

    actions: int
    tap_ms: int
    """Time for each tap on the stock, and any other action that moves no card."""
    move_ms: int


STRETCHES = (Stretch(20, 50, 120), Stretch(60, 80, 200))


class Stroke(NamedTuple):
    """An action of a hand, and its entry in the record."""

    entry: int
    at_ms: int
    is_tap: bool


def by_hand(record: Record) -> list[int]:
    """Entries made by the player's hand, without the play-out of a solved game and the time-out."""
    game, found = Game(record.deal), []
    for index, entry in enumerate(record.entries):
        is_timeout = entry.action is ControlAction.END and entry.at_ms == game.variant.limit_ms
        if not game.is_solved and not is_timeout:
            found.append(index)
        game.play(entry.action, entry.at_ms)
    return found


def strokes(record: Record) -> list[Stroke]:
    """Separate actions of a hand; of cards sent home together, only the first."""
    found: list[Stroke] = []
    last_home_ms: int | None = None
    for index in by_hand(record):
        at_ms, action = record.entries[index]
        goes_home = isinstance(action, Move) and action.target in FOUNDATIONS
        is_with_last = goes_home and last_home_ms is not None and at_ms - last_home_ms <= AT_ONCE_MS
        last_home_ms = at_ms if goes_home else None
        if not is_with_last:
            found.append(Stroke(index, at_ms, not isinstance(action, Move) or action == STOCK))
    return found


def too_fast(made: Sequence[Stroke]) -> int | None:
    """Returns the index of the first entry that comes too fast for a hand, or None."""
    for number, stroke in enumerate(made, 1):
        if number >= FROM_THE_START and stroke.at_ms < number * EACH_MS:
            return stroke.entry
        for count, tap_ms, move_ms in STRETCHES:
            row = made[number - count : number] if number >= count else ()
            if row and stroke.at_ms - row[0].at_ms < sum(
                tap_ms if other.is_tap else move_ms for other in row
            ):
                return stroke.entry
    return None


def is_no_hand(game: Playable) -> bool:
    """Whether cards were moved faster, from the start to some move, than any hand can in any game.

    Only moves that are made one by one count; cards sent home together, and keys held down for the stock,
    undo or redo, do not.
    """
    made, last_home_ms = 0, None
    for at_ms, action in game.entries:
        if not isinstance(action, Move) or action == STOCK:
            continue
        is_home = game.variant.piles[action.target].kind is PileKind.FOUNDATION
        is_with_last = is_home and last_home_ms is not None and at_ms - last_home_ms <= AT_ONCE_MS
        last_home_ms = at_ms if is_home else None
        made += not is_with_last
        if made >= FROM_THE_START and at_ms < made * EACH_MS:
            return True
    return False


def is_even(made: Sequence[Stroke]) -> bool:
    """Whether actions, or moves of cards, follow one another too evenly for a hand."""
    apart = [(after.at_ms - before.at_ms, after.is_tap) for before, after in pairwise(made)]
    moves_ms = [ms for ms, is_tap in apart if not is_tap]
    return _has_even_row([ms for ms, _ in apart], EVEN_TAPS) or _has_even_row(moves_ms, EVEN_MOVES)


def _has_even_row(times_ms: Sequence[int], share: float) -> bool:
    rows = (times_ms[at : at + EVEN_COUNT] for at in range(len(times_ms) - EVEN_COUNT + 1))
    return any(_varies_by(row) < share for row in rows)


def _varies_by(times_ms: Sequence[int]) -> float:
    """Standard deviation as a share of the mean."""
    mean_ms = sum(times_ms) / len(times_ms)
    variance = sum((time_ms - mean_ms) ** 2 for time_ms in times_ms) / len(times_ms)
    return float(variance**0.5 / mean_ms) if mean_ms else 0.0


class GameResult(NamedTuple):
    """Result of one game.

    `value` compares results: Rush's total, Spider's score, the stacks of 1-3 Back (fewest is best), the cards
    home of Three Shuffles. It is None in an abandoned game that only its end decides. `figures` are the
    game's own, by name.
    """

    outcome: Outcome
    is_won: bool
    value: int | None
    home: int
    elapsed_ms: int
    moves: int  # without what was taken back
    figures: Mapping[str, int] = MappingProxyType({})


def is_played(game: Game) -> bool:
    """Whether a game counts as played: it was ended, or at least one card was moved."""
    return game.is_over or any(not isinstance(entry.action, ControlAction) for entry in game.entries)


def result_of(game: Game, ends: Sequence[GameResult] | None = None) -> GameResult:
    """Returns a game's result: its best end, or else the table as it was left.

    A game that can be undone or continued after its end has several: a won game of Spider stays won. A caller
    that has followed the game gives its `ends`.
    """
    sign = -1 if game.variant.is_lower_better else 1
    found = ends_of(game) if ends is None else ends
    if not found:
        return present_result(game)
    return max(found, key=lambda end: (end.is_won, sign * (end.value or 0)))


def ends_of(game: Game) -> list[GameResult]:
    """Returns each result of a game that was over and better than those before."""
    if not game.variant.legal_after_the_end:
        return [present_result(game)] if game.is_over else []
    return [_result(game, end, is_over=True, bonus=0) for end in game.ends]


def present_result(game: Playable) -> GameResult:
    """Returns the result of the game as it is now."""
    present = End(game.outcome, game.positions(), game.moves(), game.elapsed_ms)
    return _result(game, present, game.is_over, game.time_bonus)


def _result(game: Playable, end: End, is_over: bool, bonus: int) -> GameResult:
    variant, position = game.variant, end.line[-1]
    value = variant.result(position) if is_over or variant.counts_when_left else None
    return GameResult(
        end.outcome,
        is_over and variant.is_success(position),
        None if value is None else value + bonus,
        variant.home(position),
        end.at_ms,
        len(end.moves),
        {
            **variant.figures(end.line, end.moves),
            **({} if variant.limit_ms is None else {"time_bonus": bonus}),
        },
    )


BEGUN, ELSEWHERE = "begun", "elsewhere"
"""Key and value of a record's about line: the game was gone on with here, but not begun here."""
DAILY = "daily"
"""Key of a record's about line: the day whose deal it is, as 2026-11-21."""

STRENGTHS = (
    *(msg_p("how a robot plays", "beginner"), msg_p("how a robot plays", "regular")),
    *(msg_p("how a robot plays", "expert"), msg_p("how a robot plays", "master")),
)
"""Strengths of robots in records, weakest first."""
_STRENGTH_WORDS: Mapping[str, str] = {strength: strength for strength in STRENGTHS}

LATE = "late"
"""Key of a record's about line: “yes” if the deal of a day was started after that day."""

PROGRAM = "program"
"""Key of a record's about line: the program version that started the game."""


def compared_by(variant: Variant, tags: Mapping[str, str]) -> str:
    """Options by which results are compared: those of the rules, and one of the table if a record tells it.

    >>> compared_by(VARIANTS["spider"](), {"removal": "automatic"})
    'suits=4 removal=automatic'
    """
    key, _, value = variant.table_option.partition("=")
    more = [variant.table_option] if key and tags.get(key) == value else []
    return " ".join([options_to_text(variant), *more])


def variant_compared(name: str, options: str) -> Variant:
    """Returns the rules of such options.

    Raises:
        OptionError: there is no such game, or it has no such options.
    """
    table_option = VARIANTS[name].table_option if name in VARIANTS else ""
    return find_variant(name, [word for word in options.split() if word != table_option])


class StatsCategory(Enum):
    """Whether a game counts, or why it is kept separate."""

    COUNTED = "counted"
    REPLAYED = "replayed"  # the deal was known from an earlier game
    LATE = "late"  # the deal of a day was begun after that day
    SHOWN = "shown"  # the player was shown how to go on
    GIVEN = "given"  # it began from a given position, or is a problem
    TOURNAMENT = "tournament"
    ROBOT = "robot"  # the player did not play it
    TOO_FAST = "too fast"  # no hand can play that fast
    TAKEN_OVER = "taken over"  # somebody else, or nobody known here, played its beginning
    CONTINUED = "continued"  # it was gone on with in another record, which counts in its place


class PlayedGame(NamedTuple):
    """One game of the statistics."""

    order: int  # rises with every game that was put away, whatever the clock says
    file: str  # the name of its record
    variant: str
    options: str  # by which results are compared: "draw=3 limit=300"
    number: int | None  # of the deal
    started: str  # UTC as the clock told it, "" where the record does not say
    kind: StatsCategory
    result: GameResult
    par: int | None  # the fewest stacks that can be reached in this deal of 1-3 Back, where it is known

    @property
    def is_ended(self) -> bool:
        """Whether it was played to an end, not left."""
        return self.result.outcome.value != "playing"


class StatsGroup(NamedTuple):
    """Games that are compared with each other: the same game, options and category."""

    variant: str
    options: str
    kind: StatsCategory
    games: int  # how many
    latest: int  # the order of the last of them


def kind_told(game: Playable, tags: Mapping[str, str]) -> StatsCategory:
    """Returns a game's category as far as its own record tells.

    Whether its deal was known, or the game continued elsewhere, only other records tell.
    """
    if "robot" in tags:
        return StatsCategory.ROBOT
    if "tournament" in tags or "round" in tags:
        return StatsCategory.TOURNAMENT
    # What is played here never names its player: a name came with a file.
    if "player" in tags or tags.get(BEGUN) == ELSEWHERE:
        return StatsCategory.TAKEN_OVER
    if game.deal.number is None:
        return StatsCategory.GIVEN
    if game.was_shown:
        return StatsCategory.SHOWN
    if is_no_hand(game):
        return StatsCategory.TOO_FAST
    if tags.get("replayed") == "yes":
        return StatsCategory.REPLAYED
    return StatsCategory.LATE if tags.get(LATE) == "yes" else StatsCategory.COUNTED


def who_played(tags: Mapping[str, str]) -> Message:
    """The player's name as far as a record tells, a robot always called one; empty when it does not.

    >>> who_played({"player": "Cog", "robot": "regular"}), who_played({"robot": "regular"})
    ('Cog (robot, regular)', 'regular robot')
    """
    name, robot = tags.get("player", "").strip(), tags.get("robot", "").strip()
    if "robot" not in tags:
        return verbatim(name)
    strength = _STRENGTH_WORDS.get(robot, robot)
    if not name:
        return msg("{strength} robot", strength=strength) if robot else msg_p("a player", "robot")
    if not robot:
        return msg("{name} (robot)", name=name)
    return msg("{name} (robot, {strength})", name=name, strength=strength)

"""A tournament: a name, a game of Rush with options, and a deal for each round; its file; played rounds.

Its deals are numbers, or in tournaments made by earlier versions decks (docs/FORMATS.md).

A result is never believed, only recomputed by playing the record back.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Any, NamedTuple

from game.cards import NUMBERS, NotationError
from game.message import msg
from game.play.deal import Deal, deal_number
from game.play.game import ControlAction, Entry, Game
from game.play.lines import FileError, Lines
from game.play.played import by_hand, is_even, strokes, too_fast
from game.play.proof import SealedDeck, deal_of, unveiled
from game.play.record import LIMIT_BYTES, Record, RecordError, read_record, read_record_while_good
from game.play.replay import Replay, course_of, longest_streak
from game.rules import find_variant
from game.rules.options import OptionError, game_text
from game.rules.rush import Rush
from game.rules.variant import Outcome
from game.tournament.player import Player, RefusalError, name_refusal

GAME = Rush
"""Game of all tournaments."""
MAX_ROUNDS = 10
MAX_PLAYERS = 16
LIMITS_S = range(60, 601)
MAX_NAME_LETTERS = 40
ID = re.compile(r"[0-9a-f]{32}", re.ASCII)


class TournamentError(RefusalError):
    """The tournament is not valid; the message is a sentence."""


@dataclass(frozen=True)
class Tournament:
    """Rounds of Rush, each one deal, the same for everybody.

    Raises:
        TournamentError: its name, limit, rounds or deals are not allowed.
    """

    name: str
    game: GAME
    deals: tuple[int | SealedDeck, ...]

    def __post_init__(self) -> None:
        refusal = name_refusal(self.name, MAX_NAME_LETTERS)
        if refusal is not None:
            raise TournamentError.because(refusal)
        if self.game.draw not in (1, 3):
            raise TournamentError.because(msg("rush is played with draw 1 or draw 3"))
        if self.game.undo:
            raise TournamentError.because(msg("a move that showed a card cannot be undone in a round"))
        if self.game.limit not in LIMITS_S:
            raise TournamentError.because(
                msg(
                    "a round lasts from {low} to {high} seconds, not {seconds}",
                    low=LIMITS_S[0],
                    high=LIMITS_S[-1],
                    seconds=self.game.limit,
                )
            )
        if not 1 <= len(self.deals) <= MAX_ROUNDS:
            raise TournamentError.because(msg("a tournament has from 1 to {most} rounds", most=MAX_ROUNDS))
        if len(set(self.deals)) < len(self.deals):
            raise TournamentError.because(msg("every round needs a deal of its own"))
        if not all(0 <= deal < NUMBERS for deal in self.deals if isinstance(deal, int)):
            raise TournamentError.because(msg("a deal number is between 0 and 2^64 − 1"))

    @property
    def limit_ms(self) -> int:
        """Time limit of every round."""
        return self.game.limit * 1000

    @property
    def rounds(self) -> int:
        """Number of rounds."""
        return len(self.deals)

    @property
    def id(self) -> str:
        """32 hexadecimal digits computed from game, options and deals, not from the name."""
        deals = [str(deal) if isinstance(deal, int) else deal.commitment for deal in self.deals]
        lines = [game_text(self.game), *deals]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]

    def deal(self, round_number: int) -> Deal:
        """Deal of a round; rounds count from 1."""
        deal = self.deals[round_number - 1]
        return deal_number(self.game, deal) if isinstance(deal, int) else deal_of(self.game, deal.deck)


LARGEST = 4096
NEWEST = 2
_DEAL = re.compile(r"0|[1-9][0-9]{0,19}", re.ASCII)


def digest_line(data: bytes) -> str:
    """Last line of a file whose other lines are `data`."""
    return f"end {hashlib.sha256(data).hexdigest()[:32]}\n"


def expect_digest(lines: Lines, data: bytes, digest: str) -> None:
    """Raises FileError unless the line just read closes the file and fits it; `digest` is its content."""
    if not lines.is_at_end:
        raise FileError(lines.number + 1, msg("nothing may follow the line “end …”"))
    start = data.rindex(b"\n", 0, len(data) - 1) + 1
    if digest_line(data[:start]) != f"end {digest}\n":
        raise lines.wrong(msg("the file was changed after it was written: its digest does not match"))


def tournament_text(tournament: Tournament) -> str:
    """Formats a tournament whose deals are numbers as a file."""
    text = f"patience tournament 1\nname {tournament.name}\n"
    text += f"game {game_text(tournament.game)}\n"
    for number, deal in enumerate(tournament.deals, 1):
        assert isinstance(deal, int), "decks are of earlier versions"
        text += f"round {number} {deal}\n"
    return text + digest_line(text.encode())


def read_tournament(data: bytes) -> Tournament:
    """Parses a tournament from a file; raises FileError if it is none, damaged or of a newer version."""
    lines = Lines(data, LARGEST)
    read_deal = _deal if lines.expect_version("tournament", NEWEST) == 1 else _sealed_deck
    name = lines.word("name")
    name_line = lines.number
    game = _game(lines)
    deals: list[Any] = []
    while True:
        word, _, rest = lines.line().partition(" ")
        if word == "end":
            break
        if word != "round":
            raise lines.wrong(msg("a line “round …” or “end …” is expected here"))
        if len(deals) == MAX_ROUNDS:
            raise lines.wrong(msg("a tournament has at most {most} rounds", most=MAX_ROUNDS))
        number, _, text = rest.partition(" ")
        if number != str(len(deals) + 1):
            raise lines.wrong(msg("round {number} is expected here", number=len(deals) + 1))
        deals.append(read_deal(lines, text))
        if deals[-1] in deals[:-1]:
            raise lines.wrong(msg("this deal was already used in another round"))
    expect_digest(lines, lines.data, rest)
    try:
        return Tournament(name, game, tuple(deals))
    except TournamentError as wrong:
        line = lines.number if not deals else name_line
        raise FileError(line, wrong.reason) from None


def _game(lines: Lines) -> GAME:
    name, *options = lines.word("game").split(" ")
    try:
        game = find_variant(name, options)
        if not isinstance(game, GAME):
            raise OptionError(msg("tournaments are played in {game}", game=GAME.name))
        Tournament("limits", game, (0,))
    except OptionError as wrong:
        raise lines.wrong(str(wrong)) from None
    except TournamentError as wrong:
        raise lines.wrong(wrong.reason) from None
    return game


def _deal(lines: Lines, text: str) -> int:
    if not _DEAL.fullmatch(text) or int(text) >= NUMBERS:
        raise lines.wrong(msg("“{text}” is not a deal number from 0 to 2^64 − 1", text=text[:40]))
    return int(text)


def _sealed_deck(lines: Lines, text: str) -> SealedDeck:
    commitment, *veiled = text.split(" ")
    with suppress(NotationError, TypeError):
        deck = unveiled(*veiled)
        if deck.commitment == commitment:
            return deck
    raise lines.wrong(msg("no sealed deck matches its commitment"))


FORBIDDEN = {
    ControlAction.REDO: msg("there is no redo in a round"),
    ControlAction.SHOWN: msg("no solution is shown in a round"),
}
OF_ANOTHER = {
    "player": msg("the record is another player’s, or does not say whose it is"),
    "robot": msg("the record is another robot’s, or does not say whose it is"),
    "tournament": msg("the record is from another tournament, or does not say which"),
    "round": msg("the record is from another round, or does not say which"),
}
"""Refusals of records that belong elsewhere, by the key that differs."""
WENT_SHARE, WENT_ACTS = 5, 30
"""Who has acted less often, uses less than this part of the time and has not won has gone."""


class Remark(Enum):
    """A remark on a round, shown wherever the round is; it does not change the result."""

    FAST = msg("no hand can play that fast")
    EVEN = msg("the pace is as even as a machine’s")
    WENT = msg("turned cards and left")


class RoundResult(NamedTuple):
    """Result of a round; `elapsed_ms` is the time used."""

    score: int
    bonus: int
    home: int
    elapsed_ms: int
    outcome: Outcome

    @property
    def total(self) -> int:
        """Score plus bonus."""
        return self.score + self.bonus


def result_of(game: Game) -> RoundResult:
    """Returns the result of a finished game of Rush."""
    return RoundResult(
        game.score or 0, game.time_bonus, game.variant.home(game.position), game.elapsed_ms, game.outcome
    )


def round_tags(tournament: Tournament, player: Player, round_number: int) -> dict[str, str]:
    """Returns a round record's information besides the game: player, robot's strength, tournament, round."""
    tags = {"player": player.name}
    if player.strength is not None:
        tags["robot"] = player.strength
    return {**tags, "tournament": tournament.id, "round": str(round_number)}


def remarks_of(record: Record, begun_ms: int) -> tuple[Remark, ...]:
    """Returns the remarks on a valid record of a round that was started at this play time."""
    went = turned_and_went(record, begun_ms)
    return *pace_remarks(record), *([Remark.WENT] if went else [])


def pace_remarks(record: Record) -> tuple[Remark, ...]:
    """Returns the remarks on a person's times; a robot's are random. The record is valid."""
    if "robot" in record.tags:
        return ()
    made = strokes(record)
    if too_fast(made) is not None:
        return (Remark.FAST,)
    return (Remark.EVEN,) if is_even(made) else ()


def turned_and_went(record: Record, begun_ms: int = 0) -> bool:
    """Whether a person looked at cards and left most of the time unused, without winning.

    The record is valid; its player started at this play time.
    """
    made, limit_ms = by_hand(record), record.deal.variant.limit_ms or 0
    acts = [record.entries[index] for index in made if record.entries[index].action is not ControlAction.END]
    if "robot" in record.tags or not 0 < len(acts) < WENT_ACTS or record.replay().outcome is Outcome.WON:
        return False
    return (acts[-1].at_ms - begun_ms) * WENT_SHARE < limit_ms - begun_ms


def played_before(began: Sequence[int], first_acts: Iterable[int | None]) -> list[int]:
    """For each start, how many others had acted by then; None for players who never did."""
    moments = sorted(moment for moment in first_acts if moment is not None)
    return [bisect_left(moments, moment) for moment in began]


def moments_of(data: bytes) -> tuple[int | None, int]:
    """When a game's first ace came home, in ms of play time, and its longest streak; raises FileError."""
    replay = Replay(read_record(data))
    home = (step for step in range(1, replay.last + 1) if replay.variant.home(replay.position(step)))
    first = next(home, None)
    aces = None if first is None else replay.times_ms[first]
    return aces, longest_streak(course_of(replay).earned_ms)


class Scored(NamedTuple):
    """A score, and the play time from which a game had it, in ms."""

    at_ms: int
    score: int


def scores_of(data: bytes) -> list[Scored]:
    """Score over time of a record: its start, each change, and the end without a bonus; raises FileError."""
    record = read_record(data)
    game = Game(record.deal)
    found = [Scored(0, game.score or 0)]
    for at_ms, action in record.entries:
        game.play(action, at_ms)
        if game.score != found[-1].score:
            found.append(Scored(at_ms, game.score or 0))
    return [*found, Scored(game.elapsed_ms, game.score or 0)]


def closed(game: Game) -> list[Entry]:
    """Ends a game whose time is up; returns the actions done, in order.

    A solved game plays itself out at the time at which it was solved, as it does at the table.
    """
    before = len(game.entries)
    while not game.is_over:
        move = game.next_play_out()
        if move is not None:
            game.play(move, game.elapsed_ms)
        else:
            game.play(ControlAction.END, game.variant.limit_ms or game.elapsed_ms)
    return game.entries[before:]


def prove_round(data: bytes, tournament: Tournament, player: Player, round_number: int) -> RoundResult:
    """Returns the result of a round's record if it is that player's record of that round.

    Raises:
        FileError: it is not, or it is not valid; the line is counted within the record.
    """
    game, _, wrong = begun_round(data, tournament, player, round_number)
    if wrong is not None:
        raise wrong
    if not data.endswith(b"\n"):
        raise FileError(data.count(b"\n") + 1, msg("the last line is incomplete"))
    if not game.is_over:
        raise FileError(data.count(b"\n"), msg("the record stops before the game is over"))
    return result_of(game)


def begun_round(
    data: bytes, tournament: Tournament, player: Player, round_number: int
) -> tuple[Game, Record, RecordError | None]:
    """Returns a player's round, cut where its record stops being valid, and the error there, if any.

    Raises:
        FileError: it is not that player's record of that round.
    """
    Lines(data, LIMIT_BYTES).expect_version("")
    record, damage = read_record_while_good(data)
    _check_deal(record, data, tournament, round_number)
    _check_tags(record.tags, data, round_tags(tournament, player, round_number))
    _check_actions(record)
    game, refused = record.replay_while_legal()
    return game, Record.of(game, record.tags), refused or damage


def _check_deal(record: Record, data: bytes, tournament: Tournament, round_number: int) -> None:
    if record.deal.variant != tournament.game:
        raise FileError(line_of(data, "variant"), msg("the round is played with other options"))
    wanted = tournament.deal(round_number)
    if (record.deal.deck, record.deal.number) != (wanted.deck, wanted.number):
        raise FileError(
            line_of(data, "deal"), msg("this is not the deal of round {number}", number=round_number)
        )


def _check_tags(tags: Mapping[str, str], data: bytes, wanted: Mapping[str, str]) -> None:
    line = line_of(data, "about")
    for key, refusal in OF_ANOTHER.items():
        if tags.get(key) != wanted.get(key):
            raise FileError(line, refusal)


def _check_actions(record: Record) -> None:
    for line, entry in zip(record.lines, record.entries, strict=True):
        if isinstance(entry.action, ControlAction) and entry.action in FORBIDDEN:
            raise FileError(line, FORBIDDEN[entry.action])


def line_of(data: bytes, word: str) -> int:
    """Number of the header line that begins with a word; of the empty line if there is none."""
    head = data.split(b"\n\n", 1)[0].split(b"\n")
    begins = word.encode() + b" "
    found = (number for number, line in enumerate(head, 1) if line.startswith(begins))
    return next(found, len(head) + 1)


_FORM = "%Y-%m-%dT%H:%M:%S.%fZ"


def moment_to_text(moment: datetime) -> str:
    """Formats a moment for a round's record, to the millisecond.

    >>> moment_to_text(datetime(2026, 11, 21, 7, 13, 34, 5000, tzinfo=UTC))
    '2026-11-21T07:13:34.005Z'
    """
    text = moment.astimezone(UTC).strftime(_FORM)
    return f"{text[:-4]}Z"


def moment_from_text(text: str) -> datetime | None:
    """The moment that was written, or None."""
    try:
        return datetime.strptime(text, _FORM).replace(tzinfo=UTC)
    except ValueError:
        return None


def elapsed_on_return_ms(started: datetime | None, now: datetime, written_ms: int) -> int:
    """The time used of a round that is resumed.

    `written_ms` is the last play time written. A clock set back gives no time back: at least that counts.
    """
    if started is None:
        return written_ms
    return max(written_ms, (now - started) // timedelta(milliseconds=1))

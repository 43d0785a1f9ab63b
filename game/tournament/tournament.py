"""A tournament: a name, a game of Rush with options, and a deal for each round; and its file.

Its deals are numbers, or in tournaments made by earlier versions decks (docs/FORMATS.md).
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from game.cards import NUMBERS, NotationError
from game.message import msg
from game.play.deal import Deal, deal_number
from game.play.lines import FileError, Lines
from game.play.proof import SealedDeck, deal_of, unveiled
from game.rules import find_variant
from game.rules.options import OptionError, game_text
from game.rules.rush import Rush
from game.tournament.player import RefusalError, name_refusal

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


LIMIT_BYTES = 4096
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
    lines = Lines(data, LIMIT_BYTES)
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

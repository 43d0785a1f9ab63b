"""Contract of a game: its piles, legal moves, their consequences, and its notation.

A `Variant` is made of its options and otherwise stateless; all it does is to
answer questions about a `Position`. It must not know time, files, undo or screens.
A new game fills in the methods that raise NotImplementedError and overrides what differs.

A complete game, with nothing left out: thirteen fans of four cards, one card moves at a
time, and only home, up in suit.

>>> from game.message import msg
>>> from game.rules.position import goes_home
>>> class Homeward(Variant):
...     name = "homeward"
...     title = "Homeward"
...     piles = pile_specs(foundations=4, columns=13)
...
...     def deal(self, deck, number=0):
...         fans = [tuple(each.up for each in deck[4 * fan : 4 * fan + 4]) for fan in range(13)]
...         return Position(((),) * 4 + tuple(fans))
...
...     def lift_refusal(self, position, pile, count):
...         if pile < 4 or count > 1:
...             return msg("Only the top card of a fan may move.")
...
...     def drop_refusal(self, position, move):
...         card = position.piles[move.source][-1]
...         if move.target != card.suit or not goes_home(card, position.piles[move.target]):
...             return msg("{card} has no place there.", card=card)
...
...     def outcome(self, position):
...         return Outcome.WON if self.home(position) == 52 else None

>>> game = Homeward()
>>> dealt = game.deal(game.pack())
>>> [game.move_to_text(move) for move in game.legal_moves(dealt)]
['t10>f4']
>>> dealt = game.deal(game.pack()[::-1])
>>> [game.move_to_text(move) for move in game.legal_moves(dealt)]
['t13>f1']
>>> after = game.apply(dealt, game.move_from_text("t13>f1"))
>>> game.position_to_text(after).splitlines()[0], game.home(after), game.outcome(after)
('pile f1 AC', 1, None)
>>> game.apply(after, game.move_from_text("t1>f1"))
Traceback (most recent call last):
...
game.rules.variant.IllegalMove: 10♠ has no place there.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import ClassVar

from game.cards import Card, NotationError, standard_pack
from game.message import Message, msg, msg_p
from game.rules.options import CARDS_HOME, Landmark, Options, PileNames, Unit
from game.rules.position import STOCK, Move, Pile, PileSpec, Position, pile_to_text, piles_from_texts
from game.rules.position import PileKind as PileKind
from game.rules.position import pile_specs as pile_specs

_MOVE = re.compile(r"([a-z0-9]{1,5})>([a-z0-9]{1,5})(?::([1-9][0-9]{0,2}))?", re.ASCII)


class Notation(ABC):
    """Reads and writes the moves and positions of a game with these piles and counters."""

    title: ClassVar[str]
    piles: ClassVar[tuple[PileSpec, ...]]
    counters: ClassVar[type[tuple[int, ...]]] = tuple
    """A NamedTuple of integers with defaults, or `tuple` for a game that counts nothing."""
    _indexes: ClassVar[dict[str, int]] = {}
    """Index of each pile by name."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "piles" in vars(cls):
            cls._indexes = {place.name: index for index, place in enumerate(cls.piles)}

    @abstractmethod
    def opening_counters(self, piles: tuple[Pile, ...]) -> tuple[int, ...]:
        """Counters at the start of a game from given piles."""

    def pile_index(self, name: str) -> int:
        """Returns the index of the pile called `name`; raises NotationError if this game has no such pile."""
        try:
            return self._indexes[name]
        except KeyError:
            raise NotationError(
                msg("there is no pile “{pile}” in {game}", pile=name[:20], game=self.title)
            ) from None

    def move_to_text(self, move: Move) -> str:
        """Formats a move in our notation: `t3>t5:4`, `waste>f2`, `stock`."""
        if move == STOCK:
            return "stock"
        count = "" if move.count == 1 else f":{move.count}"
        return f"{self.piles[move.source].name}>{self.piles[move.target].name}{count}"

    def move_from_text(self, text: str) -> Move:
        """Parses a move in our notation, legal or not.

        Raises:
            NotationError: the text is no move, or names a pile this game does not have.
        """
        if text == "stock":
            return STOCK
        source, _, target = text.partition(">")
        indexes = self._indexes
        if source in indexes and target in indexes:
            return Move(indexes[source], indexes[target])
        match = _MOVE.fullmatch(text)
        if match is None or match[3] == "1":
            raise NotationError(msg("“{text}” is not an action", text=text[:40]))
        source, target, count = match.groups()
        return Move(self.pile_index(source), self.pile_index(target), int(count or 1))

    def position_to_text(self, position: Position) -> str:
        """Formats a position: a line `pile t1 (4D) JC` for each pile with cards, then counters unless new."""
        lines = [
            f"pile {place.name} {pile_to_text(pile)}"
            for place, pile in zip(self.piles, position.piles, strict=True)
            if pile
        ]
        if position.counters != self.opening_counters(position.piles):
            named = zip(getattr(self.counters, "_fields", ()), position.counters, strict=True)
            lines.append(" ".join(["tally", *(f"{name}={value}" for name, value in named)]))
        return "\n".join(lines)

    def position_from_text(self, text: str) -> Position:
        """Parses what `position_to_text` writes; cards may be missing, for small examples.

        Raises:
            NotationError: a line is not a pile of this game, or comes twice.
        """
        texts: dict[str, str] = {}
        counts: dict[str, int] = {}
        for line in text.strip().splitlines():
            word, _, rest = line.strip().partition(" ")
            if word == "tally":
                counts = {name: int(value) for name, _, value in (w.partition("=") for w in rest.split())}
                continue
            name, _, cards = rest.partition(" ")
            if word != "pile" or name in texts or not cards:
                raise NotationError(msg("“{text}” is not a pile", text=line.strip()[:40]))
            texts[self.piles[self.pile_index(name)].name] = cards
        piles = piles_from_texts([texts.get(place.name, "") for place in self.piles])
        return Position(piles, self.counters(**counts) if counts else self.opening_counters(piles))


NO_STOCK = msg("This game has no stock.")


class IllegalMove(ValueError):  # noqa: N818 - the players' word, as python-chess has it
    """The rules refuse an action; the text is a sentence for the player."""


class Outcome(Enum):
    """Outcome of a game."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    ENDED = "ended"
    TIMEOUT = "timeout"
    OVER = "over"


class Variant(Notation, Options):
    """The rules of one game with its options; see the module for a complete example."""

    name: ClassVar[str]
    short_title: ClassVar[str] = ""
    """Name of the game in a sentence, if shorter than its title."""
    may_lack_cards: ClassVar[bool] = False
    """Whether a given position need not hold the whole pack."""
    deals_can_be_won: ClassVar[bool] = False
    """Whether only winnable deals are offered."""
    can_end: ClassVar[bool] = False
    """Whether the player may end the game with `end`."""
    table_option: ClassVar[str] = ""
    """Key and value of a record's about line that keep its results apart from others of the same options."""
    legal_after_the_end: ClassVar[frozenset[str]] = frozenset()
    """Actions allowed once the outcome is decided: of "move", "undo", "redo".

    Without "move" no move is legal where there is an outcome.
    """
    unit: ClassVar[Unit] = CARDS_HOME
    """Unit of results."""
    is_lower_better: ClassVar[bool] = False
    """Whether the smaller of two results is better."""
    best_result: ClassVar[int | None] = None
    """The result that no game can better; None if there is always a better one, such as a faster win."""
    success: ClassVar[str] = msg_p("number of games", "won")
    """Name of a game for which `is_success` holds."""
    figure_columns: ClassVar[Mapping[str, str]] = {}
    """Names of `figures`, each with its column in a table of many games."""
    stock_words: ClassVar[Message] = msg("Turn the stock")
    """The stock action in words, for a hint."""
    pile_names: ClassVar[PileNames] = PileNames()
    daily_options: ClassVar[tuple[str, ...]] = ()
    """Options of its deal of the day, such as `suits=1`."""
    counts_when_left: ClassVar[bool] = True
    """Whether a game left before its end has a result."""

    # What every game must say ------------------------------------------------------------

    @abstractmethod
    def deal(self, deck: Pile, number: int = 0) -> Position:
        """Deals `deck` from index 0 on; reshuffles follow from `number`."""

    @abstractmethod
    def lift_refusal(self, position: Position, pile: int, count: int) -> Message | None:
        """Returns why the top `count` cards (1 to all) of a pile cannot be picked up, or None."""

    @abstractmethod
    def drop_refusal(self, position: Position, move: Move) -> Message | None:
        """Returns why cards that can be lifted cannot be dropped on `move.target` (even source), or None."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """Returns how the game has ended at this position, or None while it is running."""

    # What a game overrides when it differs -------------------------------------------------

    def pack(self) -> Pile:
        """The cards of this game in pack order, face down."""
        return standard_pack()

    def stock_refusal(self, position: Position) -> Message | None:
        """Returns why the stock action is not allowed now, or None."""
        return NO_STOCK

    def after_move(self, position: Position, move: Move) -> Position:
        """Returns the position after a legal `move`, with all its consequences."""
        return Position(self.moved(position, move), position.counters)

    def undo_refusal(self, before: Position, move: Move) -> Message | None:
        """Returns why `move`, made at `before`, cannot be undone, or None."""
        return None

    def opening_counters(self, piles: tuple[Pile, ...]) -> tuple[int, ...]:
        return self.counters()

    def start_refusal(self, position: Position) -> Message | None:
        """Returns why no game can start from given piles, apart from missing and surplus cards, or None."""
        return None

    def score(self, position: Position) -> int | None:
        """Points on the table, without a time bonus; None if the game has no score."""
        return self.home(position)

    def result(self, position: Position) -> int | None:
        """The value by which games are compared, in `unit`: the score, if any, without a time bonus."""
        return self.score(position)

    def empty_stock_words(self, position: Position) -> Message | None:
        """What else is told as the stock has been emptied, or None."""
        return None

    def is_best(self, position: Position) -> bool:
        """Whether no game can end better than one that ends at this position."""
        return self.best_result is not None and self.result(position) == self.best_result

    def is_success(self, position: Position) -> bool:
        """Whether a game that has ended at this position counts as won."""
        return self.outcome(position) is Outcome.WON

    def figures(self, line: Sequence[Position], moves: Sequence[Move]) -> dict[str, int]:
        """Further statistics of the game by name; `moves[i]` leads from `line[i]` to the next position."""
        return {}

    def landmark(self, before: Position, move: Move) -> Landmark | None:
        """Returns the landmark that a legal `move` at `before` is in a replay, or None."""
        return None

    def time_bonus(self, position: Position, elapsed_ms: int) -> int:
        """Points for unused time if the game ends now."""
        return 0

    @property
    def limit_ms(self) -> int | None:
        """Play time after which the game is over, or None."""
        return None

    def is_auto_finishing(self, position: Position) -> bool:
        """Whether the clock has stopped and only moves home are left."""
        return False

    def send_home(self, position: Position, pile: int) -> Move | None:
        """Returns the move that sends the top card of a pile to a foundation, or None."""
        if not position.piles[pile]:
            return None
        for target, place in enumerate(self.piles):
            move = Move(pile, target)
            if place.kind is PileKind.FOUNDATION and target != pile and self.is_legal(position, move):
                return move
        return None

    # What follows from the above, for every game -------------------------------------------

    def home(self, position: Position) -> int:
        """Number of cards on the foundations, or removed."""
        return sum(
            len(pile)
            for pile, place in zip(position.piles, self.piles, strict=True)
            if place.kind is PileKind.FOUNDATION
        )

    @property
    def line_unit(self) -> Unit:
        """Unit of `line_value`."""
        return self.unit if self.is_lower_better else CARDS_HOME

    def line_value(self, position: Position) -> int:
        """Value of a line that ends here: the result if the fewest is best, else the cards home."""
        return (self.result(position) or 0) if self.is_lower_better else self.home(position)

    def can_lift(self, position: Position, pile: int, count: int) -> bool:
        """Whether the top `count` cards of a pile may be picked up."""
        return 1 <= count <= len(position.piles[pile]) and not self.lift_refusal(position, pile, count)

    def can_drop(self, position: Position, move: Move) -> bool:
        """Whether cards that can be lifted may be dropped on `move.target`."""
        return self.drop_refusal(position, move) is None

    def refusal(self, position: Position, move: Move) -> Message | None:
        """Returns why `move` is illegal, as a sentence for the player, or None."""
        if move == STOCK:
            return self.stock_refusal(position)
        source, target, count = move
        if not (0 <= source < len(self.piles) and 0 <= target < len(self.piles)):
            return msg("There is no such pile.")
        if not 1 <= count <= len(position.piles[source]):
            return msg("There are not that many cards.")
        return self.lift_refusal(position, source, count) or self.drop_refusal(position, move)

    def is_legal(self, position: Position, move: Move) -> bool:
        """Whether the rules allow `move`."""
        return self.refusal(position, move) is None

    def apply(self, position: Position, move: Move) -> Position:
        """Returns the position after `move`; raises IllegalMove if the rules refuse it."""
        refusal = self.refusal(position, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        return self.after_move(position, move)

    def legal_moves(self, position: Position) -> list[Move]:
        """Returns every legal move once, sorted, useless ones included."""
        found = [] if self.stock_refusal(position) else [STOCK]
        for source, pile in enumerate(position.piles):
            for count in range(1, len(pile) + 1):
                if self.lift_refusal(position, source, count) is None:
                    moves = (Move(source, target, count) for target in range(len(self.piles)))
                    found += [move for move in moves if self.can_drop(position, move)]
        return sorted(found)

    def targets(self, position: Position, pile: int, count: int) -> list[int]:
        """Returns the piles on which the top `count` cards of `pile`, once lifted, may be dropped."""
        moves = (Move(pile, target, count) for target in range(len(self.piles)))
        return [move.target for move in moves if self.can_drop(position, move)]

    @staticmethod
    def moved(position: Position, move: Move) -> tuple[Pile, ...]:
        """Returns the piles after the cards of `move` were put on their target, nothing else changed."""
        source, target, count = move
        piles = list(position.piles)
        cards = piles[source][-count:]
        piles[source] = piles[source][:-count]
        piles[target] = piles[target] + cards
        return tuple(piles)

    def check_start(self, position: Position) -> None:
        """Raises NotationError unless a game can start from a position: all cards, in a possible order."""
        pack = self.pack()
        cards = sorted([card.identity for pile in position.piles for card in pile])
        if cards != sorted([card.identity for card in pack]):  # else it is the pack to the card
            have = Counter(card.up.text for pile in position.piles for card in pile)
            want = Counter(card.up.text for card in pack)
            for text in sorted(have | want):
                if have[text] > want[text]:
                    raise NotationError(
                        msg(
                            "{card} occurs {count} times instead of {right}",
                            card=text,
                            count=have[text],
                            right=want[text],
                        )
                    )
                if have[text] < want[text] and not self.may_lack_cards:
                    raise NotationError(msg("{card} is missing", card=text))
        refusal = self.start_refusal(position)
        if refusal is not None:
            raise NotationError(refusal)


def top(pile: Pile) -> Card | None:
    """Returns the available card of a pile, or None if it is empty."""
    return pile[-1] if pile else None

"""Record of a game: autosave, saved game, replay and proof in one file, with pictures for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from types import MappingProxyType
from urllib.parse import quote

from game.message import msg
from game.play.deal import Deal
from game.play.game import Action, ControlAction, Entry, Game, Playable
from game.play.phrases import minutes
from game.play.record_reader import FIRST_LINE as FIRST_LINE
from game.play.record_reader import LIMIT_BYTES as LIMIT_BYTES
from game.play.record_reader import LIMIT_ENTRIES as LIMIT_ENTRIES
from game.play.record_reader import RecordError as RecordError
from game.play.record_reader import RecordReader
from game.play.record_reader import action_from_text as action_from_text
from game.play.slices import ENTRIES_A_SLICE, Slices, run_to_end
from game.rules.options import game_text
from game.rules.position import Pile, pile_to_text
from game.rules.variant import IllegalMove, PileKind, Variant

MAX_ABREAST = 12
"""Maximum number of columns drawn side by side; more are a line each."""
INDENT = "#   "


def picture_comments(game: Game) -> str:
    """Draws the present table in comment lines: its game, the piles at its edge, and the columns.

    >>> from game.play.deal import deal_number
    >>> from game.rules import find_variant
    >>> print(picture_comments(Game(deal_number(find_variant("rush"), 1))), end="")
    # Solitaire Rush, deal 1, after 0:00: score 0
    # Bottom card first; face-down cards in parentheses.
    #
    #   stock  24 cards, face down
    #   waste  –
    #
    #    t1    t2    t3    t4    t5    t6    t7
    #    7D   (9C)  (4D)  (8H)  (8D)  (5S)  (JD)
    #          6D   (9S)  (JC)  (5D)  (KD)  (3C)
    #                2D   (JH)  (5H)  (7H)  (4H)
    #                      2C   (AD)  (6S)  (KC)
    #                            KH   (TH)  (TS)
    #                                  JS   (TD)
    #                                        8S
    """
    kinds = [place.kind for place in game.variant.piles]
    named = [(place.name, pile) for place, pile in zip(game.variant.piles, game.position.piles, strict=True)]
    edge = [
        f"{name:<6} {_line(pile)}"
        for (name, pile), kind in zip(named, kinds, strict=True)
        if kind is not PileKind.COLUMN and (pile or kind in (PileKind.STOCK, PileKind.WASTE))
    ]
    columns = [pile for pile, kind in zip(named, kinds, strict=True) if kind is PileKind.COLUMN]
    drawn = _side_by_side(columns) if len(columns) <= MAX_ABREAST else _one_below_the_other(columns)
    paragraphs = [edge, drawn]
    lines = [f"# {_headline(game)}", "# Bottom card first; face-down cards in parentheses."]
    for paragraph in paragraphs:
        if paragraph:
            lines += ["#", *(f"{INDENT}{line}".rstrip() for line in paragraph)]
    return "\n".join(lines) + "\n"


def _headline(game: Game) -> str:
    deal = str(game.deal.words) if game.deal.number is None else f"deal {game.deal.number}"
    return f"{game.variant.title}, {deal}, after {minutes(game.elapsed_ms / 1000)}: {game.result_words}"


def _line(pile: Pile) -> str:
    if not pile:
        return "–"
    if len(pile) > 1 and not any(card.face_up for card in pile):
        return f"{len(pile)} cards, face down"
    return pile_to_text(pile)


def _side_by_side(columns: list[tuple[str, Pile]]) -> list[str]:
    def cell(text: str) -> str:
        return f"{text:<6}" if text.startswith("(") else f" {text:<5}"

    head = "".join(f" {name:<5}" for name, _ in columns)
    rows = zip_longest(*([card.text for card in pile] for _, pile in columns), fillvalue="")
    return [head, *("".join(cell(text) for text in row) for row in rows)]


def _one_below_the_other(columns: list[tuple[str, Pile]]) -> list[str]:
    last = max((index for index, (_, pile) in enumerate(columns) if pile), default=-1)
    return [f"{name:<4} {_line(pile)}" for name, pile in columns[: last + 1]]


class Record:
    """A deal, information about the game, and its timed actions with their line numbers."""

    def __init__(
        self,
        deal: Deal,
        tags: Mapping[str, str] = MappingProxyType({}),
        entries: tuple[Entry, ...] = (),
        lines: tuple[int, ...] = (),
    ) -> None:
        self.deal, self.tags, self.entries, self.lines = deal, tags, entries, lines

    @classmethod
    def of(cls, game: Playable, tags: Mapping[str, str] = MappingProxyType({})) -> Record:
        """Returns the record of a game as far as it was played."""
        return cls(game.deal, tags, tuple(game.entries))

    def __eq__(self, other: object) -> bool:
        """Whether the same was played; line numbers may differ."""
        if not isinstance(other, Record):
            return NotImplemented
        return (self.deal, self.tags, self.entries) == (other.deal, other.tags, other.entries)

    __hash__ = None  # type: ignore[assignment]  # what is told about a game may be a dictionary

    def replay(self) -> Game:
        """Returns the game after all entries; raises RecordError if the rules refuse one."""
        game, error = self.replay_while_legal()
        if error is not None:
            raise error
        return game

    def replay_while_legal(self) -> tuple[Game, RecordError | None]:
        """Returns the game as far as the rules allow, and the error that stopped it, if any."""
        game = Game(self.deal)
        return game, run_to_end(self.replaying(game))

    def replaying(self, game: Game) -> Slices[RecordError | None]:
        """Plays the entries in a fresh `game` as far as the rules allow; returns the error met, if any."""
        entries = self.entries
        for start in range(0, len(entries), ENTRIES_A_SLICE):
            for entry in entries[start : start + ENTRIES_A_SLICE]:
                try:
                    game.enter(entry)
                except IllegalMove as refused:
                    return self._refused(len(game.entries), refused)
            if start + ENTRIES_A_SLICE <= len(entries):
                yield len(game.entries) / len(entries)
        return None

    def playing(self, game: Game) -> Iterator[Game]:
        """Plays the entries in a fresh `game`; yields the same game after each.

        Raises:
            RecordError: the rules refuse an entry; those before it are played.
        """
        for index, entry in enumerate(self.entries):
            try:
                game.enter(entry)
            except IllegalMove as refused:
                raise self._refused(index, refused) from refused
            yield game

    def _refused(self, index: int, refused: IllegalMove) -> RecordError:
        """Returns the error about an entry that the rules refuse."""
        line = self.lines[index] if self.lines else None
        text = action_to_text(self.deal.variant, self.entries[index].action)
        return RecordError(line, msg("“{action}” is refused: {reason}", action=text, reason=str(refused)))


def header_text(deal: Deal, tags: Mapping[str, str]) -> str:
    """Returns the header of a record with the empty line that ends it."""
    return deal_text(deal) + tags_text(tags) + "\n"


def deal_text(deal: Deal) -> str:
    """Returns the deal lines of a header: one with the cards, or one per pile, after three others."""
    lines = [FIRST_LINE, f"variant {game_text(deal.variant)}"]
    lines.append(f"deal {'none' if deal.number is None else deal.number}")
    if deal.deck is not None:
        lines.append("deck " + pile_to_text(tuple(card.up for card in deal.deck)))
    else:
        lines.append(deal.variant.position_to_text(deal.position))
    return "\n".join(lines) + "\n"


def tags_text(tags: Mapping[str, str]) -> str:
    """Returns the header line with information about the game, or nothing."""
    pairs = (f"{quote(key, safe='')}={quote(value, safe=':+')}" for key, value in tags.items())
    return f"about {' '.join(pairs)}\n" if tags else ""


def entry_text(variant: Variant, entry: Entry) -> str:
    """Returns one line of a record, with its end."""
    return f"{entry.at_ms} {action_to_text(variant, entry.action)}\n"


def record_text(game: Game, tags: Mapping[str, str], picture: bool = False) -> str:
    """Returns the whole record of a game; with `picture` it shows the present piles in comments."""
    texts = texts_of_actions(game)
    entries = "".join(f"{at_ms} {texts[action]}\n" for at_ms, action in game.entries)
    comments = picture_comments(game) if picture else ""
    return header_text(game.deal, tags) + entries + comments


def action_to_text(variant: Variant, action: Action) -> str:
    """Formats an action in our notation: `t3>t5:4`, `stock`, `undo`."""
    return action.value if isinstance(action, ControlAction) else variant.move_to_text(action)


def texts_of_actions(game: Game) -> dict[Action, str]:
    """Formats each action of a game; a long one has few that differ."""
    return {
        action: action_to_text(game.variant, action) for action in {entry.action for entry in game.entries}
    }


def read_record(data: bytes) -> Record:
    """Reads a record from a file; a torn last line is dropped.

    Raises:
        RecordError: the text is no record. Whether the rules allow its entries shows in `replay`.
    """
    record, error = read_record_while_good(data)
    if error is not None:
        raise error
    return record


def read_record_while_good(data: bytes) -> tuple[Record, RecordError | None]:
    """Reads the good beginning of a record; returns it and the error in the rest, if any.

    Raises:
        RecordError: the header cannot be read, or the file is too large.
    """
    return run_to_end(reading(data))


def reading(data: bytes) -> Slices[tuple[Record, RecordError | None]]:
    """Reads a record as `read_record_while_good` does, in slices."""
    reader = RecordReader(data)
    deal, tags = reader.header()
    error = yield from reader.entries(deal.variant)
    return Record(deal, tags, tuple(reader.found), tuple(reader.lines)), error

"""Record of a game: autosave, saved game, replay and proof in one file, with pictures for people.

It is read line by line, so that errors name their line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import repeat, zip_longest
from types import MappingProxyType
from urllib.parse import quote, unquote

from game.cards import NUMBERS, NotationError
from game.message import msg
from game.play.deal import Deal, deal_deck, deal_position
from game.play.game import Action, ControlAction, Entry, Game, Playable
from game.play.lines import LONE_CR, FileError, Lines
from game.play.phrases import minutes
from game.play.slices import ENTRIES_A_SLICE, LINES_A_SLICE, Slices, run_to_end
from game.rules import find_variant
from game.rules.options import OptionError, game_text
from game.rules.position import Pile, Position, pile_to_text, piles_from_texts
from game.rules.variant import IllegalMove, PileKind, Variant

FIRST_LINE = "patience 1"
NO_RECORD = msg("the first line is not “{line}”", line=FIRST_LINE)
LIMIT_BYTES = 1 << 20
LIMIT_ENTRIES = 100_000

_MAX_HEADER_LINES = 100  # four, the piles, and the empty line

_NUMBER = re.compile(r"0|[1-9][0-9]{0,19}", re.ASCII)
_MS = re.compile(r"0|[1-9][0-9]{0,14}", re.ASCII)
_ENTRIES = re.compile(rb"(?:(?:0|[1-9][0-9]{0,14}) [!-~]+\n){1,%d}" % LINES_A_SLICE)
_ABOUT_KEY = re.compile(r"[A-Za-z0-9_.~%-]+", re.ASCII)
_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ACTS = {act.value: act for act in ControlAction}


class RecordError(FileError):
    """A record is invalid."""


def action_from_text(variant: Variant, text: str) -> Action:
    """Parses an action in our notation; raises NotationError if the text is no action of this game."""
    return _ACTS[text] if text in _ACTS else variant.move_from_text(text)


class RecordReader:
    """Reads the lines of one record, skipping comments."""

    def __init__(self, data: bytes) -> None:
        """Starts at the first line; raises RecordError if the file is too large, or has no line."""
        self._lines = Lines(data, LIMIT_BYTES, RecordError)
        if data.count(b"\n") - data.count(b"\n#") > LIMIT_ENTRIES + _MAX_HEADER_LINES:
            raise RecordError(None, msg("there are more than {count} entries", count=LIMIT_ENTRIES))
        if b"\n" not in self._lines.data:
            raise RecordError(1, LONE_CR if b"\r" in data else NO_RECORD)
        self.found: list[Entry] = []
        self.lines: list[int] = []  # the number of the line of each

    def _line(self) -> str | None:
        """Returns the next line that is not a comment, or None at the end."""
        line = self._lines.next_text()
        while line is not None and line.startswith("#") and self._lines.number > 1:  # a comment
            line = self._lines.next_text()
        return line

    def header(self) -> tuple[Deal, dict[str, str]]:
        """Reads to the empty line."""
        if self._line() != FIRST_LINE:
            raise RecordError(1, NO_RECORD)
        try:
            variant = self._variant(self._expect("variant"))
            number = self._number(self._expect("deal"))
            word, rest = self._header_line()
            if word == "deck":
                deal = deal_deck(variant, rest, number)
                word, rest = self._header_line()
            else:
                deal, word, rest = self._given_piles(variant, number, word, rest)
            tags: dict[str, str] = {}
            if word == "about":
                tags = self._tags(rest)
                word, rest = self._header_line()
        except (NotationError, OptionError) as wrong:
            raise self._lines.wrong(str(wrong)) from None
        if word or rest:
            raise self._lines.wrong(msg("“{word}” does not belong here in the header", word=word[:40]))
        return deal, tags

    def _header_line(self) -> tuple[str, str]:
        line = self._line()
        if line is None:
            raise RecordError(self._lines.number + 1, msg("the header ends without its empty line"))
        if line.startswith(" "):
            raise self._lines.wrong(msg("a line of the header begins with a word, not with a space"))
        word, _, rest = line.partition(" ")
        return word, rest

    def _expect(self, wanted: str) -> str:
        word, rest = self._header_line()
        if word != wanted:
            raise self._lines.wrong(msg("a line “{word} …” is expected here", word=wanted))
        return rest

    def _variant(self, rest: str) -> Variant:
        name, *options = rest.split(" ")
        return find_variant(name, options)

    def _number(self, rest: str) -> int | None:
        if rest == "none":
            return None
        if not _NUMBER.fullmatch(rest) or int(rest) >= NUMBERS:
            raise NotationError(msg("“{text}” is not a deal number from 0 to 2^64 − 1", text=rest[:40]))
        return int(rest)

    def _given_piles(
        self, variant: Variant, number: int | None, word: str, rest: str
    ) -> tuple[Deal, str, str]:
        """Reads the `pile` lines, starting with the one at hand; returns the line after them."""
        texts: dict[str, str] = {}
        last = self._lines.number
        while word == "pile":
            last = self._lines.number
            name, _, cards = rest.partition(" ")
            if name in texts:
                raise NotationError(msg("the pile {pile} occurs twice", pile=name))
            variant.pile_index(name)
            if not cards:
                raise NotationError(msg("the pile {pile} has no cards", pile=name))
            piles_from_texts([cards])
            texts[name] = cards
            word, rest = self._header_line()
        if not texts:
            raise self._lines.wrong(msg("a line “deck …” or “pile …” is expected here"))
        if number is not None:
            raise RecordError(last, msg("a game from given piles has “deal none”"))
        try:
            piles = piles_from_texts([texts.get(place.name, "") for place in variant.piles])
            return deal_position(variant, Position(piles, variant.opening_counters(piles))), word, rest
        except NotationError as wrong:
            raise RecordError(last, str(wrong)) from None

    def _tags(self, rest: str) -> dict[str, str]:
        tags: dict[str, str] = {}
        for pair in rest.split(" "):
            key, equals, value = pair.partition("=")
            try:
                if not equals or not _ABOUT_KEY.fullmatch(key) or _BAD_PERCENT.search(pair):
                    raise ValueError
                key, value = unquote(key, errors="strict"), unquote(value, errors="strict")
            except ValueError:
                wrong = msg("“{text}” is not a percent-encoded key=value", text=pair[:40])
                raise NotationError(wrong) from None
            if key in tags:
                raise NotationError(msg("“{word}” is given twice", word=key[:40]))
            tags[key] = value
        return tags

    def entries(self, variant: Variant) -> Slices[RecordError | None]:
        """Reads to the end or to the first bad line; entries are in `found`."""
        known: dict[bytes, Action] = {}
        try:
            while True:
                # Nearly every line is an entry and is read with those beside it; where one is not, each is
                # looked at by itself.
                if not self._take_together(variant, known):
                    for _ in range(LINES_A_SLICE):
                        if not self._take_one(variant, known):
                            return None
                yield self._lines.offset / len(self._lines.data)
        except NotationError as wrong:
            return RecordError(self._lines.number, str(wrong))
        except RecordError as error:
            return error

    def _take_together(self, variant: Variant, known: dict[bytes, Action]) -> bool:
        """Reads the next lines if all are valid entries; else reads nothing."""
        lines, found = self._lines, self.found
        ahead = lines.ahead(_ENTRIES)
        if ahead is None:
            return False
        words = ahead.split()
        texts, times = words[1::2], list(map(int, words[::2]))
        latest_ms = found[-1].at_ms if found else 0
        if times[0] < latest_ms or times != sorted(times) or len(found) + len(times) > LIMIT_ENTRIES:
            return False
        try:
            for text in {*texts} - known.keys():
                known[text] = action_from_text(variant, text.decode())
        except NotationError:
            return False
        first = lines.number + 1
        lines.skip(ahead)
        parts = zip(times, map(known.__getitem__, texts), strict=True)
        found += map(tuple.__new__, repeat(Entry), parts)  # as Entry(…) does, in half the time
        self.lines += range(first, first + len(times))
        return True

    def _take_one(self, variant: Variant, known: dict[bytes, Action]) -> bool:
        """Reads the next line, an entry or a comment; returns whether there was one."""
        lines, found = self._lines, self.found
        line = lines.next_text()
        if line is None:
            return False
        if line.startswith("#"):
            return True
        time, text = self._parts(line)
        if len(found) == LIMIT_ENTRIES:
            raise lines.wrong(msg("there are more than {count} entries", count=LIMIT_ENTRIES))
        action = known.get(text)
        if action is None:
            action = known[text] = action_from_text(variant, text.decode())
        at_ms, latest_ms = int(time), found[-1].at_ms if found else 0
        if at_ms < latest_ms:
            raise lines.wrong(msg("the time {time} is before {earlier}", time=at_ms, earlier=latest_ms))
        found.append(Entry(at_ms, action))
        self.lines.append(lines.number)
        return True

    def _parts(self, line: str) -> tuple[bytes, bytes]:
        """Splits a line that is no comment into time and action."""
        time, space, text = line.partition(" ")
        if space and _MS.fullmatch(time):
            return time.encode(), text.encode()
        if space and time.isascii() and time.isdigit() and time[0] != "0":
            raise self._lines.wrong(msg("the play time has more than 15 digits"))
        raise self._lines.wrong(msg("“{text}” is not an entry “<ms> <action>”", text=line[:40]))


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
        try:
            for played, _ in enumerate(self.playing(game), 1):
                if played % ENTRIES_A_SLICE == 0:
                    yield played / len(self.entries)
        except RecordError as refused:
            return refused
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
                line = self.lines[index] if self.lines else None
                text = action_to_text(self.deal.variant, entry.action)
                why = msg("“{action}” is refused: {reason}", action=text, reason=str(refused))
                raise RecordError(line, why) from refused
            yield game


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

"""The record of a game: the file that is autosave, saved game, replay and proof at once.

Knows the text of a record, line by line, and how to play it back; must not know where
files live. A score or an outcome is never read from a record, only recomputed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, unquote

from game.cards import NotationError
from game.deals import NUMBERS
from game.play.deal import Deal, deal_deck, deal_position
from game.play.game import Act, Action, Entry, Game
from game.play.picture import picture_comments
from game.rules import find_variant
from game.rules.options import OptionError, options_to_text
from game.rules.position import Position, pile_to_text, piles_from_texts
from game.rules.variant import IllegalMove, Variant

FIRST_LINE = "patience 1"
LIMIT_BYTES = 1 << 20
LIMIT_ENTRIES = 100_000

_MOST_HEADER_LINES = 100  # four, the piles, and the empty line

_NUMBER = re.compile(r"0|[1-9][0-9]{0,19}", re.ASCII)
_MS = re.compile(r"0|[1-9][0-9]{0,14}", re.ASCII)
_ABOUT_KEY = re.compile(r"[A-Za-z0-9_.~%-]+", re.ASCII)
_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ACTS = {act.value: act for act in Act}


class RecordError(ValueError):
    """A record does not hold; `line` is counted from 1, or None where the file as a whole is meant."""

    def __init__(self, line: int | None, reason: str) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass(frozen=True)
class Record:
    """A deal, what is told about the game, and its timed actions with their line numbers."""

    deal: Deal
    about: Mapping[str, str] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    lines: tuple[int, ...] = field(default=(), compare=False)

    def replay(self) -> Game:
        """The game after all entries.

        Raises:
            RecordError: the rules refuse an entry.
        """
        game, error = self.replay_while_legal()
        if error is not None:
            raise error
        return game

    def replay_while_legal(self) -> tuple[Game, RecordError | None]:
        """The game as far as the rules allow, and what stopped it if anything did."""
        game = Game(self.deal)
        try:
            for _ in self.playing(game):
                pass
        except RecordError as error:
            return game, error
        return game, None

    def playing(self, game: Game) -> Iterator[Game]:
        """Plays the entries in a fresh `game` of the deal; the same game after each of them.

        Raises:
            RecordError: the rules refuse an entry; those before it are played.
        """
        for index, (at_ms, action) in enumerate(self.entries):
            try:
                game.play(action, at_ms)
            except IllegalMove as refused:
                line = self.lines[index] if self.lines else None
                text = action_to_text(self.deal.variant, action)
                raise RecordError(line, f"“{text}” is refused: {refused}") from refused
            yield game


def header_text(deal: Deal, about: Mapping[str, str]) -> str:
    """The header of a record with the empty line that ends it."""
    lines = [FIRST_LINE, f"variant {deal.variant.name} {options_to_text(deal.variant)}".rstrip()]
    lines.append(f"deal {'none' if deal.number is None else deal.number}")
    if deal.deck is not None:
        lines.append("deck " + pile_to_text(tuple(each.up for each in deal.deck)))
    else:
        lines.append(deal.variant.position_to_text(deal.position))
    if about:
        pairs = (f"{quote(key, safe='')}={quote(value, safe=':+')}" for key, value in about.items())
        lines.append("about " + " ".join(pairs))
    return "\n".join(lines) + "\n\n"


def entry_text(variant: Variant, entry: Entry) -> str:
    """One line of a record, with its end."""
    return f"{entry.at_ms} {action_to_text(variant, entry.action)}\n"


def record_text(game: Game, about: Mapping[str, str], picture: bool = False) -> str:
    """The whole record of a game; with `picture` the present piles stand in it as comments."""
    entries = "".join(entry_text(game.variant, entry) for entry in game.entries)
    comments = picture_comments(game) if picture else ""
    return header_text(game.deal, about) + entries + comments


def action_to_text(variant: Variant, action: Action) -> str:
    """An action in our notation: `t3>t5:4`, `stock`, `undo`."""
    return action.value if isinstance(action, Act) else variant.move_to_text(action)


def action_from_text(variant: Variant, text: str) -> Action:
    """An action from our notation.

    Raises:
        NotationError: the text is no action of this game.
    """
    return _ACTS[text] if text in _ACTS else variant.move_from_text(text)


def read_record(data: bytes) -> Record:
    """The record that a file holds; a last line without its end, a torn write, is dropped.

    Raises:
        RecordError: the text is no record. Whether the rules allow its entries shows in `replay`.
    """
    record, error = read_record_while_good(data)
    if error is not None:
        raise error
    return record


def read_record_while_good(data: bytes) -> tuple[Record, RecordError | None]:
    """The readable beginning of a record, and what is wrong with the rest if anything is.

    Raises:
        RecordError: already the header cannot be read, or the file is too large.
    """
    if len(data) > LIMIT_BYTES:
        raise RecordError(None, f"the file is larger than {LIMIT_BYTES} bytes")
    if data.count(b"\n") - data.count(b"\n#") > LIMIT_ENTRIES + _MOST_HEADER_LINES:
        raise RecordError(None, f"there are more than {LIMIT_ENTRIES} entries")
    raw_lines = data.split(b"\n")[:-1]
    if not raw_lines:
        raise RecordError(1, f"the first line is not “{FIRST_LINE}”")
    reader = _Reader(raw_lines)
    deal, about = reader.header()
    entries, lines, error = reader.entries(deal.variant)
    return Record(deal, about, tuple(entries), tuple(lines)), error


class _Reader:
    """Walks the lines of one record, passing over comments."""

    def __init__(self, raw_lines: list[bytes]) -> None:
        self._raw_lines = raw_lines
        self._next = 0  # index of the line to be read next; its number is one more

    def _line(self) -> str | None:
        """The next line that is not a comment, or None at the end."""
        while self._next < len(self._raw_lines):
            raw = self._raw_lines[self._next]
            self._next += 1
            if self._next > 1 and raw.startswith(b"#"):
                self._decoded(raw)  # a comment is passed over, but it must be text
                continue
            return self._decoded(raw)
        return None

    def _decoded(self, raw: bytes) -> str:
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise RecordError(self._next, "the line is not UTF-8 text") from None
        if "\r" in text:
            raise RecordError(self._next, "lines end with LF alone, without CR")
        return text

    def header(self) -> tuple[Deal, dict[str, str]]:
        """Reads up to the empty line."""
        if self._line() != FIRST_LINE:
            raise RecordError(1, f"the first line is not “{FIRST_LINE}”")
        try:
            variant = self._variant(self._expect("variant"))
            number = self._number(self._expect("deal"))
            word, rest = self._header_line()
            if word == "deck":
                deal = deal_deck(variant, rest, number)
                word, rest = self._header_line()
            else:
                deal, word, rest = self._given_piles(variant, number, word, rest)
            about: dict[str, str] = {}
            if word == "about":
                about = self._about(rest)
                word, rest = self._header_line()
        except (NotationError, OptionError) as wrong:
            raise RecordError(self._next, str(wrong)) from None
        if word or rest:
            raise RecordError(self._next, f"“{word[:40]}” does not belong here in the header")
        return deal, about

    def _header_line(self) -> tuple[str, str]:
        line = self._line()
        if line is None:
            raise RecordError(self._next + 1, "the header ends without its empty line")
        if line.startswith(" "):
            raise RecordError(self._next, "a line of the header begins with a word, not with a space")
        word, _, rest = line.partition(" ")
        return word, rest

    def _expect(self, wanted: str) -> str:
        word, rest = self._header_line()
        if word != wanted:
            raise RecordError(self._next, f"a line “{wanted} …” is expected here")
        return rest

    def _variant(self, rest: str) -> Variant:
        name, *options = rest.split(" ")
        return find_variant(name, options)

    def _number(self, rest: str) -> int | None:
        if rest == "none":
            return None
        if not _NUMBER.fullmatch(rest) or int(rest) >= NUMBERS:
            raise NotationError(f"“{rest[:40]}” is not a deal number from 0 to 2^64 − 1")
        return int(rest)

    def _given_piles(
        self, variant: Variant, number: int | None, word: str, rest: str
    ) -> tuple[Deal, str, str]:
        """Reads the `pile` lines, of which the first is at hand; returns the line after them."""
        texts: dict[str, str] = {}
        last = self._next
        while word == "pile":
            last = self._next
            name, _, cards = rest.partition(" ")
            if name in texts:
                raise NotationError(f"the pile {name} comes twice")
            variant.pile_index(name)
            if not cards:
                raise NotationError(f"the pile {name} has no cards")
            piles_from_texts([cards])
            texts[name] = cards
            word, rest = self._header_line()
        if not texts:
            raise RecordError(self._next, "a line “deck …” or “pile …” is expected here")
        if number is not None:
            raise RecordError(last, "a game from given piles has “deal none”")
        try:
            piles = piles_from_texts([texts.get(place.name, "") for place in variant.piles])
            return deal_position(variant, Position(piles, variant.opening_tally(piles))), word, rest
        except NotationError as wrong:
            raise RecordError(last, str(wrong)) from None

    def _about(self, rest: str) -> dict[str, str]:
        about: dict[str, str] = {}
        for pair in rest.split(" "):
            key, equals, value = pair.partition("=")
            if not equals or not _ABOUT_KEY.fullmatch(key) or _BAD_PERCENT.search(pair):
                raise NotationError(f"“{pair[:40]}” is not a percent-encoded key=value")
            try:
                key, value = unquote(key, errors="strict"), unquote(value, errors="strict")
            except UnicodeDecodeError:
                raise NotationError(f"“{pair[:40]}” is not a percent-encoded key=value") from None
            if key in about:
                raise NotationError(f"“{key[:40]}” is told twice")
            about[key] = value
        return about

    def entries(self, variant: Variant) -> tuple[list[Entry], list[int], RecordError | None]:
        """Reads to the end, or to the first line that is wrong."""
        entries: list[Entry] = []
        lines: list[int] = []
        known: dict[str, Action] = {}
        latest = 0
        try:
            while (line := self._line()) is not None:
                if len(entries) == LIMIT_ENTRIES:
                    raise RecordError(self._next, f"there are more than {LIMIT_ENTRIES} entries")
                time, space, text = line.partition(" ")
                if not space or not _MS.fullmatch(time):
                    raise RecordError(self._next, f"“{line[:40]}” is not an entry “<ms> <action>”")
                if text not in known:
                    known[text] = action_from_text(variant, text)
                if int(time) < latest:
                    raise RecordError(self._next, f"the time {time} lies before {latest}")
                latest = int(time)
                entries.append(Entry(latest, known[text]))
                lines.append(self._next)
        except NotationError as wrong:
            return entries, lines, RecordError(self._next, str(wrong))
        except RecordError as error:
            return entries, lines, error
        return entries, lines, None

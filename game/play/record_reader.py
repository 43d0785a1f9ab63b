"""Reads the text of a record line by line, so that errors name their line."""

from __future__ import annotations

import re
from itertools import repeat
from urllib.parse import unquote

from game.cards import NUMBERS, NotationError
from game.message import msg
from game.play.deal import Deal, deal_deck, deal_position
from game.play.game import Action, ControlAction, Entry
from game.play.lines import LONE_CR, FileError, Lines
from game.play.slices import LINES_A_SLICE, Slices
from game.rules import find_variant
from game.rules.options import OptionError
from game.rules.position import Position, piles_from_texts
from game.rules.variant import Variant

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
        while line is not None and self._is_comment(line):
            line = self._lines.next_text()
        return line

    def _is_comment(self, line: str) -> bool:
        return line.startswith("#") and self._lines.number > 1

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
            if not equals or not _ABOUT_KEY.fullmatch(key) or _BAD_PERCENT.search(pair):
                raise NotationError(msg("“{text}” is not a percent-encoded key=value", text=pair[:40]))
            try:
                key, value = unquote(key, errors="strict"), unquote(value, errors="strict")
            except UnicodeDecodeError:
                raise NotationError(
                    msg("“{text}” is not a percent-encoded key=value", text=pair[:40])
                ) from None
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

"""Reads a text file line by line for parsers that name the wrong line.

Nothing is split or copied before it is needed, so that a hostile file costs little more memory than its own.
Mail, chat, editors and checkouts change how lines end: a file may have CRLF and a byte-order mark.
"""

from __future__ import annotations

import re

from game.message import msg


class FileError(ValueError):
    """A file is invalid; `line` counts from 1, or is None if the whole file is meant."""

    def __init__(self, line: int | None, reason: str) -> None:
        super().__init__(reason if line is None else msg("line {line}: {reason}", line=line, reason=reason))
        self.line = line
        self.reason = reason


BYTE_ORDER_MARKS = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
OTHER_ENCODING = msg("this file is {encoding}; save it as UTF-8")
LONE_CR = msg("lines end with CR alone; save the file with LF or CRLF")


def canonical(data: bytes) -> bytes:
    r"""Returns a text with LF at the ends of its lines and without a byte-order mark.

    >>> canonical(b"\xef\xbb\xbfname Anna\r\nend\n")
    b'name Anna\nend\n'

    Raises:
        FileError: the text is in UTF-16 or UTF-32.
    """
    for mark, encoding in BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            raise FileError(None, OTHER_ENCODING.with_parts(encoding=encoding))
    if b"\0" in data[:2]:
        raise FileError(None, OTHER_ENCODING.with_parts(encoding="UTF-16"))
    data = data.removeprefix(b"\xef\xbb\xbf")
    return data.replace(b"\r\n", b"\n") if b"\r" in data else data


class Lines:
    """Reads the lines of a file one after the other.

    >>> lines = Lines(b"name Anna\\nend\\n", 100)
    >>> lines.word("name")
    'Anna'
    >>> lines.number, lines.is_at_end
    (1, False)
    """

    def __init__(self, data: bytes, limit_bytes: int, error: type[FileError] = FileError) -> None:
        """Starts at the first line; raises `error` for faults, and at once for more than `limit_bytes`."""
        if len(data) > limit_bytes:
            raise error(None, msg("the file is larger than {count} bytes", count=limit_bytes))
        try:
            self.data = canonical(data)
        except FileError as wrong:
            raise error(None, wrong.reason) from None
        self._error = error
        self.number = 0  # of the line that was taken last
        self.offset = 0  # in bytes, where the next line begins

    @property
    def is_at_end(self) -> bool:
        """Whether all lines have been read."""
        return self.offset >= len(self.data)

    def wrong(self, reason: str) -> FileError:
        """Returns the error to raise about the line read last."""
        return self._error(self.number, reason)

    def next_bytes(self) -> bytes | None:
        """Returns the next line without its end, or None if no further line has an end."""
        end = self.data.find(b"\n", self.offset)
        if end < 0:
            return None
        raw = self.data[self.offset : end]
        self.offset = end + 1
        self.number += 1
        return raw

    def next_text(self) -> str | None:
        """Returns the next line as text; raises FileError if it is no text."""
        raw = self.next_bytes()
        return None if raw is None else self._decoded(raw)

    def ahead(self, pattern: re.Pattern[bytes]) -> bytes | None:
        """Returns what `pattern` matches from here on, whole lines with their ends, without reading it."""
        found = pattern.match(self.data, self.offset)
        return None if found is None else found[0]

    def skip(self, ahead: bytes) -> None:
        """Skips whole lines ahead."""
        self.offset += len(ahead)
        self.number += ahead.count(b"\n")

    def line(self, max_bytes: int = 400) -> str:
        """Returns the next line without its end.

        Raises:
            FileError: there is none, it has no end, is too long, or is not text.
        """
        end = self._end_of_next()
        raw = self.data[self.offset : min(end, self.offset + max_bytes + 1)]
        self.offset = end + 1
        if len(raw) > max_bytes:
            raise self.wrong(msg("the line is too long"))
        return self._decoded(raw)

    def _decoded(self, raw: bytes) -> str:
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise self.wrong(msg("the line is not UTF-8 text")) from None
        if "\r" in text:
            raise self.wrong(LONE_CR)
        return text

    def word(self, wanted: str) -> str:
        """Returns the rest of the next line after a given word; raises FileError if it has another."""
        word, space, rest = self.line().partition(" ")
        if word != wanted or not space:
            raise self.wrong(msg("a line “{word} …” is expected here", word=wanted))
        return rest

    def take(self, count: int, max_bytes: int) -> bytes:
        """Returns the next `count` lines as they are, with their ends.

        Raises:
            FileError: there are fewer, or they exceed `max_bytes` together.
        """
        start = self.offset
        for _ in range(count):
            self.offset = self._end_of_next() + 1
            if self.offset - start > max_bytes:
                raise self.wrong(msg("the record is larger than {count} bytes", count=max_bytes))
        return self.data[start : self.offset]

    def _end_of_next(self) -> int:
        self.number += 1
        end = self.data.find(b"\n", self.offset)
        if end < 0:
            raise self.wrong(msg("the file ends too early"))
        return end

    def expect_version(self, what: str, newest: int = 1) -> int:
        """Reads the first line, `patience <what> <version>`; `what` is empty for a record.

        Returns the version, from 1 to `newest`.

        Raises:
            FileError: it is another file, or one of a newer version of the program.
        """
        begins = f"patience {what} ".replace("  ", " ")
        wanted = f"{begins}{newest}"
        try:
            found = self.line()
        except FileError:
            found = ""
        given = found.removeprefix(begins)
        if found.startswith(begins) and len(given) < 10 and given.isdecimal() and int(given) > newest:
            raise self.wrong(
                msg(
                    "“{found}” was written by a newer version of the program; this one reads “{wanted}”",
                    found=found,
                    wanted=wanted,
                )
            )
        if found not in (f"{begins}{version}" for version in range(1, newest + 1)):
            raise self._error(1, msg("the first line is not “{line}”", line=wanted))
        return int(given)

"""What disks, editors and cheats do to a file. Knows bytes and lines; must not know any format."""

from __future__ import annotations

import re
from random import Random

HUGE = (b"0", b"-1", b"1e999", b"9" * 15, b"9" * 16, b"18446744073709551616", b"9" * 5000, b"0x10")
ODD = (
    *(b"\0", b"\r", b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xef\xbb\xbf", "é".encode(), b"\x1b[2J"),
    *(b"\t", b"%"),
)
ODD_LINES = (
    *(b"", b" ", b"#", b"# clock 999999999999999", b"end", b"0 stock", b"null", b"\xff\xfe"),
    b"{" * 3000,
)


def damaged(data: bytes, random: Random) -> bytes:
    """The bytes after one to three things have happened to them."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        data = random.choice(_WAYS)(data, random)
    return data


def _place(data: bytes, random: Random) -> int:
    return random.randrange(len(data) + 1)


def _flip(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]


def _replace(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]


def _delete(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + data[at + random.choice((1, 1, 2, 8, 40)) :]


def _insert(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + random.choice((*ODD, random.randbytes(random.randrange(1, 9)))) + data[at:]


def _truncate(data: bytes, random: Random) -> bytes:
    return data[: _place(data, random)]


def _repeat(data: bytes, random: Random) -> bytes:
    start, end = sorted((_place(data, random), _place(data, random)))
    return data[:end] + data[start:end] * random.choice((1, 1, 30)) + data[end:]


def _zeros(data: bytes, random: Random) -> bytes:
    start, end = sorted((_place(data, random), _place(data, random)))
    return data[:start] + bytes(end - start) + data[end:]


def _number(data: bytes, random: Random) -> bytes:
    found = list(re.finditer(rb"-?[0-9]+", data))
    if not found:
        return data
    which = random.choice(found)
    near = str(int(which[0][:18]) + random.choice((-1, 1, 1000))).encode()
    return data[: which.start()] + random.choice((*HUGE, near)) + data[which.end() :]


def _word(data: bytes, random: Random) -> bytes:
    words = re.split(rb"([ \n>:=,\"]+)", data)
    first, second = random.randrange(len(words)), random.randrange(len(words))
    words[first] = words[second]
    return b"".join(words)


def _line(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    first, second = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(6):
        case 0:
            del lines[first]
        case 1:
            lines.insert(first, lines[first])
        case 2:
            lines[first], lines[second] = lines[second], lines[first]
        case 3:
            lines.insert(second, lines.pop(first))
        case 4:
            lines.insert(first, random.choice(ODD_LINES))
        case _:
            lines[first] += random.choice((b"\r", b" ", b"\t", b"\0", b"#", b":2", b" 1"))
    return b"\n".join(lines)


_WAYS = (
    *(_flip, _flip, _replace, _delete, _insert, _truncate, _repeat, _zeros, _number, _number, _word, _word),
    *(_line, _line),
)

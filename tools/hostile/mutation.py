"""Messages that were valid and are damaged by a seed: letters, fields, numbers, depth, halves."""

from __future__ import annotations

from random import Random

ODD = [
    "null",
    "-1",
    "0",
    "1e9",
    "99999999999999999999999999",
    "true",
    "[]",
    "{}",
    '""',
    '"\\u0000"',
    '"\\ud800"',
    '"\u202e"',
    "[[[[[[[[[[[]]]]]]]]]]]",
    "NaN",
    "Infinity",
    '"<script>"',
    '"\' OR 1=1 --"',
]


def mutated(text: str, random: Random) -> bytes:
    """A text with one to three damages."""
    data = text.encode()
    for _ in range(random.choice((1, 1, 2, 3))):
        data = _once(data, random)
    return data


def _once(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    match random.randrange(9):
        case 0:
            return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]
        case 1:
            return data[:at] + random.randbytes(random.randrange(1, 4)) + data[at:]
        case 2:
            return data[:at] + data[at + random.randrange(1, 9) :]
        case 3:
            return data[:at]
        case 4:
            return data[:at] + data
        case 5:
            start, end = data.find(b":"), data.rfind(b",")
            value = random.choice(ODD).encode()
            return data[: start + 1] + value + data[max(end, start + 1) :]
        case 6:
            digits = [index for index, byte in enumerate(data) if 48 <= byte <= 57]
            if not digits:
                return b""
            at = random.choice(digits)
            return data[:at] + str(random.randrange(10**6)).encode() + data[at + 1 :]
        case 7:
            return data.replace(b"}", b',"more":' + random.choice(ODD).encode() + b"}", 1)
    return b"{" * random.randrange(1, 900) + data

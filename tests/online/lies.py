"""Messages of a malicious server: valid in form, arbitrary in content."""

from __future__ import annotations

import re
from dataclasses import fields
from random import Random
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from game.codec import ArrayLimit, IntRange, TextLimit
from game.online.messages import SERVER_MESSAGES, ServerMessage, frame, read_server_message
from game.play.proof import deck_from_secret

ODD = [
    *("", "\u202eAnna", "\u200b", "\ufdfa" * 30, "{name} %s {0}", "A" * 40, "\U0001f642", "Анна"),
    *("Anna", "\u2028"),
]
ENTRIES = [
    *("stock", "undo", "redo", "end", "shown", "t1>t2", "t7>f1", "t1>t1", "f1>t1", "waste>t1", "t3>t4:9"),
    "x",
]
WORDS = [
    *("rush draw=3 limit=300", "rush draw=1 limit=60", "rush draw=3 limit=600"),
    *("person", "robot regular", "robot zzz"),
    *("taken_over", "failed", "illegal", "ahead", "time_is_up", "odd", "name_refused"),
    *("2026-11-23", "9999-99-99", "stock 24", "t7", "t9 KH ??"),
]
ID = "5a" * 16


def anything(kind: Any, random: Random) -> Any:
    """A value of a type, within its bounds."""
    if get_origin(kind) is Annotated:
        base, bounds = get_args(kind)
        return _bounded(base, bounds, random)
    if get_origin(kind) is Literal:
        return random.choice(get_args(kind))
    inner = [kind_of for kind_of in get_args(kind) if kind_of is not NoneType]
    if inner:
        return None if random.random() < 0.3 else anything(inner[0], random)
    if kind is bool:
        return random.random() < 0.5
    hints = get_type_hints(kind, include_extras=True)
    values = {
        field.name: anything(hints[field.name], random) for field in fields(kind) if field.name != "rounds"
    }
    for field in fields(kind):
        if field.name == "rounds":  # of a tournament they are numbered
            values["rounds"] = _rounds(hints["rounds"], random)
    return kind(**values)


def _rounds(kind: Any, random: Random) -> Any:
    found = anything(kind, random)
    if any(hasattr(value, "number") for value in found):
        return tuple(type(value)(**{**vars(value), "number": at}) for at, value in enumerate(found, 1))
    return found


def _bounded(base: Any, bounds: Any, random: Random) -> Any:
    if isinstance(bounds, IntRange):
        near = [bounds.min, bounds.max, min(bounds.max, bounds.min + 1), min(bounds.max, 700)]
        return random.choice([*near, random.randint(bounds.min, bounds.max)])
    if isinstance(bounds, ArrayLimit):
        most = min(bounds.max_length, random.choice([0, 1, 2, 5, 60]))
        return tuple(anything(get_args(base)[0], random) for _ in range(most))
    assert isinstance(bounds, TextLimit)
    return _text(bounds, random)[: bounds.max_length]


def _text(bounds: TextLimit, random: Random) -> str:
    deck = deck_from_secret(random.randbytes(32))
    if bounds.max_length == len(deck) and "?" in bounds.pattern:
        words = deck.split(" ")
        return " ".join(word if random.random() < random.choice([0.1, 0.9]) else "??" for word in words)
    if bounds.max_length == len(deck):
        return random.choice([deck, " ".join(["KH"] * 52)])
    if bounds.pattern.startswith("[0-9]{1,9}"):
        return f"{random.choice([0, 5, 700, 299_999, 300_000, 999_999_999])} {random.choice(ENTRIES)}"
    if bounds.pattern.startswith("[0-9a-f]"):
        return ID if bounds.max_length == 32 else random.choice(["0", "f"]) * bounds.max_length
    fitting = [*ODD, *ENTRIES, *WORDS, *deck.split(" "), f"t3 {deck[:50]}"]
    return random.choice([text for text in fitting if re.fullmatch(bounds.pattern or ".*", text, re.ASCII)])


def lie(random: Random) -> ServerMessage:
    """A message of any kind; half of those about a round are about the first one."""
    told: ServerMessage = anything(random.choice([*SERVER_MESSAGES.values()]), random)
    if hasattr(told, "round") and random.random() < 0.7:
        told = type(told)(**{**vars(told), "round": 1})
    assert read_server_message(frame(told)) == told, "its form holds"
    return told

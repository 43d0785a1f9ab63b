"""The attacks: each sends what it has, and tells what the server did with it.

Whatever is answered is kept, so that it can be searched for cards that nobody may know yet.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from game.codec import encoded
from game.online.bodies import Join, NewTournament
from game.online.messages import (
    MAX_CLIENT_BYTES,
    MAX_PRACTICE_ENTRIES,
    BeginRound,
    DoAction,
    Hello,
    HintWanted,
    Look,
    Ping,
    Practise,
    RecordRequest,
    Why,
    frame,
    read_client_message,
)
from game.server.budgets import Limits, cost_of
from tools.hostile.mutation import mutated
from tools.hostile.stranger import UPGRADE, Addresses, answers, connected, framed, request, said

BATCH_SIZE = 8
EACH_ADDRESS = 200
"""So many requests come from one address: fewer than it may have in a row."""
SOCKETS_EACH = 240
GONE_S = 60.0


@dataclass(frozen=True)
class Target:
    """Target of the attacks, and the keys of a seat in a tournament none of whose rounds is open."""

    port: int
    played: str
    """The tournament in which somebody plays."""
    waiting: str
    key: str


@dataclass
class Found:
    """Result of an attack."""

    sent: int = 0
    answered: Counter[str] = field(default_factory=Counter)
    """By status or code."""
    accepted: list[str] = field(default_factory=list)
    """Descriptions of what should have been refused."""
    texts: set[bytes] = field(default_factory=set)
    note: str = ""


Attack = Callable[[Target, int, Random, Addresses], Coroutine[Any, Any, Found]]


async def _all(jobs: Iterator[Awaitable[None]]) -> None:
    """A few at a time."""

    async def work() -> None:
        for job in jobs:
            await job

    await asyncio.gather(*(work() for _ in range(BATCH_SIZE)))


# Messages -----------------------------------------------------------------------------------------


def _socket_texts(target: Target) -> list[str]:
    hello = [Hello(target.waiting, target.key), Hello(target.played, target.key)]
    rest = [
        BeginRound(1),
        BeginRound(2),
        DoAction(1, 1, "stock"),
        DoAction(1, 2, "t1>t2"),
        DoAction(2, 1, "undo"),
        Ping(7),
    ]
    return [frame(message) for message in (*hello, *rest)]


async def mutated_frames(target: Target, count: int, random: Random, addresses: Addresses) -> Found:
    """Damaged messages at the seat of a round that is not open: each one is the last of its connection."""
    found, texts = Found(), _socket_texts(target)
    hello = texts[0].encode()

    async def one(text: bytes, source: str) -> None:
        is_greeting = random.random() < 0.5
        told = await said(target.port, source, *(() if is_greeting else (hello,)), text, b"{}")
        found.sent += 1
        for answer in told:
            found.texts.add(answer)
            kind = json.loads(answer)["kind"]
            found.answered[kind] += 1
            if kind in ("done", "position"):
                found.accepted.append(f"{text[:60]!r} was answered by {kind}")

    def jobs() -> Iterator[Awaitable[None]]:
        for number in range(count):
            if number % EACH_ADDRESS == 0:
                source = addresses.fresh()
            yield one(mutated(random.choice(texts), random), source)

    await _all(jobs())
    return found


def _requests(target: Target, random: Random) -> bytes:
    """A damaged request: its path, its body, or its key."""
    wanted = encoded(NewTournament("Mine", 3, 300, 2, None, None, None, (), False))
    tournament = f"api/1/tournaments/{target.waiting}"
    method, path, body = random.choice(
        [
            ("POST", "api/1/tournaments", wanted),
            ("POST", f"{tournament}/rounds/1/open", "{}"),
            ("POST", f"{tournament}/rounds/1/close", "{}"),
            ("POST", f"{tournament}/seats", encoded(Join("Mallory"))),
            ("GET", f"api/1/tournaments/{target.played}/rounds/1", ""),
            ("GET", f"api/1/tournaments/{target.played}/standings", ""),
            ("GET", f"tournaments/{target.played}/rounds/1/games/1/record", ""),
            ("GET", f"tournaments/{target.played}/rounds/1?page=1", ""),
        ]
    )
    what = random.randrange(3)
    key = mutated(target.key, random) if what == 0 else target.key.encode()
    shown = mutated(body, random)[:MAX_CLIENT_BYTES] if what == 1 else body.encode()
    return request(method, mutated(path, random) if what == 2 else path.encode(), shown, key)


async def mutated_requests(target: Target, count: int, random: Random, addresses: Addresses) -> Found:
    """Damaged requests: of those with a body only a seat may come."""
    found = Found()

    async def some(requests: list[bytes], source: str) -> None:
        for asked, (status, body) in zip(
            requests, await answers(target.port, source, requests), strict=False
        ):
            found.sent += 1
            found.answered[str(status)] += 1
            found.texts.add(body)
            if status >= 500:
                found.accepted.append(f"{asked[:80]!r} was answered by {status}")
            if status == 200 and asked.startswith(b"POST") and b"/seats" not in asked:
                found.accepted.append(f"{asked[:80]!r} was accepted")

    def jobs() -> Iterator[Awaitable[None]]:
        for first in range(0, count, EACH_ADDRESS):
            wanted = [_requests(target, random) for _ in range(min(EACH_ADDRESS, count - first))]
            yield some(wanted, addresses.fresh())

    await _all(jobs())
    return found


async def guessed_keys(target: Target, count: int, random: Random, addresses: Addresses) -> Found:
    """Keys that nobody has: of seats, and of hosts."""
    found = Found()

    async def one(number: int, source: str) -> None:
        key = random.randbytes(32).hex()
        found.sent += 1
        if number % 2:
            told = await said(target.port, source, frame(Hello(target.played, key)).encode())
            codes = [json.loads(answer).get("code", json.loads(answer)["kind"]) for answer in told]
        else:
            path = f"api/1/tournaments/{target.played}/rounds/1/close".encode()
            told = [
                body
                for _, body in await answers(
                    target.port, source, [request("POST", path, b"{}", key.encode())]
                )
            ]
            codes = [json.loads(answer).get("code", "done") for answer in told]
        found.answered.update(codes)
        found.accepted += [
            f"a guessed key was answered by {code}" for code in codes if code in ("welcome", "done")
        ]

    def jobs() -> Iterator[Awaitable[None]]:
        for number in range(count):
            if number % EACH_ADDRESS == 0:
                source = addresses.fresh()
            yield one(number, source)

    await _all(jobs())
    return found


async def anothers_actions(target: Target, count: int, random: Random, addresses: Addresses) -> Found:
    """The actions of the honest player, said again by who has another seat."""
    found, hello = Found(), frame(Hello(target.waiting, target.key)).encode()

    async def one(source: str) -> None:
        texts = [frame(DoAction(1, random.randrange(1, 500), "stock")).encode() for _ in range(20)]
        told = await said(target.port, source, hello, *texts, b"{}")
        found.sent += len(texts)
        for answer in told:
            kind = json.loads(answer)["kind"]
            found.answered[kind] += 1
            if kind == "done":
                found.accepted.append("an action of another seat was done")

    source = addresses.fresh()
    await _all(one(source) for _ in range(min(count // 20 + 1, EACH_ADDRESS)))
    return found


# Floods -------------------------------------------------------------------------------------------


async def flood(target: Target, count: int, _: Random, addresses: Addresses) -> Found:
    """Good messages, as fast as they can be sent."""
    found, hello = Found(), frame(Hello(target.waiting, target.key)).encode()

    async def one(source: str) -> None:
        texts = [frame(Ping(number)).encode() for number in range(400)]
        told = await said(target.port, source, hello, *texts)
        found.sent += len(texts)
        kinds = Counter(json.loads(answer)["kind"] for answer in told)
        found.answered += kinds
        if kinds["pong"] > 200:
            found.accepted.append(f"{kinds['pong']} messages were answered without a pause")

    def jobs() -> Iterator[Awaitable[None]]:
        for number in range(count // 400 + 1):
            if number % EACH_ADDRESS == 0:
                source = addresses.fresh()
            yield one(source)

    await _all(jobs())
    return found


PLAYED = tuple(f"{number} stock" for number in range(1, MAX_PRACTICE_ENTRIES - 60))
NEW, LONG = (frame(Practise("rush draw=1 limit=none", 7, entries, "en")) for entries in ((), PLAYED))
COSTLY: dict[str, tuple[str, Callable[[int], str]]] = {
    "practise": ("practice", lambda _: LONG),
    "do": ("done", lambda number: frame(DoAction(1, number, "stock"))),
    "look": ("table", lambda _: frame(Look(1, "en"))),
    "why": ("because", lambda _: frame(Why(1, "t7", 3, "t1"))),
    "record": ("record", lambda _: frame(RecordRequest())),
    "hint": ("hint", lambda _: frame(HintWanted())),
    "ping": ("pong", lambda number: frame(Ping(number))),
}
"""Each message of a practice table, with the answer to it, which is paid for."""
TABLES, EACH_TABLE, FLOODED_S = 60, 40, 10.0
"""So many connections flood a server at once, each with so many messages, for so long."""


def _cost(text: str) -> float:
    return cost_of(text, read_client_message(text) if len(text) <= MAX_CLIENT_BYTES else None)


OPENED = ["practice", "layout", "table"]
"""Kinds of the answers to `NEW`, whatever is answered to the messages after it."""


def work_told(kinds: list[str], answer: str, cost: float) -> float:
    """Units of work that were done for the answers over one connection, the first of them to `NEW`.

    >>> work_told(["practice", "layout", "table", "table", "too_many"], "table", 2)
    3.0
    """
    if kinds[: len(OPENED)] != OPENED:
        return 0
    return _cost(NEW) + kinds[len(OPENED) :].count(answer) * cost


def costly(kind: str) -> Attack:
    """Returns a flood of one kind of message, from one address: its work is limited, however it is spread."""
    answer, message = COSTLY[kind]

    async def flooding(target: Target, count: int, _: Random, addresses: Addresses) -> Found:
        found, source, began_s, done = Found(), addresses.fresh(), time.monotonic(), 0.0

        async def one() -> None:
            nonlocal done
            texts = [message(number).encode() for number in range(1, 1 + EACH_TABLE)]
            told = await said(target.port, source, NEW.encode(), *texts, wait_s=FLOODED_S)
            found.sent += len(texts)
            kinds = [heard.get("code", heard["kind"]) for heard in map(json.loads, told)]
            found.answered.update(kinds)
            done += work_told(kinds, answer, _cost(message(1)))

        await _at_once(one, count)
        limits = Limits()
        _demand_bounds(found, done, "units of work", limits.work, limits.work_a_second, began_s)
        return found

    return flooding


PAGES = ("robots.txt", "")


def requested(path: str) -> Attack:
    """Returns a flood of one request from one address: only so many are answered within a time."""

    async def flooding(target: Target, count: int, _: Random, addresses: Addresses) -> Found:
        found, source, began_s = Found(), addresses.fresh(), time.monotonic()

        async def one() -> None:
            asked = [request("GET", path.encode())] * EACH_TABLE
            told = await answers(target.port, source, asked)  # each waits for the answer before it
            found.sent += len(told)
            found.answered.update(str(status) for status, _ in told)

        await _at_once(one, count)
        limits, done = Limits(), sum(times for status, times in found.answered.items() if status < "400")
        if not done:
            found.accepted.append("nothing was answered, which shows nothing")
        in_a_row, a_second = 4 * limits.per_address, limits.requests_a_second
        _demand_bounds(found, done, "requests", in_a_row, a_second, began_s)
        return found

    return flooding


async def _at_once(one: Callable[[], Coroutine[Any, Any, None]], count: int) -> None:
    """From all connections at once, until so much is sent."""
    for _ in range(max(1, count // (TABLES * EACH_TABLE))):
        await asyncio.gather(*(one() for _ in range(TABLES)))


def _demand_bounds(
    found: Found, done: float, what: str, in_a_row: float, a_second: float, began_s: float
) -> None:
    seconds = time.monotonic() - began_s
    if done > in_a_row + seconds * a_second:
        found.accepted.append(f"{done:.0f} {what} were done within {seconds:.0f} s")


async def one_house(target: Target, count: int, _: Random, addresses: Addresses) -> Found:
    """Idle tables and requests at the address of somebody who has a seat: it is found free each time."""
    found, source = Found(), addresses.fresh()
    async with AsyncExitStack() as stack:
        for _number in range(min(count, 2 * TABLES)):
            reader, writer = await stack.enter_async_context(connected(target.port, source))
            writer.write(UPGRADE)
            with suppress(OSError, asyncio.IncompleteReadError):
                await reader.readuntil(b"\r\n\r\n")
                writer.write(framed(NEW.encode()))
                found.sent += 1
        asked = [request("GET", b"robots.txt")] * 2 * EACH_ADDRESS
        asking = [asyncio.create_task(answers(target.port, source, asked)) for _ in range(2)]
        for _number in range(10):
            told = await said(target.port, source, frame(Hello(target.waiting, target.key)).encode(), b"{}")
            first = json.loads(told[0]) if told else {"kind": "nothing"}
            found.answered[first.get("code", first["kind"])] += 1
            if first["kind"] != "welcome":
                found.accepted.append(f"whoever has a seat at a busy address was told {first}")
        for task in asking:
            task.cancel()
    return found


async def oversized(target: Target, count: int, _: Random, addresses: Addresses) -> Found:
    """Frames, heads, bodies, pings and parts of messages that are far too large, or never end."""
    found = Found()
    large = b"x" * (1 << 20)
    kinds: list[tuple[str, bytes, bytes]] = [
        ("frame", UPGRADE, framed(large)),
        ("pings", UPGRADE, (b"\x89\xfd" + bytes(4) + b"x" * 125) * 8000),
        ("parts", UPGRADE, b"\x01\x80" + bytes(4) + (b"\x00\x80" + bytes(4)) * 100_000),
        ("head", b"", b"GET / HTTP/1.1\r\nHost: x\r\nX: " + large),
        ("headers", b"", b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 100_000),
        ("path", b"", b"GET /" + large),
        ("body", b"", request("POST", b"api/1/tournaments", large, target.key.encode())),
    ]

    async def one(kind: tuple[str, bytes, bytes], source: str) -> None:
        name, greeting, data = kind
        found.sent += 1
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            async with asyncio.timeout(GONE_S), connected(target.port, source) as (reader, writer):
                if greeting:
                    writer.write(greeting)
                    await reader.readuntil(b"\r\n\r\n")
                writer.write(data)
                await writer.drain()
                await reader.read()
        found.answered[name] += 1

    def jobs() -> Iterator[Awaitable[None]]:
        for number in range(count):
            if number % EACH_ADDRESS == 0:
                source = addresses.fresh()
            yield one(kinds[number % len(kinds)], source)

    await _all(jobs())
    return found


# Connections --------------------------------------------------------------------------------------


async def idle(target: Target, count: int, _: Random, addresses: Addresses) -> Found:
    """Connections that say nothing, or half of something, until the server ends them."""
    found = Found()
    halves = [
        b"",
        UPGRADE,
        UPGRADE[:60],
        request("POST", b"api/1/tournaments", b"{}", target.key.encode())[:-1],
    ]
    async with AsyncExitStack() as stack:
        held = [connection async for connection in _held(target, count, halves, addresses, stack)]
        found.sent = len(held)
        ended = await asyncio.gather(*(_ended(reader) for reader, _ in held))
    found.answered["ended by the server"] = sum(ended)
    found.accepted += [f"{len(held) - sum(ended)} were held for {GONE_S:.0f} s"] * (not all(ended))
    return found


async def _held(
    target: Target, count: int, halves: list[bytes], addresses: Addresses, stack: AsyncExitStack
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    for number in range(count):
        if number % SOCKETS_EACH == 0:
            source = addresses.fresh()
        with suppress(OSError):
            pair = await stack.enter_async_context(connected(target.port, source))
            pair[1].write(halves[number % len(halves)])
            yield pair


async def _ended(reader: asyncio.StreamReader) -> bool:
    try:
        async with asyncio.timeout(GONE_S):
            await reader.read()
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


async def crowd(target: Target, count: int, _: Random, addresses: Addresses) -> Found:
    """More connections from one address than one may have."""
    found, source = Found(), addresses.fresh()
    async with AsyncExitStack() as stack:
        held = []
        for _number in range(count):
            with suppress(OSError):
                held.append(await stack.enter_async_context(connected(target.port, source)))
        found.sent = count
        await asyncio.sleep(1)
        stayed = sum(not reader.at_eof() and reader.exception() is None for reader, _ in held)
    found.answered["stayed"] = stayed
    if stayed > 256:
        found.accepted.append(f"one address had {stayed} connections")
    return found

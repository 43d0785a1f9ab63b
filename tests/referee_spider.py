"""A second opinion on Spider: reads a record and says what it proves, or where it is foul.

Written from the rules of the game and the description of the record alone. It imports
nothing of the program, so that the two cannot share a mistake in code. A card is its text;
a table is a dict of lists, bottom first, as a record names the piles; undo is an older table.
"""

from itertools import pairwise

RANKS = "A23456789TJQK"
SUITS = {4: "CDHSCDHS", 2: "SHSHSHSH", 1: "SSSSSSSS"}
COLUMNS = [f"t{n}" for n in range(1, 11)]
REMOVED = [f"f{n}" for n in range(1, 9)]
MANY = 2**64

Table = dict[str, list[str]]


class Foul(Exception):  # noqa: N818 - a referee's word
    """An entry of the record does not hold."""


def judge(record: str) -> dict[str, object]:
    """What a record proves.

    Raises:
        Foul: the rules refuse an entry, or the deck is not the one of the deal.
    """
    header, _, body = record.partition("\n\n")
    fields = [line.split(" ") for line in header.splitlines()]
    options = dict(word.split("=") for word in fields[1][2:])
    table: Table = {name: [] for name in ("stock", *REMOVED, *COLUMNS)}
    for word, *rest in fields[2:]:
        if word == "deal" and rest != ["none"]:
            deck = shuffle(int(rest[0]), int(options.get("suits", 4)))
        elif word == "deck":
            if rest != deck:
                raise Foul("the number deals another deck")
            table = deal(deck)
        elif word == "pile":
            table[rest[0]] = rest[1:]
    tables, now, last_ms = [table], 0, 0
    entries = [line.split(" ") for line in body.splitlines() if not line.startswith("#")]
    for ms, action in entries:
        tables, now = act(tables, now, action)
        if int(ms) < last_ms:
            raise Foul("time runs backwards")
        last_ms = int(ms)
    return {"entries": len(entries), "elapsed_ms": last_ms, **facts(tables[now])}


def act(tables: list[Table], now: int, action: str) -> tuple[list[Table], int]:
    """The tables of a game and the index of the current one, after one entry."""
    if action == "undo" and now > 0:
        return tables, now - 1
    if action == "redo" and now + 1 < len(tables):
        return tables, now + 1
    if action == "shown" and not is_won(tables[now]):
        return tables, now
    if action not in moves(tables[now]):
        raise Foul(action)
    return [*tables[: now + 1], play(tables[now], action)], now + 1


def facts(table: Table) -> dict[str, object]:
    """Score, outcome and piles as `replay` prints them."""
    return {
        "score": score(table),
        "time_bonus": 0,
        "total": score(table),
        "outcome": "won" if is_won(table) else "playing",
        "home": sum(len(table[name]) for name in REMOVED),
        "stacks": None,
        "piles": {name: " ".join(cards) for name, cards in table.items()},
    }


def shuffle(number: int, suits: int) -> list[str]:
    """The deck of a deal number, by the description of the generator and the shuffle."""
    pack, state = [rank + suit for suit in SUITS[suits] for rank in RANKS], number
    for place in range(103, 0, -1):
        while True:
            state = (state + 0x9E3779B97F4A7C15) % MANY
            x = state
            x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % MANY
            x = (x ^ x >> 27) * 0x94D049BB133111EB % MANY
            x ^= x >> 31
            if x < MANY - MANY % (place + 1):
                break
        chosen = x % (place + 1)
        pack[place], pack[chosen] = pack[chosen], pack[place]
    return pack


def deal(deck: list[str]) -> Table:
    """The table of a deck of 104 face-up texts, dealt card by card."""
    table: Table = {name: [] for name in ("stock", *REMOVED, *COLUMNS)}
    left = list(deck)
    for _ in range(4):
        for name in COLUMNS:
            table[name].append(f"({left.pop(0)})")
    for name in ("t1", "t4", "t7", "t10"):
        table[name].append(f"({left.pop(0)})")
    for name in COLUMNS:
        table[name].append(left.pop(0))
    table["stock"] = [f"({text})" for text in reversed(left)]
    return table


def moves(table: Table) -> set[str]:
    """Every action that the rules allow, in the notation of records."""
    found = set()
    columns = {name: table[name] for name in COLUMNS}
    if table["stock"] and all(columns.values()):
        found.add("stock")
    free = [name for name in REMOVED if not table[name]]
    for source, cards in columns.items():
        for count in range(1, len(cards) + 1):
            unit = cards[-count:]
            if not moves_as_a_unit(unit):
                break
            many = "" if count == 1 else f":{count}"
            if count == 13:
                found.add(f"{source}>{free[0]}:13")
            for target, ground in columns.items():
                if target != source and (not ground or is_next(unit[0], ground[-1])):
                    found.add(f"{source}>{target}{many}")
    return found


def play(table: Table, action: str) -> Table:
    """The table after an action, which is taken to be legal."""
    after = {name: list(cards) for name, cards in table.items()}
    if action == "stock":
        for name in COLUMNS:
            after[name].append(after["stock"].pop().strip("()"))
        return after
    source, _, rest = action.partition(">")
    target, _, count = rest.partition(":")
    taken = [after[source].pop() for _ in range(int(count or 1))]
    after[target] += reversed(taken)
    if after[source]:
        after[source][-1] = after[source][-1].strip("()")
    return after


def is_won(table: Table) -> bool:
    """Whether eight suits are removed or assembled, with nothing in the stock or face down."""
    if table["stock"] or any("(" in text for name in COLUMNS for text in table[name]):
        return False
    removed = sum(bool(table[name]) for name in REMOVED)
    return removed + sum(assembled(table[name]) for name in COLUMNS) == 8


def assembled(cards: list[str]) -> int:
    """Number of suits from king to ace in a column, whatever else is there."""
    windows = [cards[at : at + 13] for at in range(len(cards) - 12)]
    return sum(window[0][0] == "K" and moves_as_a_unit(window) for window in windows)


def score(table: Table) -> int:
    """The points by the printed formula."""
    columns = [table[name] for name in COLUMNS]
    face_down = [sum("(" in text for text in cards) for cards in columns]
    points = 10 * (44 - sum(face_down)) + 15 * face_down.count(0)
    removed = sum(bool(table[name]) for name in REMOVED)
    if is_won(table):
        in_tableau = 8 - removed
        return points + 50 * 8 + (2 * (in_tableau - 3) if in_tableau >= 4 else 0)
    pairs = sum(
        upper[-1] == lower[-1] and is_next(upper, lower)
        for cards in columns
        for lower, upper in pairwise(cards)
    )
    return points + 2 * pairs + 50 * removed


def is_next(upper: str, lower: str) -> bool:
    """Whether both lie face up and `upper` is one rank below `lower`."""
    if "(" in upper + lower:
        return False
    return RANKS.index(upper[0]) + 1 == RANKS.index(lower[0])


def moves_as_a_unit(cards: list[str]) -> bool:
    """Whether cards are face up, descending by one, and of one suit."""
    if any("(" in text for text in cards) or len({text[-1] for text in cards}) > 1:
        return False
    return all(is_next(upper, lower) for lower, upper in pairwise(cards))

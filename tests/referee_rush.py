"""A second opinion on Solitaire Rush: reads a record and says what it proves, or where it is foul.

Written from the rules of the game and the description of the record alone, in another manner
than the program: cards are words, piles are lists that change, undo is a copy of the whole
table. It imports nothing of the program, so that the two cannot share a mistake in code.
"""

import re
from dataclasses import dataclass, field

from tests.referee_record import PACK, shuffle

RANKS = "A23456789TJQK"
SUITS = "CDHS"
ARRIVAL = dict(zip(RANKS, [50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 5, 5, 5], strict=True))
FOUNDATION_OF = {"f1": "C", "f2": "D", "f3": "H", "f4": "S"}
COLUMNS = [f"t{number}" for number in range(1, 8)]


class Foul(Exception):  # noqa: N818 - a referee's word
    """A line of the record does not hold."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


@dataclass
class Column:
    """Unseen cards, under face-up ones."""

    hidden: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)


@dataclass
class Table:
    """The cards on the table, and what undo restores."""

    hand: list[str]  # the next card to be turned is the last
    waste: list[str] = field(default_factory=list)
    columns: dict[str, Column] = field(default_factory=lambda: {name: Column() for name in COLUMNS})
    height: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUITS, 0))
    paid: set[str] = field(default_factory=set)  # cards that earned their foundation points
    score: int = 0
    returns: int = 0

    @property
    def home(self) -> int:
        return sum(self.height.values())

    def copy(self) -> "Table":
        columns = {name: Column(column.hidden[:], column.open[:]) for name, column in self.columns.items()}
        counted = (dict(self.height), set(self.paid), self.score, self.returns)
        return Table(self.hand[:], self.waste[:], columns, *counted)

    def earn(self, points: int) -> None:
        self.score = max(0, self.score + points)

    def is_solved(self) -> bool:
        unseen = any(column.hidden for column in self.columns.values())
        return not unseen and not self.hand and len(self.waste) <= 1

    def show(self) -> dict[str, str]:
        shown = {"stock": " ".join(f"({card})" for card in self.hand), "waste": " ".join(self.waste)}
        for name, suit in FOUNDATION_OF.items():
            shown[name] = " ".join(rank + suit for rank in RANKS[: self.height[suit]])
        for name, column in self.columns.items():
            shown[name] = " ".join([f"({card})" for card in column.hidden] + column.open)
        return shown


def red(card: str) -> bool:
    return card[1] in "DH"


def builds(upper: str, lower: str) -> bool:
    """Whether a card is on one that is one higher and of the other colour."""
    return RANKS.index(upper[0]) + 1 == RANKS.index(lower[0]) and red(upper) != red(lower)


def lay_out(deck: list[str]) -> Table:
    table, rest = Table(hand=[]), list(deck)
    for row in range(7):
        for column in range(row, 7):
            place = table.columns[COLUMNS[column]]
            (place.open if column == row else place.hidden).append(rest.pop(0))
    table.hand = rest[::-1]
    return table


def put_down(piles: dict[str, list[str]]) -> Table:
    """The table of `pile` lines."""
    table = Table(hand=[word.strip("()") for word in piles.get("stock", [])])
    table.waste = list(piles.get("waste", []))
    for name, suit in FOUNDATION_OF.items():
        table.height[suit] = len(piles.get(name, []))
        table.paid.update(piles.get(name, []))
    for name, column in table.columns.items():
        for word in piles.get(name, []):
            (column.hidden if word.startswith("(") else column.open).append(word.strip("()"))
    everything = " ".join(table.show().values()).replace("(", "").replace(")", "").split()
    given = " ".join(" ".join(cards) for cards in piles.values())
    laid = " ".join(" ".join(table.show()[name].split()) for name in piles)
    if sorted(everything) != sorted(PACK) or given != laid:
        raise Foul(1, "the piles are no whole pack in order")
    return table


class Referee:
    """One game of Rush, played from its record."""

    def __init__(self, table: Table, draw: int, limit_ms: int | None, takes_all_back: bool) -> None:
        self.draw, self.limit_ms, self.takes_all_back = draw, limit_ms, takes_all_back
        self.table = table
        self.past: list[tuple[Table, bool]] = []  # tables before each move; whether it may be taken back
        self.future: list[tuple[Table, bool]] = []  # what redo brings: the table, and the same
        self.now_ms = 0
        self.entries = 0
        self.ended = False

    def copy(self) -> "Referee":
        other = Referee(self.table.copy(), self.draw, self.limit_ms, self.takes_all_back)
        other.past, other.future = self.past[:], self.future[:]
        other.now_ms, other.entries, other.ended = self.now_ms, self.entries, self.ended
        return other

    def act(self, ms: int, action: str) -> str | None:
        """Plays one entry; returns why it is foul, or None."""
        if ms < self.now_ms or (self.limit_ms is not None and ms > self.limit_ms):
            return "not its time"
        if self.ended or self.table.home == 52:
            return "nothing follows the end"
        solved = self.table.is_solved()
        if solved and (ms != self.now_ms or not re.fullmatch(r"(t[1-7]|waste)>f[1-4]", action)):
            return "solved: only moves home, at the frozen time"
        foul = self._do(action)
        if foul is None:
            self.now_ms = ms
            self.entries += 1
        return foul

    def _do(self, action: str) -> str | None:
        if action == "end":
            self.ended = True
        elif action == "undo":
            if not self.past or not (self.past[-1][1] or self.takes_all_back):
                return "nothing to take back, or it revealed a card"
            before, may = self.past.pop()
            self.future.append((self.table, may))
            self.table = before
        elif action == "redo":
            if not self.future:
                return "nothing to bring back"
            after, may = self.future.pop()
            self.past.append((self.table, may))
            self.table = after
        elif action != "shown":
            before = self.table.copy()
            foul = self._tap() if action == "stock" else self._carry(action)
            if foul is not None:
                self.table = before
                return foul
            unseen = sum(len(column.hidden) for column in before.columns.values())
            left = sum(len(column.hidden) for column in self.table.columns.values())
            drew = action == "stock" and bool(before.hand) and before.returns == 0
            self.past.append((before, unseen == left and not drew))
            self.future.clear()
        return None

    def _tap(self) -> str | None:
        table = self.table
        if table.hand:
            for _ in range(min(self.draw, len(table.hand))):
                table.waste.append(table.hand.pop())
        elif table.waste:
            while table.waste:
                table.hand.append(table.waste.pop())
            table.returns += 1
            if self.draw == 1:
                table.earn(-100)
            elif table.returns >= 3:
                table.earn(-20)
        else:
            return "hand and waste are empty"
        return None

    def _carry(self, action: str) -> str | None:
        source, _, rest = action.partition(">")
        target, _, count = rest.partition(":")
        cards = self._take(source, int(count or 1))
        if not cards:
            return "these cards cannot be taken"
        if target in FOUNDATION_OF:
            foul = self._lay_home(source, FOUNDATION_OF[target], cards)
        elif target in COLUMNS:
            foul = self._lay_on(source, target, cards)
        else:
            foul = "no card goes there"
        if foul is None and source in COLUMNS:
            column = self.table.columns[source]
            if not column.open and column.hidden:
                column.open.append(column.hidden.pop())
                self.table.earn(10)
        return foul

    def _take(self, source: str, count: int) -> list[str]:
        """Takes cards away and returns them; none when they are not available."""
        table = self.table
        if source in COLUMNS:
            cards = table.columns[source].open[-count:]
            if len(cards) < count or not all(map(builds, cards[1:], cards)):
                return []
            del table.columns[source].open[-count:]
            return cards
        if count > 1:
            return []
        if source == "waste":
            return [table.waste.pop()] if table.waste else []
        suit = FOUNDATION_OF.get(source)
        if suit is None or not table.height[suit]:
            return []
        table.height[suit] -= 1
        return [RANKS[table.height[suit]] + suit]

    def _lay_home(self, source: str, suit: str, cards: list[str]) -> str | None:
        if len(cards) > 1 or source in FOUNDATION_OF:
            return "one card, from a column or the waste"
        card, table = cards[0], self.table
        if card != "".join([*RANKS[table.height[suit] : table.height[suit] + 1], suit]):
            return "it is not the next of the suit"
        table.height[suit] += 1
        if card not in table.paid:
            table.paid.add(card)
            table.earn(ARRIVAL[card[0]])
        if source == "waste":
            table.earn(10)
        return None

    def _lay_on(self, source: str, target: str, cards: list[str]) -> str | None:
        if source == target:
            return "it lies there"
        column = self.table.columns[target]
        if column.open:
            if not builds(cards[0], column.open[-1]):
                return "it does not fit there"
        elif cards[0][0] != "K":
            return "only a king fits there"
        column.open += cards
        if source == "waste":
            self.table.earn(10)
        if source in FOUNDATION_OF:
            self.table.earn(-10)
        return None

    def verdict(self) -> dict[str, object]:
        """What the game proves, in the words of the record's contract."""
        table = self.table
        if self.ended:
            outcome = "timeout" if self.now_ms == self.limit_ms else "ended"
        else:
            outcome = "won" if table.home == 52 else "playing"
        bonus = 0
        if outcome != "playing" and self.limit_ms is not None:
            twice = 2 * ((self.limit_ms - self.now_ms) // 1000) * table.home
            bonus = twice // 104 + (twice % 104 >= 52)
        return {
            "entries": self.entries,
            "score": table.score,
            "time_bonus": bonus,
            "total": table.score + bonus,
            "elapsed_ms": self.now_ms,
            "outcome": outcome,
            "home": table.home,
            "piles": table.show(),
        }


PLACES = ["stock", "waste", *FOUNDATION_OF, *COLUMNS]
_PLACE = f"(?:{'|'.join(PLACES)})"
_ACTION = re.compile(rf"stock|undo|redo|end|shown|{_PLACE}>{_PLACE}(?::(?:[2-9]|[1-9][0-9]{{1,2}}))?")
_MS = re.compile(r"0|[1-9][0-9]{0,14}")


def judge(text: str) -> dict[str, object]:
    """What a whole record proves.

    Raises:
        Foul: a line does not hold; the first one is named.
    """
    return begin(text).verdict()


def begin(text: str) -> Referee:
    """The referee after all entries of a record, ready for the next.

    Raises:
        Foul: a line does not hold; the first one is named.
    """
    every = enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")[:-1], 1)
    lines = [(number, line) for number, line in every if number == 1 or not line.startswith("#")]
    end_of_header = next(index for index, (_, line) in enumerate(lines) if not line)
    referee = _start([line.split(" ") for _, line in lines[:end_of_header]])
    for number, line in lines[end_of_header + 1 :]:
        ms, _, action = line.partition(" ")
        if not _MS.fullmatch(ms) or not _ACTION.fullmatch(action):
            raise Foul(number, "this is no entry")
        foul = referee.act(int(ms), action)
        if foul is not None:
            raise Foul(number, foul)
    return referee


def _start(header: list[list[str]]) -> Referee:
    if header[0] != ["patience", "1"] or header[1][:2] != ["variant", "rush"] or header[2][0] != "deal":
        raise Foul(1, "this is no record of Rush")
    given = dict(word.split("=") for word in header[1][2:])
    options = {"draw": "3", "limit": "300", "undo": "strict"} | given
    names, undo = {"draw", "limit", "undo"}, options["undo"]
    if set(options) != names or options["draw"] not in ("1", "3") or undo not in ("strict", "free"):
        raise Foul(2, "Rush has no such options")
    if header[3][0] == "deck":
        table = _dealt(header[3][1:], header[2][1])
    elif header[2][1:] == ["none"]:
        table = put_down({line[1]: line[2:] for line in header[3:] if line[0] == "pile"})
    else:
        raise Foul(3, "given piles come from no number")
    limit_ms = None if options["limit"] == "none" else int(options["limit"]) * 1000
    return Referee(table, int(options["draw"]), limit_ms, undo == "free")


def _dealt(deck: list[str], number: str) -> Table:
    if sorted(deck) != sorted(PACK):
        raise Foul(4, "this is no whole pack")
    if number != "none" and shuffle(PACK, int(number)) != deck:
        raise Foul(4, "the number deals another deck")
    return lay_out(deck)

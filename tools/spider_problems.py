"""Finds answers to the problems of Spider and writes them into the file of the problems.

    python -m tools.spider_problems --tries 40 --tables 60000 clubs-and-hearts

Best first, by worths drawn anew for each try, over what a player sees: a card that turns up and of which the
book tells nothing is moved no more. The fewest moves over the tables of a search are kept, and an answer that
is shorter than that of the file takes its place. No row is dealt, so columns may lie in any order.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

from game.play.problems import Problem, read_problems
from game.rules.spider import COLUMNS as PILES
from game.solver.kernels.compiled import Numbers, kernel, numbers, row
from game.solver.spider.search import ROOM, WAITING, came_from, is_new, list_moves, make_child, moves_to, rate
from game.solver.spider.tables import (
    BENEATH,
    CARD,
    COLUMNS,
    DOWN,
    FACE_UP,
    FIELDS,
    KEY,
    RANK,
    REMOVE,
    REMOVED,
    SPACE,
    SUIT,
    TABLE,
    UNKNOWN,
    VALUE,
    WORTH,
    layout,
    marked,
    room_for,
    set_out,
    to_moves,
)

FILE = Path(__file__).parents[1] / "assets" / "problems" / "spider.json"
GRADES, START = 8192, 4000
TURNED_UP, SUITS, SPACES, SHORT, LETTERS, NO_TURNING, NO_SPACES = range(7)
"""A goal as numbers; the letters of suits are bits."""
COVER, BURY, ORDER, DEPTH, STRAY, SEED = range(6)
"""Parameters of a try, by index: cards of a wanted suit on the next higher, runs upon them, the worth of a
table, the length of the way, and chance."""
GONE = 400
"""Worth of a suit that is removed."""


@kernel
def worth_of_suit(
    store: Numbers, tables: Numbers, table: int, suit: int, ways: Numbers, depth: Numbers
) -> int:
    """Returns the progress of a suit towards completion; GONE if it was removed once."""
    for rank in range(16):
        depth[rank] = SUIT
    cards = covered = 0
    for place in range(COLUMNS):
        column, runs, above = tables[table + place], 0, -99
        while column:
            card = store[column * FIELDS + CARD]
            is_own = (card & 63) >> 4 == suit and card & RANK != UNKNOWN
            cards += is_own
            if card >= FACE_UP:
                if above >= 0 and card != above + 1:
                    runs += 1
                if is_own:
                    covered += card == above + 1
                    depth[card & RANK] = min(depth[card & RANK], runs)
                above = card
            column = store[column * FIELDS + BENEATH]
    if cards <= SUIT:
        return GONE
    worth = ways[COVER] * covered
    for rank in range(1, SUIT + 1):
        worth -= ways[BURY] * depth[rank]
    return worth


@kernel
def find(
    layout: Numbers, weights: Numbers, goal: Numbers, ways: Numbers, max_tables: int, store: Numbers,
    slots: Numbers, tables: Numbers, made_of: Numbers,
) -> int:  # fmt: skip
    """Searches for a table that reaches a goal; its number, or -1. Their number is written to `made_of`."""
    seen, moves, depth = numbers(room_for(max_tables)), numbers(COLUMNS * COLUMNS * SUIT), numbers(16)
    following, heads, lengths = numbers(max_tables + 2), numbers(GRADES), numbers(max_tables + 2)
    store[WORTH] = weights[SPACE]
    set_out(layout, store, slots, weights, tables)
    rate(store, weights, tables, 0)
    is_new(seen, tables[KEY])
    down, removed, value, made, best, at = tables[DOWN], tables[REMOVED], tables[VALUE], 1, 0, 0
    while made < max_tables and store[CARD] < max_tables * 6:
        found = list_moves(store, tables, at * TABLE, moves)
        for i in range(found):
            if (moves[i] >> 4) & 15 == REMOVE or made == max_tables:
                continue
            make_child(store, slots, weights, layout, tables, made, at << 12 | moves[i])
            table, spaces, short = made * TABLE, 0, 0
            for place in range(COLUMNS):
                column = tables[table + place]
                spaces += column == 0
                short += column == 0 or store[column * FIELDS + BENEATH] == 0
            turned_up, gone = down - tables[table + DOWN], tables[table + REMOVED] - removed
            if (goal[NO_TURNING] and turned_up) or (goal[NO_SPACES] and spaces and not gone):
                continue
            if not is_new(seen, tables[table + KEY]):
                continue
            lengths[made] = lengths[at] + 1
            worth, is_reached = 0, gone >= goal[SUITS] and turned_up >= goal[TURNED_UP]
            is_reached = is_reached and spaces >= goal[SPACES] and short >= goal[SHORT]
            for suit in range(4):
                if goal[LETTERS] >> suit & 1:
                    near = worth_of_suit(store, tables, table, suit, ways, depth)
                    worth += near
                    is_reached = is_reached and near == GONE
            made += 1
            if is_reached:
                made_of[0] = made
                return made - 1
            grade = START - 4 * worth - (tables[table + VALUE] - value) * ways[ORDER] // 4
            grade += lengths[made - 1] * ways[DEPTH]
            if ways[STRAY]:
                grade += (marked(tables[table + KEY], ways[SEED]) >> 20) % ways[STRAY]
            grade = min(max(grade, 0), GRADES - 1)
            following[made - 1] = heads[grade]
            heads[grade] = made - 1
            best = min(best, grade)
        while best < GRADES and heads[best] == 0:
            best += 1
        if best == GRADES:
            return -1
        at = heads[best]
        heads[best] = following[at]
    return -1


def goal_of(problem: Problem) -> Numbers:
    """The goal as numbers."""
    goal = problem.goal
    letters = sum(1 << "CDHS".index(letter) for letter in goal.removed)
    suits = max(goal.suits, len(goal.removed))
    avoided = (goal.avoids == "turning", goal.avoids == "spaces")
    return row((goal.turned_up, suits, goal.spaces, goal.short, letters, *map(int, avoided)))


def seen_of(problem: Problem, given: dict[str, Any]) -> Numbers:
    """The layout without a stock; a card is unknown if the book tells nothing of it, a king is a king."""
    told = [int(number) for number in layout(problem.deal.variant, problem.deal.position)]  # type: ignore[arg-type]
    at, seen = 2 + COLUMNS * told[1], [told[0], 0]
    for text in given["columns"]:
        words = text.split()
        cards = told[at + 1 : at + 1 + len(words)]
        seen += [
            len(words),
            *(UNKNOWN if word == "??" else card for word, card in zip(words, cards, strict=True)),
        ]
        at += len(words) + 1
    return row(seen)


def answered(problem: Problem, given: dict[str, Any], tables: int, chance: Random) -> list[str]:
    """Moves that solve a problem, by one try; none if it found none."""
    drawn = [
        chance.choice(choices)
        for choices in ((0, 8), (0, 8, 12), (10, 20, 40, 80), (4, 8), (0, 1), (-2, 0, 2))
    ]
    drawn += [chance.choice(choices) for choices in ((1, 2, 4), (0, 2), (0, 4), (50, 250))]
    ways = [
        chance.choice(choices)
        for choices in ((5, 10, 20), (1, 2, 4, 8), (0, 1, 2, 4), (0, 0, 1), (0, 8, 30, 60))
    ]
    if not problem.goal.removed:
        ways[ORDER] = chance.choice((4, 8))
    room = tables * 6 + ROOM
    store, slots, made = numbers((room + ROOM) * FIELDS), numbers(room_for(room)), numbers(1)
    searched = numbers((tables + 2) * TABLE)
    seen, worths = seen_of(problem, given), row((*drawn, 0, 0, 0))
    way = row((*ways, chance.randrange(1000)))
    found = int(find(seen, worths, goal_of(problem), way, tables, store, slots, searched, made))
    if found < 0:
        return []
    came = came_from(store, numbers(WAITING + 20), searched, int(made[0]))
    variant, position = problem.deal.variant, problem.deal.position
    moves = to_moves(variant, position, moves_to(store, searched, came, found), removing=True)  # type: ignore[arg-type]
    return [variant.move_to_text(move) for move in moves]


def is_refuted(problem: Problem, given: dict[str, Any], moves: str, tables: int) -> bool:
    """Whether a problem cannot be solved after some moves: every table that can be reached was looked at.

    False also where there are more than that many tables.
    """
    seen, goal = [int(number) for number in seen_of(problem, given)], goal_of(problem)
    columns, at = list[list[int]](), 2
    for _ in range(COLUMNS):
        columns.append(seen[at + 1 : at + 1 + seen[at]])
        at += seen[at] + 1
    for text in moves.split():
        source, target, count = problem.deal.variant.move_from_text(text)
        left, ground = columns[source - PILES.start], columns[target - PILES.start]
        ground += left[-count:]
        del left[-count:]
        if left and left[-1] < FACE_UP:
            left[-1] += FACE_UP
            goal[TURNED_UP] -= 1
    start = [*seen[:2], *(number for column in columns for number in (len(column), *column))]
    room, made = tables * 6 + ROOM, numbers(1)
    store, slots, searched = (
        numbers((room + ROOM) * FIELDS),
        numbers(room_for(room)),
        numbers((tables + 2) * TABLE),
    )
    worths, ways = row((8, 12, 20, 8, 1, -2, 2, 0, 4, 250, 0, 0, 0)), row((10, 4, 4, 0, 0, 0))
    found = int(find(row(start), worths, goal, ways, tables, store, slots, searched, made))
    return found < 0 and searched[(tables - 1) * TABLE + KEY] == 0


def main() -> None:
    """Looks for answers to the problems named, or to all that have none."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*")
    parser.add_argument("--tries", type=int, default=20)
    parser.add_argument("--tables", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    whole = json.loads(FILE.read_text("utf-8"))
    for problem, given in zip(read_problems(json.dumps(whole)), whole["problems"], strict=True):
        if problem.name not in chosen.names and (
            chosen.names or "answer" in given or problem.goal.suits == 8
        ):
            continue
        chance, best = Random(chosen.seed), given.get("answer", "").split()
        for _ in range(chosen.tries):
            moves = answered(problem, given, chosen.tables, chance)
            if moves and (not best or len(moves) < len(best)):
                best = moves
                print(problem.name, len(best), " ".join(best), flush=True)


if __name__ == "__main__":
    main()

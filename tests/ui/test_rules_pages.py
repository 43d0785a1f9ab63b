"""Pages of the tables: which sentences belong to which options; every figure and example of a strategy."""

from itertools import combinations_with_replacement, product
from random import Random

import pytest

from game.play.deal import deal_number
from game.rules.one_three_back import OneThreeBack
from game.rules.position import STOCK, Move, Position
from game.rules.rush import ARRIVAL_POINTS, FREE_RETURNS, REDEAL_POINTS, Rush
from game.rules.spider import COLUMNS, Spider
from game.rules.three_shuffles import FOUNDATIONS, ThreeShuffles
from game.solver.answer import Budget
from game.solver.one_three_back import solve
from game.solver.three_shuffles.solve import chance
from game.ui.games.one_three_back.practice import FAIR, GOOD, MASTERLY, VERY_GOOD
from game.ui.games.tables import view_class

TABLES = {
    "rush": ["draw=3 draw=1", "limit=300 limit=none", "undo=free ", "practice ", "mirrored "],
    "spider": ["suits=4 suits=2 suits=1", "removal=automatic ", "practice "],
    "three-shuffles": ["early=no early=yes", "practice ", "mirrored "],
    "one-three-back": ["practice "],
}
"""By game, the options of its tables; a choice with a space at its end may be left out."""
BELONGS = {
    "rush": {
        "before the clock runs out": "limit=300",
        "turn three cards": "draw=3",
        "turn a card, which you may play": "draw=1",
        "cost 20 points": "draw=3",
        "costs 100 points": "draw=1",
        "Time bonus": "limit=300",
        "the clock stops": "limit=300",
        "clock back": "limit=300",
        "hides the cards and stops the clock": "limit=300 practice",
        "You cannot undo a move": "-undo=free",
        "You can undo every move": "undo=free",
        "mirrored": "mirrored",
        "gives a hint": "practice",
        "redoes": "practice",
        "new game": "practice",
        "saves to a file": "practice",
        "first two times": "draw=3",
        "only while you have no points": "draw=1",
        "the threes": "draw=3",
        "trip through the stock costs seconds": "limit=300",
    },
    "spider": {
        "Finished runs leave the table": "removal=automatic",
        "leave it in its column": "-removal=automatic",
        "leaves the table automatically": "removal=automatic",
        "You may remove": "-removal=automatic",
        "The most is 990": "removal=automatic",
        "the most is 1000": "-removal=automatic",
        "removes a complete suit": "-removal=automatic",
        "Two decks, dealt": "-suits=1",
        "spades and hearts": "suits=2",
        "spades only": "suits=1",
        "regardless of suit": "-suits=1",
        "build in suit": "-suits=1",
        "sort the columns by suit": "-suits=1",
        "put the columns in order": "suits=1",
    },
    "three-shuffles": {
        "When no move is left": "early=no",
        "if moves are left": "early=no",
        "Shuffle whenever you like": "early=yes",
        "mirrored": "mirrored",
    },
    "one-three-back": {"gives a hint": "practice"},
}
"""By game, words of sentences, and the options to which they belong; the others are on every page."""


def tables(name: str) -> list[frozenset[str]]:
    """Every table of a game, by its options."""
    choices = product(*(option.split(" ") for option in TABLES[name]))
    return [frozenset(" ".join(chosen).split()) for chosen in choices]


def lines(name: str, table: frozenset[str]) -> list[str]:
    page = view_class(name).page.seen(table)
    return [page.goal, *page.rules, *page.strategy, *map(": ".join, page.controls)]


@pytest.mark.parametrize("name", TABLES)
def test_a_page_says_what_is_so_at_its_table_and_nothing_of_other_tables(name):
    for table in tables(name):
        told = " ".join(lines(name, table))
        for words, options in BELONGS[name].items():
            is_for = all((word.lstrip("-") in table) != word.startswith("-") for word in options.split())
            assert (words in told) == is_for, (words, table)
        assert not name.startswith("rush") or "limit=none" not in table or "clock" not in told


@pytest.mark.parametrize(
    ("game", "options", "settings", "header"),
    [
        ("rush", ["draw=1", "limit=none", "undo=free"], {}, "Draw 1, no clock, free undo"),
        ("rush", [], {}, "Draw 3, within 5:00"),
        ("spider", ["suits=2"], {"remove_suits": True}, "2 suits, suits removed automatically"),
        ("spider", ["suits=4"], {}, "4 suits"),
        ("three-shuffles", ["early=yes"], {}, "Shuffle any time"),
    ],
)
def test_f1_tells_which_rules_it_shows_and_shows_those_of_the_table(table, game, options, settings, header):
    table.wants(**settings).start(7, *options, game=game).key("f1")
    told = table.app.screen.spoken_lines
    assert told[0] == header
    removal = ["removal=automatic"] if settings else []
    limit = [] if game != "rush" or "limit=none" in options else ["draw=3", "limit=300"]
    assert set(lines(game, frozenset([*options, *removal, *limit, "practice"]))) == set(told[1:])


# What the strategy says ---------------------------------------------------------------------------


def strategy(name: str, *table: str) -> str:
    return " ".join(view_class(name).page.seen(table).strategy)


QUIZ = ["AC", "6D", "5H", "4C", "4D", "2D"]


def stacks(*cards: str) -> Position:
    piles = "\n".join(f"pile t{at} {card}" for at, card in enumerate(cards, 1))
    return OneThreeBack().position_from_text(piles)


@pytest.mark.thorough  # it compiles a search
@pytest.mark.parametrize(
    ("line", "left"), [(["t5>t2"], 3), (["t4>t1"], 2), (["t4>t1", "t4>t1", "t4>t1", "t2>t1"], 2)]
)
def test_the_example_of_one_three_back_leaves_as_many_stacks_as_its_page_says(line, left):
    told = strategy("one-three-back")
    assert "A♣ 6♦ 5♥ 4♣ 4♦ 2♦" in told
    assert "diamonds first, 4♦ onto 6♦, and is left with three stacks" in told
    assert "after clubs first, 4♦ goes onto 4♣, 2♦ onto 4♦ and 6♦ onto 2♦, which leaves two" in told
    rules, position, met = OneThreeBack(), stacks(*QUIZ), []
    for text in line:
        move = rules.move_from_text(text)
        met.append(f"{position.piles[move.source][-1]}>{position.piles[move.target][-1]}")
        position = rules.apply(position, move)
    assert solve(rules, position, Budget()).value == left
    assert met == ["4C>AC", "4D>4C", "2D>4D", "6D>2D"][: len(met)] or met == ["4D>6D"]


def test_clubs_first_moves_the_four_of_diamonds_where_the_six_is_no_longer_three_back():
    rules, first = OneThreeBack(), stacks(*QUIZ)
    after = rules.apply(first, rules.move_from_text("t4>t1"))
    assert "t5>t2" in map(rules.move_to_text, rules.legal_moves(first))
    assert "t4>t2" not in map(rules.move_to_text, rules.legal_moves(after))


def test_the_grades_of_one_three_back_follow_what_a_player_leaves_who_merges_whenever_possible():
    """In about a tenth, a quarter, half and three quarters of 2,000 deals (docs/RESEARCH.md)."""
    left = []
    rules = OneThreeBack()
    for number in range(120):
        position = deal_number(rules, number).position
        while merges := rules.merges(position) or rules.legal_moves(position):
            position = rules.after_move(position, min(merges, key=lambda move: _preference(position, move)))
        left.append(rules.stacks(position))
    shares = [sum(count <= most for count in left) / len(left) for most in (MASTERLY, VERY_GOOD, GOOD, FAIR)]
    assert all(
        abs(share - usual) < 0.13 for share, usual in zip(shares, (0.065, 0.256, 0.492, 0.741), strict=True)
    )


def _preference(position: Position, move: Move) -> tuple[bool, int]:
    if move == STOCK:
        return False, 0
    source, target = position.piles[move.source][-1], position.piles[move.target][-1]
    return source.suit != target.suit, move.target - move.source


def test_thirteen_cards_share_a_suit_and_four_a_rank():
    pack = OneThreeBack().pack()
    assert "thirteen cards share a suit, only four a rank" in strategy("one-three-back")
    assert {sum(card.suit == suit for card in pack) for suit in range(4)} == {13}
    assert {sum(card.rank == rank for card in pack) for rank in range(1, 14)} == {4}


def test_before_the_last_shuffle_a_card_kept_back_is_worth_what_the_page_says():
    told = strategy("three-shuffles", "early=no")
    assert (
        "before the last shuffle, keep a card back if the cards left would fill fans of exactly three" in told
    )
    assert "wins about 5 games in 100 more" in told
    gains = {shuffle: [] for shuffle in (1, 2)}
    for left in combinations_with_replacement(range(14), 4):
        for at, count in enumerate(left):
            fewer = (*left[:at], count - 1, *left[at + 1 :])
            if count and (not at or count != left[at - 1]) and sum(fewer) % 3 == 0 and any(fewer):
                for shuffle in (1, 2):
                    gains[shuffle].append(chance(shuffle, left) - chance(shuffle, fewer))
    last = gains[2]
    assert sum(gain > 0 for gain in last) / len(last) > 0.99
    assert round(100 * sum(last) / len(last)) == 5
    assert 100 * sum(gains[1]) / len(gains[1]) < 2.5, "only before the last shuffle"


def test_within_a_deal_a_card_that_goes_home_never_had_another_to_take():
    rules, random = ThreeShuffles(), Random(3)
    for number in range(6):
        position = deal_number(rules, number).position
        while moves := rules.moves_left(position):
            for move in moves:
                if move.target in FOUNDATIONS:
                    card = position.piles[move.source][-1]
                    below = [card.rank for card in position.piles[move.target]]
                    assert card.rank == 1 or card.rank - 1 in below
            position = rules.apply(position, random.choice(moves))


def test_a_king_moves_only_home_or_by_the_draw():
    rules = ThreeShuffles()
    third = rules.position_from_text("pile t1 4S KH 9C\npile t2 QH\npile t3 KS\ntally shuffles=2")
    moves = set(map(rules.move_to_text, rules.legal_moves(third)))
    assert "A king fits on no other fan" in strategy("three-shuffles")
    assert "t1>t1:2" in moves
    assert not any(move.startswith("t3>") for move in moves)


def test_what_redeals_and_seconds_cost_is_what_the_pages_of_rush_say():
    assert (FREE_RETURNS, REDEAL_POINTS) == ({1: 0, 3: 2}, {1: -100, 3: -20})
    assert ARRIVAL_POINTS == (50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 5, 5, 5)
    for draw, free in ((3, [0, 0, 20, 20]), (1, [100, 100])):
        rules = Rush(draw=draw)
        piles = "pile stock (2S) (5S) (7S)\npile t1 KH"
        for passes, cost in enumerate(free):
            position = rules.position_from_text(f"{piles}\ntally passes={passes} score=500")
            assert rules.next_redeal_cost(position) == cost
    poor = Rush(draw=1).position_from_text("pile stock (2S)\npile t1 KH")
    assert Rush(draw=1).next_return_loss(poor) == 0
    home = [" ".join(rank + suit for rank in "A23456789TJQK") for suit in "CD"]
    half = Rush().position_from_text(f"pile f1 {home[0]}\npile f2 {home[1]}\npile t1 KH")
    assert Rush().time_bonus(half, 0) - Rush().time_bonus(half, 52_000) == 26, "a second: cards home ÷ 52"


def test_a_ten_with_a_nine_of_another_suit_on_it_goes_nowhere_and_a_complete_suit_can_hold_its_suit():
    rules = Spider()
    assert "A 10 with a 9 of another suit on it can no longer move" in strategy("spider", "suits=4")
    mixed = rules.position_from_text("pile t1 TH 9S\npile t2 JC\npile t3 JD")
    assert not any(move.source == COLUMNS[0] and move.count == 2 for move in rules.legal_moves(mixed))
    spades = " ".join(f"{rank}S" for rank in "KQJT98765432A")
    whole = rules.position_from_text(f"pile t1 {spades}\npile t2 6D\npile t3 5S 4S\npile t4 9C")
    parted = rules.apply(whole, rules.move_from_text("t1>t2:5"))
    assert rules.move_from_text("t3>t1:2") in rules.legal_moves(parted)
    removed = rules.apply(whole, rules.move_from_text("t1>f1:13"))
    columns = [removed.piles[move.target] for move in rules.legal_moves(removed) if move != STOCK]
    assert all(column[-1].sign == "6♦" for column in columns if column), "no spade is left to lie on"

"""1-3 Back and Three Shuffles played at random beside referees written from the rules alone."""

from __future__ import annotations

import random

import pytest

from game.cards import Card
from game.play.deal import deal_number, deal_position
from game.rules import find_variant
from game.rules.position import Position
from tests.playouts import seeds
from tests.referee_one_three_back import OneThreeBackTable
from tests.referee_three_shuffles import ThreeShufflesTable
from tests.refereed import check_record, play_beside_the_referee

REFEREES = {
    "one-three-back": OneThreeBackTable,
    "three-shuffles early=no": ThreeShufflesTable,
    "three-shuffles early=yes": ThreeShufflesTable,
}


def far(action: str) -> float:
    """Weighs actions so that games get far: home first, the draw late."""
    return 50 if ">f" in action else 0.02 if ":" in action else 1


@pytest.mark.slow
@seeds(25)
@pytest.mark.parametrize("variant", REFEREES)
def test_dealt_games_are_the_referees(variant, seed):
    chance = random.Random(seed)
    name, *options = variant.split(" ")
    deal = deal_number(find_variant(name, options), chance.randrange(1 << 64))
    game = play_beside_the_referee(deal, REFEREES[variant], chance, far)
    check_record(game, REFEREES[variant], chance)


@seeds(10)
def test_games_from_given_stacks_are_the_referees(seed):
    chance = random.Random(seed)
    rules = find_variant("one-three-back")
    cards = list(rules.pack())[: chance.randrange(2, 53)]
    chance.shuffle(cards)
    deck, rest = cards[:5], cards[5:]
    stacks = []
    while rest:
        height = chance.randrange(1, 5)
        stacks.append(tuple(card.up for card in rest[:height]))
        rest = rest[height:]
    piles = (tuple(deck), *stacks, *((),) * (52 - len(stacks)))
    game = play_beside_the_referee(deal_position(rules, Position(piles)), OneThreeBackTable, chance)
    check_record(game, OneThreeBackTable, chance)


@seeds(15)
def test_games_from_given_fans_are_the_referees(seed):
    chance = random.Random(seed)
    rules = find_variant("three-shuffles")
    pack = [card.up for card in rules.pack()]
    homes = [chance.randrange(8, 14) for _ in range(4)]
    foundations = [tuple(pack[13 * suit : 13 * suit + high]) for suit, high in enumerate(homes)]
    rest = [card for card in pack if card.rank > homes[card.suit]]
    chance.shuffle(rest)
    fans: list[list[Card]] = [[] for _ in range(18)]
    for card in rest:
        chance.choice(fans[::4]).append(card)
    piles = (*foundations, *map(tuple, fans))
    deal = deal_position(rules, Position(piles, rules.opening_counters(piles)))
    game = play_beside_the_referee(deal, ThreeShufflesTable, chance, far)
    check_record(game, ThreeShufflesTable, chance)

"""Every game played at random beside a referee written from the rules alone, and its records spoiled."""

from __future__ import annotations

import random

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from game.cards import Card
from game.play.deal import deal_number, deal_position
from game.play.game import ControlAction
from game.play.proof import proof
from game.play.record import action_from_text, record_text
from game.rules import find_variant, rush
from game.rules.options import choices as choices_of
from game.rules.position import Position
from game.rules.rush import Rush
from game.rules.spider import Spider
from tests.playouts import choices, numbers, play_out, seeds
from tests.records import GOLDEN
from tests.referee_record import follow
from tests.referee_rush import PLACES, RushTable
from tests.refereed import check_record, play_beside_the_referee, same_verdict
from tests.rush_endings import endings as rush_endings
from tests.spider_endings import endings as spider_endings

ACTS = (*[ControlAction.UNDO, ControlAction.REDO] * 4, ControlAction.SHOWN, ControlAction.END)
EVERY_ACTION = [
    *("stock", "undo", "redo", "end", "shown"),
    *(f"{source}>{target}" for source in PLACES for target in PLACES),
    *(f"{source}>{target}:{count}" for source in PLACES for target in PLACES for count in (2, 3, 13)),
]
rushes = st.builds(
    Rush, draw=st.sampled_from([1, 3]), limit=st.sampled_from([0, 1, 5, 30, 300]), undo=st.booleans()
)
rush_deals = st.one_of(st.builds(deal_number, rushes, numbers), rushes.flatmap(rush_endings))
spiders = st.builds(Spider, st.sampled_from(choices_of(Spider, "suits")))
spider_deals = st.one_of(st.builds(deal_number, spiders, numbers), spiders.flatmap(spider_endings))
FROM_PILES = (GOLDEN / "rush_from_piles.patience").read_bytes()


def far(action: str) -> float:
    """Weighs actions so that games get far: home first, the draw late."""
    return 50 if ">f" in action else 0.02 if ":" in action else 1


@given(rush_deals, choices(150), numbers)
def test_rush_proves_and_allows_at_any_time_what_its_referee_does(deal, chosen, seed):
    *_, game = play_out(deal, chosen, ACTS)
    check_record(game, random.Random(seed))
    match, told = follow(record_text(game, {}), RushTable)
    assert told == proof(game)
    for at_ms in (game.elapsed_ms, game.elapsed_ms + 1):
        allowed = {
            text for text in EVERY_ACTION if game.refusal(action_from_text(game.variant, text), at_ms) is None
        }
        assert allowed == {text for text in EVERY_ACTION if match.allows(at_ms, text)}


@pytest.mark.thorough
@given(st.one_of(spider_deals, rush_deals), numbers)
def test_games_are_the_referees(deal, seed):
    chance = random.Random(seed)
    game = play_beside_the_referee(deal, chance, most_actions=120)
    event(game.outcome.value)
    check_record(game, chance)


@pytest.mark.slow
@seeds(25)
@pytest.mark.parametrize(
    "variant", ["one-three-back", "three-shuffles early=no", "three-shuffles early=yes", "rush undo=free"]
)
def test_dealt_games_are_the_referees(variant, seed):
    chance = random.Random(seed)
    name, *options = variant.split(" ")
    deal = deal_number(find_variant(name, options), chance.randrange(1 << 64))
    check_record(play_beside_the_referee(deal, chance, far), chance)


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
    check_record(play_beside_the_referee(deal_position(rules, Position(piles)), chance), chance)


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
    check_record(play_beside_the_referee(deal, chance, far), chance)


@pytest.mark.parametrize(
    ("name", "wrong", "old", "new"),
    [
        ("TURN_UP_POINTS", 11, b"", b""),
        ("Rush.stock_refusal", lambda *_: "Not today, thank you.", b"", b""),
        ("alternates", lambda *_: True, b"10500 f4>t5", b"10500 f4>t2"),
    ],
)
def test_wrong_rules_are_noticed(monkeypatch, name, wrong, old, new):
    assert same_verdict(FROM_PILES) is not None
    monkeypatch.setattr(f"{rush.__name__}.{name}", wrong)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        same_verdict(FROM_PILES.replace(old, new))

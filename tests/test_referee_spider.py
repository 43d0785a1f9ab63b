"""The program and an independent referee agree on random games of Spider."""

import random

from hypothesis import event, given
from hypothesis import strategies as st

from game.play.deal import deal_number
from game.rules.options import choices as choices_of
from game.rules.spider import Spider
from tests.playouts import numbers
from tests.referee_spider import SpiderTable
from tests.refereed import check_record, play_beside_the_referee
from tests.spider_endings import endings

variants = st.builds(Spider, st.sampled_from(choices_of(Spider, "suits")))
deals = st.one_of(st.builds(deal_number, variants, numbers), variants.flatmap(endings))


@given(deals, numbers)
def test_games_are_the_referees(deal, seed):
    chance = random.Random(seed)
    game = play_beside_the_referee(deal, SpiderTable, chance, most_actions=120)
    event(game.outcome.value)
    check_record(game, SpiderTable, chance)

"""The program and an independent referee agree on random games of Spider."""

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from game.play.deal import deal_number
from game.play.game import ControlAction, Game
from game.play.proof import proof
from game.play.record import record_text
from game.rules.options import choices as choices_of
from game.rules.spider import Spider
from tests.playouts import choices, numbers, play_out
from tests.referee_spider import COLUMNS, REMOVED, Foul, act, deal, facts, judge, moves, shuffle
from tests.spider_endings import endings

ACTS = (*[ControlAction.UNDO, ControlAction.REDO] * 4, ControlAction.SHOWN)
NOT_TOLD = {"variant", "options", "deal"}

variants = st.builds(Spider, st.sampled_from(choices_of(Spider, "suits")))
deals = st.one_of(st.builds(deal_number, variants, numbers), variants.flatmap(endings))


def proved(game: Game) -> dict[str, object]:
    """What a game proves, without what the referee does not tell."""
    return {name: value for name, value in proof(game).items() if name not in NOT_TOLD}


@given(variants, numbers)
def test_they_deal_the_same(variant, number):
    dealt = Game(deal_number(variant, number))
    assert proof(dealt)["piles"] == facts(deal(shuffle(number, variant.suits)))["piles"]


@given(deals, choices(120))
def test_they_agree_on_what_a_game_proves(deal, chosen):
    *_, game = play_out(deal, chosen, ACTS)
    event(game.outcome.value)
    assert proved(game) == judge(record_text(game, {}, picture=True))


@given(deals, choices(120))
def test_they_agree_on_every_position_of_a_game(deal, chosen):
    *_, game = play_out(deal, chosen, [ControlAction.SHOWN])
    actions = [
        game.variant.move_to_text(entry.action)
        for entry in game.entries
        if entry.action is not ControlAction.SHOWN
    ]
    tables, now = [{name: cards.split() for name, cards in proof(Game(deal))["piles"].items()}], 0
    for position, action in zip(game.positions(), [*actions, None], strict=True):
        told = facts(tables[now])
        outcome = game.variant.outcome(position)
        legal = {game.variant.move_to_text(move) for move in game.variant.legal_moves(position)}
        assert (game.variant.score(position), legal) == (told["score"], moves(tables[now]))
        assert (outcome.value if outcome else "playing") == told["outcome"]
        if action is not None:
            tables, now = act(tables, now, action)


@given(deals, choices(60), st.data())
def test_what_one_refuses_the_other_refuses(deal, chosen, data):
    *_, game = play_out(deal, chosen, ACTS)
    record = record_text(game, {})
    places = ["stock", *REMOVED, *COLUMNS]
    for _ in range(10):
        source, target, count = (
            data.draw(st.sampled_from(place)) for place in (places, places, range(1, 15))
        )
        text = data.draw(
            st.sampled_from([f"{source}>{target}" + (f":{count}" if count > 1 else ""), "stock"])
        )
        refusal = game.refusal(game.variant.move_from_text(text), game.elapsed_ms)
        if refusal is None:
            judge(f"{record}{game.elapsed_ms} {text}\n")
        else:
            with pytest.raises(Foul):
                judge(f"{record}{game.elapsed_ms} {text}\n")

"""The program and an independent referee agree on random games of Rush."""

from hypothesis import given
from hypothesis import strategies as st

from game.play.deal import deal_number
from game.play.game import ControlAction, Game
from game.play.proof import proof
from game.play.record import action_from_text, record_text
from game.rules.rush import Rush
from tests.playouts import choices, numbers, play_out
from tests.referee_record import PACK, shuffle
from tests.referee_rush import PLACES, begin, judge, lay_out
from tests.rush_endings import endings

ACTS = (*[ControlAction.UNDO, ControlAction.REDO] * 4, ControlAction.SHOWN, ControlAction.END)

variants = st.builds(
    Rush, draw=st.sampled_from([1, 3]), limit=st.sampled_from([0, 1, 5, 30, 300]), undo=st.booleans()
)
deals = st.one_of(st.builds(deal_number, variants, numbers), variants.flatmap(endings))


def facts(game: Game) -> dict[str, object]:
    """What a game proves, without what the referee does not tell."""
    return {name: value for name, value in proof(game).items() if name not in NOT_TOLD}


NOT_TOLD = {"variant", "options", "deal", "stacks"}

EVERY_ACTION = [
    *("stock", "undo", "redo", "end", "shown"),
    *(f"{source}>{target}" for source in PLACES for target in PLACES),
    *(f"{source}>{target}:{count}" for source in PLACES for target in PLACES for count in (2, 3, 13)),
]


@given(numbers)
def test_they_deal_the_same(number):
    assert proof(Game(deal_number(Rush(), number)))["piles"] == lay_out(shuffle(PACK, number)).show()


@given(deals, choices(150))
def test_they_agree_on_what_a_game_proves(deal, chosen):
    *_, game = play_out(deal, chosen, ACTS)
    assert facts(game) == judge(record_text(game, {}))


@given(deals, choices(80))
def test_they_agree_on_what_is_legal(deal, chosen):
    *_, game = play_out(deal, chosen, ACTS)
    referee = begin(record_text(game, {}))
    for at_ms in (game.elapsed_ms, game.elapsed_ms + 1):
        allowed = {
            text for text in EVERY_ACTION if game.refusal(action_from_text(game.variant, text), at_ms) is None
        }
        assert allowed == {text for text in EVERY_ACTION if referee.copy().act(at_ms, text) is None}

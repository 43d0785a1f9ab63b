"""Games played at random, by the rules but without sense, for the tests of laws.

What is played is drawn by hypothesis as a list of numbers, so that a failing game shrinks
to a short one.
"""

from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from game.cards import NUMBERS
from game.play.deal import Deal, deal_number
from game.play.game import Action, ControlAction, Game
from game.rules.position import STOCK, Move
from game.rules.variant import PileKind, Variant

numbers = st.integers(0, NUMBERS - 1)
"""Deal numbers."""
EXAMPLES = 40
"""So many examples has a property where CI is set."""


def seeds(count: int) -> Callable[[Callable[..., None]], object]:
    """A test of random games, each from its `seed`; fewer in the quick run."""
    some = range(max(1, count * min(EXAMPLES, settings().max_examples) // EXAMPLES))
    return lambda test: pytest.mark.property(pytest.mark.parametrize("seed", some)(test))


def choices(most: int = 60) -> st.SearchStrategy[list[int]]:
    """The choices of a playout of limited length."""
    # Lists of a drawn length: hypothesis alone would rarely make one longer than ten.
    choice = st.integers(0, 2**16 - 1)
    return st.integers(0, most).flatmap(lambda length: st.lists(choice, min_size=length, max_size=length))


def play_out(
    deal: Deal,
    chosen: Sequence[int],
    acts: Sequence[ControlAction] = (ControlAction.UNDO, ControlAction.REDO),
) -> Iterator[Game]:
    """The same game after each action, and before the first."""
    game = Game(deal)
    yield game
    for choice in chosen:
        action = pick(game, choice, acts)
        if action is None:
            return
        game.play(action, next_time(game, choice))
        yield game


def played(variant: Variant, number: int, chosen: Sequence[int]) -> Game:
    """A game after all its actions."""
    *_, game = play_out(deal_number(variant, number), chosen)
    return game


def pick(game: Game, choice: int, acts: Sequence[ControlAction]) -> Action | None:
    """One legal action: at times one of `acts` or a move home, else any move; None when none is legal."""
    preference, choice = choice % 8, choice // 8
    act = acts[choice % len(acts)]
    if preference == 0 and game.refusal(act, game.elapsed_ms) is None:
        return act
    options = game.variant.legal_moves(game.position)
    if not options or game.refusal(options[0], game.elapsed_ms) is not None:
        return None
    if preference in (1, 2, 3):
        options = [move for move in options if goes_home(game.variant, move)] or options
    return options[choice % len(options)]


def goes_home(variant: Variant, move: Move) -> bool:
    """Whether a move ends on a foundation."""
    return move != STOCK and variant.piles[move.target].kind is PileKind.FOUNDATION


def next_time(game: Game, choice: int) -> int:
    """A time for the next action: a little later, as far as the clock of the game allows."""
    if game.is_solved:
        return game.elapsed_ms
    later = game.elapsed_ms + choice % 1500
    return later if game.variant.limit_ms is None else min(later, game.variant.limit_ms)

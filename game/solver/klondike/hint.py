"""Hints at Rush by determinization, from what a player knows, and the odds of winning.

The unseen cards are those face down in the columns and, until the first redeal, those still in the stock;
afterwards the player knows the stock and its order. Choices are weighed in random samples of their layout.

The odds are the share of games won from here by a player who follows the hints. The share of samples that a
search wins is too high, because it knows all cards: with all 21 cards face down it wins 64 of 100 samples
where 48 of 100 games are won (draw 3; draw 1: 78 and 55). So a function fitted to games (`tools.odds`) turns
that share and the number of face-down cards into the odds.

Cards that will never be missed go home first. Otherwise every plan up to the next card turned up (see
`choices`) is tried in one sample after another, and those that win most come first. Turning the stock for the
first time spoils nothing and shows cards, but costs time: it is advised if waiting for it wins clearly more
than any card in sight. At a tie only the leftmost run is advised (`game.rules.rush`): offered deals are
selected so that it is right.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeAlias, cast

from game.rules.position import STOCK, Move, Position, face_down_count
from game.rules.rush import (
    COLUMNS,
    WASTE,
    Rush,
    face_down,
    follows_leftmost_rule,
    has_seen_hand,
    ties,
    unseen_cards,
    with_unseen,
)
from game.rules.variant import Variant
from game.solver.answer import ENOUGH_FOR_ODDS, Advice, Budget
from game.solver.kernels.compiled import IS_COMPILED
from game.solver.klondike.choices import Choices, IrreversibleMove, plans_of, singles
from game.solver.klondike.search import WON
from game.solver.klondike.solve import LineBuilder, number_of, piles_of_position


class InformationSet:
    """A position as its player sees it.

    Raises:
        SolverError: cards are missing, double or arranged impossibly.
    """

    def __init__(self, variant: Rush, position: Position) -> None:
        hidden = unseen_cards(position)
        self.position = with_unseen(position, hidden)
        """The position with its unseen cards lying in the pack's order."""
        self._piles = piles_of_position(variant, self.position)
        unseen = {number_of(card) for card in hidden}
        self._slots = [slot for slot in _card_slots(self._piles) if self._piles[slot] in unseen]
        self._unseen = [self._piles[slot] for slot in self._slots]

    @property
    def is_everything_seen(self) -> bool:
        """Whether no card is unknown."""
        return len(self._slots) < 2

    def laid_in_order(self) -> list[int]:
        """The piles for `state.fill`, the unseen cards in the pack's order."""
        return [*self._piles]

    def sample_piles(self, random: Random) -> list[int]:
        """The piles for `state.fill`, the unseen cards in a uniformly random order."""
        piles, cards = [*self._piles], [*self._unseen]
        random.shuffle(cards)
        for slot, card in zip(self._slots, cards, strict=True):
            piles[slot] = card
        return piles


def _card_slots(piles: Sequence[int]) -> Iterator[int]:
    """Slots of cards in the piles for `state.fill`."""
    at = 6 + piles[5]
    yield from range(6, at)
    while at < len(piles):
        yield from range(at + 1, at + 1 + 2 * piles[at], 2)
        at += 1 + 2 * piles[at]


FACE_DOWN = 21
"""Number of face-down cards at the deal."""


class Weights(NamedTuple):
    """Terms of the logit of the odds."""

    base: float
    share: float
    """Times the logit of the share of samples that are won."""
    hidden: float
    """Weight of the share of cards still face down."""


WEIGHTS: Mapping[int, Weights] = {1: Weights(1.26, 0.81, -2.12), 3: Weights(0.56, 0.64, -1.02)}
"""By draw; fitted by logistic regression to 29,791 positions of 3,600 games (`python -m tools.odds --draw 1
--games 900 --seeds 1 2 77 78`), and to 6,506 of 1,194 (`--draw 3 --games 597 --seeds 1 2`)."""


def logit(share: float) -> float:
    """Logit of a share that is neither 0 nor 1."""
    return math.log(share / (1 - share))


def smoothed(wins: int, samples: int) -> float:
    """The share of samples won, at least half a sample away from 0 and 1."""
    return (wins + 0.5) / (samples + 1)


def odds(weights: Weights, hidden: int, wins: int, samples: int) -> float:
    """The share of games won, from 0 to 1, given samples won and `hidden` cards face down in columns."""
    sum_ = weights.base + weights.share * logit(smoothed(wins, samples)) + weights.hidden * hidden / FACE_DOWN
    return 1 / (1 + math.exp(-sum_))


Gestures: TypeAlias = tuple[Move, ...]
"""Consecutive gestures that lead to a choice; nothing is seen on the way."""

SAMPLES = 300
NODES = 600 if IS_COMPILED else 100
"""Maximum number of positions in each search; most winnable games are won sooner."""
MIN_SAMPLES = 10
"""Minimum number of samples for advice; before, chance decides which choice leads."""
SEEN_NODES = (2_000, 20_000, 200_000) if IS_COMPILED else (200, 2_000, 20_000)
"""The same if the cards have only one possible layout."""
WORTH_WAITING = 0.85
"""A choice that wins in less than this share of the samples that can be won waits for the hand."""


def advise(variant: Variant, position: Position, random: Random) -> Iterator[list[Advice]]:
    """The moves worth making, best first, or none.

    Raises:
        SolverError: cards are missing, double or arranged impossibly.
    """
    rush = cast("Rush", variant)
    information = InformationSet(rush, position)
    if rush.is_auto_finishing(position) or rush.outcome(position) is not None:
        return
    seen_hand = has_seen_hand(position)
    choices = Choices(rush, information.position, information.laid_in_order(), turned_only=not seen_hand)
    sure = _sure(rush, choices, seen_hand)
    if sure or choices.found:
        yield from _weighed(choices, sure, information, random, seen_hand)


def _sure(variant: Rush, choices: Choices, seen_hand: bool) -> list[Gestures]:
    """Gestures that need no trial: they lose nothing, or there are no others."""
    if choices.forced:
        return [_leftmost(variant, choices.position, choices.forced)]
    if choices.is_won:
        end = to_the_end(variant, choices.position)
        # Where a card of the hand is turned that was not seen, the order of what follows is not known.
        return [end if seen_hand or STOCK not in end else end[: end.index(STOCK) + 1]]
    if choices.found:
        return []
    if not seen_hand:
        return [(STOCK,)]
    homeward = (variant.send_home(choices.position, pile) for pile in (WASTE, *COLUMNS))
    return [_leftmost(variant, choices.position, (move,)) for move in homeward if move is not None]


def _leftmost(variant: Rush, position: Position, moves: Gestures) -> Gestures:
    """The gestures, the first replaced by the leftmost of its tie."""
    if not follows_leftmost_rule(variant, position, moves[0]):
        for columns, targets in ties(variant, position):
            if moves[0].source in columns:
                left = columns[0]
                return (Move(left, targets[0], len(position.piles[left]) - face_down(position, left)),)
    return moves


def _weighed(
    choices: Choices, sure: list[Gestures], information: InformationSet, random: Random, seen_hand: bool
) -> Iterator[list[Advice]]:
    """Advice over a growing number of samples, the same for all choices."""
    # In the first pass each card of the hand is shown by a tap: what comes after it is no plan yet.
    plans = plans_of(choices) if seen_hand else singles(choices)
    firsts, states = [plan.first for plan in plans], [plan.state for plan in plans]
    wins, budget = [0] * (len(plans) + 1), Budget()
    for sample, nodes in enumerate(_efforts(information), 1):
        verdicts = choices.weigh(information.sample_piles(random), nodes, budget.stop, states)
        if information.is_everything_seen:
            wins, sample = [0] * len(wins), 1
        for i, verdict in enumerate(verdicts):
            wins[i] += verdict == WON
        wins[-1] = max(wins)
        if sample < MIN_SAMPLES and not (sure or information.is_everything_seen):
            continue
        if sure:
            advice = [_advice(choices, moves, wins[-1], sample) for moves in sure]
        else:
            advice = _ranked(choices, firsts, wins, sample, waits=not seen_hand)
        if information.is_everything_seen:
            advice = [advised._replace(odds=float(advised.wins)) for advised in advice]
        yield advice
        if information.is_everything_seen and wins[-1]:
            return


def _efforts(information: InformationSet) -> list[int]:
    """Maximum positions of each search, sample by sample."""
    if information.is_everything_seen:
        return [*SEEN_NODES]
    return [NODES] * SAMPLES


def _ranked(
    choices: Choices, firsts: Sequence[IrreversibleMove], wins: list[int], samples: int, waits: bool
) -> list[Advice]:
    """The first gestures of plans that begin with `firsts`, each with its best one's wins.

    `waits` offers the stock too.
    """
    order = sorted(zip(firsts, wins, strict=False), key=lambda pair: (-pair[1], *_looks(pair[0])))
    fared: dict[Move, tuple[Gestures, int]] = {}
    for choice, won in order:
        if choices.follows_leftmost_rule(choice.moves[0]):
            fared.setdefault(choice.moves[0], (choice.moves, won))
    if waits and choices.variant.stock_refusal(choices.position) is None:
        best, most = max((won for _, won in fared.values()), default=0), wins[-1]
        turn = {STOCK: ((STOCK,), most)}
        fared = turn | fared if best < WORTH_WAITING * most else fared | turn
    return [_advice(choices, moves, won, samples) for moves, won in fared.values()]


def _looks(choice: IrreversibleMove) -> tuple[int, ...]:
    """Tie-break between choices that win equally often: the smaller shows a card or is quicker."""
    return (-choice.turns, len(choice.moves), choice.is_from_hand, -choice.goes_home, choice.at)


def _advice(choices: Choices, moves: Gestures, wins: int, samples: int) -> Advice:
    home = choices.variant.home(choices.position)
    mean = home + (52 - home) * wins / samples
    return Advice(moves[0], wins, samples, mean, moves[1:], _odds(choices, wins, samples))


def _odds(choices: Choices, wins: int, samples: int) -> float | None:
    if choices.is_won:
        return 1.0
    if samples < ENOUGH_FOR_ODDS:
        return None
    hidden = face_down_count(choices.position.piles[COLUMNS.start :])
    return odds(WEIGHTS[choices.variant.draw], hidden, wins, samples)


def to_the_end(variant: Rush, position: Position) -> Gestures:
    """The remaining gestures of a game that is as good as won."""
    builder = LineBuilder(variant, position)
    builder.finish()
    return tuple(builder.moves)

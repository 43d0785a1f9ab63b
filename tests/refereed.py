"""Random games played beside an independent referee; every difference is a failure.

Knows the game and the referees; knows no variant.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from game.play.deal import Deal
from game.play.game import Action, ControlAction, Game
from game.play.proof import piles_by_name, proof
from game.play.record import RecordError, action_from_text, action_to_text, read_record, record_text
from game.rules.options import options_of
from tests.referee_record import Match, Refused, judge


def play_beside_the_referee(
    deal: Deal,
    new_table: Callable[..., Any],
    chance: random.Random,
    prefer: Callable[[str], float] = lambda _: 1.0,
    most_actions: int = 400,
) -> Game:
    """A random game; at every step both name the same actions, piles and outcome.

    `prefer` weighs an action; `undo` and `redo` come up now and then, also after the end.
    """
    game = Game(deal)
    deck = None if deal.deck is None else [card.up.text for card in deal.deck]
    given = {
        name: cards.split(" ") for name, cards in piles_by_name(deal.variant, deal.position).items() if cards
    }
    match = Match(new_table(options_of(deal.variant), deal.number or 0, deck, {} if deck else given))
    at_ms = 0
    for _ in range(most_actions):
        names = _allowed(game)
        assert names == match.legal()
        assert (game.outcome.value, game.score) == (match.table.outcome(), match.table.result()["score"])
        assert piles_by_name(game.variant, game.position) == {
            name: " ".join(cards) for name, cards in match.table.piles.items()
        }
        moves = sorted(names - {"undo", "redo"})
        back = sorted(names & {"undo", "redo"})
        if back and (chance.random() < 0.15 or (not moves and chance.random() < 0.5)):
            action = chance.choice(back)
        elif moves:
            action = chance.choices(moves, [prefer(move) for move in moves])[0]
        else:
            break
        at_ms += chance.choice((0, 40, 900))
        game.play(action_from_text(game.variant, action), at_ms)
        match.do(action)
    return game


def _allowed(game: Game) -> set[str]:
    is_done = game.is_over and "move" not in game.variant.legal_after_the_end
    moves = [] if is_done else game.variant.legal_moves(game.position)
    for move in moves:
        assert game.refusal(move, game.elapsed_ms) is None
    acts = [
        act for act in (ControlAction.UNDO, ControlAction.REDO) if game.refusal(act, game.elapsed_ms) is None
    ]
    actions: list[Action] = [*moves, *acts]
    return {action_to_text(game.variant, action) for action in actions}


def check_record(game: Game, new_table: Callable[..., Any], chance: random.Random) -> None:
    """The game's record proves to both the same; spoiled in one line, both refuse the same line."""
    text = record_text(game, {})
    replayed = proof(read_record(text.encode()).replay())
    assert replayed == proof(game) == judge(text, new_table)
    header, _, body = text.partition("\n\n")
    entries = body.split("\n")[:-1]
    for _ in range(10):
        if not entries:
            return
        at = chance.randrange(len(entries))
        names = [entry.partition(" ")[2] for entry in entries]
        names[at] = chance.choice([*names, "undo", "redo", "stock", "shown", "end"])
        spoiled = "".join(f"0 {name}\n" for name in names)
        _same_verdict(f"{header}\n\n{spoiled}", new_table)


def _same_verdict(text: str, new_table: Callable[..., Any]) -> None:
    wanted, line = None, None
    try:
        wanted = judge(text, new_table)
    except Refused as refused:
        line = refused.args[0]
    if line is None:
        assert proof(read_record(text.encode()).replay()) == wanted
        return
    with pytest.raises(RecordError) as wrong:
        read_record(text.encode()).replay()
    assert wrong.value.line == line

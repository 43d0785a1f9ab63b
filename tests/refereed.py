"""Games and records beside an independent referee; every difference is a failure.

Knows the game and the referees; knows no rules.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from game.play.deal import Deal
from game.play.game import Action, ControlAction, Game
from game.play.proof import piles_by_name, proof
from game.play.record import (
    RecordError,
    action_from_text,
    action_to_text,
    read_record,
    read_record_while_good,
    record_text,
)
from game.rules.options import options_of
from tests.referee_one_three_back import OneThreeBackTable
from tests.referee_record import Match, Refused, judge
from tests.referee_rush import RushTable
from tests.referee_spider import SpiderTable
from tests.referee_three_shuffles import ThreeShufflesTable

REFEREES: dict[str, Callable[..., Any]] = {
    "rush": RushTable,
    "spider": SpiderTable,
    "one-three-back": OneThreeBackTable,
    "three-shuffles": ThreeShufflesTable,
}
LATER_MS = (-1, 1, -1000, 1000, 10**6, 10**15)
CARD = re.compile(r"\(?[A2-9TJQK][CDHS]\)?")


def play_beside_the_referee(
    deal: Deal,
    chance: random.Random,
    prefer: Callable[[str], float] = lambda _: 1.0,
    most_actions: int = 400,
) -> Game:
    """A random game; at every step both name the same actions, piles and outcome.

    `prefer` weighs an action; `undo` and `redo` come up now and then, also after the end.
    """
    game, variant = Game(deal), deal.variant
    deck = None if deal.deck is None else [card.up.text for card in deal.deck]
    given = {name: cards.split(" ") for name, cards in piles_by_name(variant, deal.position).items() if cards}
    table = REFEREES[variant.name](options_of(variant), deal.number or 0, deck, {} if deck else given)
    match, at_ms = Match(table), 0
    for _ in range(most_actions):
        names = _allowed(game)
        assert names == match.legal()
        assert (game.outcome.value, game.score) == (match.outcome(), match.result()["score"])
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
        at_ms += 0 if game.is_solved else chance.choice((0, 40, 900))
        if variant.limit_ms is not None and at_ms > variant.limit_ms:
            break
        game.play(action_from_text(variant, action), at_ms)
        match.do(at_ms, action)
    return game


def _allowed(game: Game) -> set[str]:
    is_done = game.is_over and "move" not in game.variant.legal_after_the_end
    moves = [] if is_done else game.variant.legal_moves(game.position)
    for move in moves:
        assert game.refusal(move, game.elapsed_ms) is None
    acts = (ControlAction.UNDO, ControlAction.REDO)
    legal: list[Action] = [act for act in acts if game.refusal(act, game.elapsed_ms) is None]
    return {action_to_text(game.variant, action) for action in [*legal, *moves]}


def check_record(game: Game, chance: random.Random) -> None:
    """The game's record proves to both the same; spoiled as cheats would, both refuse the same line."""
    text = record_text(game, {})
    replayed = proof(read_record(text.encode()).replay())
    assert replayed == proof(game) == judge(text, REFEREES[game.variant.name])
    for _ in range(10):
        same_verdict(_spoiled(text, game, chance).encode())


def _spoiled(text: str, game: Game, chance: random.Random) -> str:
    """A record in which an entry or a card is another."""
    header, _, body = text.partition("\n\n")
    entries = [entry.split(" ") for entry in body.split("\n")[:-1]]
    kind = chance.randrange(6)
    if not entries or kind == 0:
        one, other = (chance.choice([*CARD.finditer(header)]) for _ in range(2))
        turned = one[0].strip("()") if one[0][0] == "(" else f"({one[0]})"
        words = turned if one.span() == other.span() else other[0]
        return f"{header[: one.start()]}{words}{header[one.end() :]}\n\n{body}"
    at, places = chance.randrange(len(entries)), [place.name for place in game.variant.piles]
    at_ms, action = entries[at]
    done = [entry[1] for entry in entries]
    among = [*done, "undo", "redo", "stock", "shown", "end", ">".join(chance.sample(places, 2))]
    if kind == 1:
        entries.insert(at, [at_ms, chance.choice(among)])
    elif kind == 2:
        entries[at] = [at_ms, f"{action.partition(':')[0]}:{chance.randrange(-1, 20)}"]
    elif kind == 3:
        entries[at] = [str(int(at_ms) + chance.choice(LATER_MS)), action]
    else:
        entries[at] = [at_ms, chance.choice(among)]
    return f"{header}\n\n" + "".join(f"{at_ms} {action}\n" for at_ms, action in entries)


def same_verdict(data: bytes) -> Game | None:
    """Reads and plays a record, damaged or not; a referee agrees on what it proves, or where it is foul."""
    try:
        game = read_record(data).replay()
    except RecordError as error:
        _check_error(data, error)
        return None
    told = judge(_whole_lines(data), REFEREES[game.variant.name])
    assert told == proof(game)
    return game


def _check_error(data: bytes, error: RecordError) -> None:
    """An error names a line of the file or the one after it, and the referee agrees about the line.

    A line that is no entry is found before any move is played: a foul move may stand above it.
    """
    if error.line is None:
        assert "save it as UTF-8" in error.reason
        return
    assert 1 <= error.line <= data.count(b"\n") + 1
    assert 5 < len(error.reason) < 200
    if "UTF-8" in error.reason or "CR" in error.reason:
        return
    try:
        record, _ = read_record_while_good(data)
    except RecordError:
        return  # it is at fault in its header
    with pytest.raises(Refused) as refused:
        judge(_whole_lines(data), REFEREES[record.deal.variant.name])
    foul = refused.value.args[0]
    assert foul == error.line if "is refused: " in error.reason else foul <= error.line


def _whole_lines(data: bytes) -> str:
    return data[: data.rindex(b"\n") + 1].decode(errors="replace")

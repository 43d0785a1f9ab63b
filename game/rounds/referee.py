"""Ruling on a round: stored game, action and time → entries and cards, or a rejection.

A pure function: a `StoredGame` is a value, and the one after an action counts once its entries are on disk.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from game.cards import Card, NotationError
from game.online.messages import (
    MAX_ENTRIES,
    UNSEEN,
    ActionDone,
    RevealedCard,
    RoundEnded,
    RoundEnding,
    RoundState,
)
from game.online.prediction import entry_words
from game.play.deal import Deal
from game.play.game import ControlAction, Entry, Game, GameSnapshot
from game.play.record import action_from_text
from game.rules.options import game_text
from game.rules.position import Pile
from game.rules.position import Position as Cards
from game.rules.variant import IllegalMove
from game.tournament.tournament import FORBIDDEN, closed, result_of

PLAY_OUT = 60
"""Entries reserved for the end of a game: 52 cards that go home, and `end`."""


class StoredGame(NamedTuple):
    """A stored game; `game` is never changed."""

    game: Game
    started: int
    """Moment at which its cards were seen, in ms since 1970."""
    seen: Mapping[Card, int]
    """The cards that lay face up at any time, as they lie face up, each with the entry that turned it up; of
    those that lay open at once 0."""
    solved: int | None
    """Entry that solved the game; the referee played those after it."""

    @property
    def limit_ms(self) -> float:
        """Time limit of the round; practice may have none."""
        return self.game.variant.limit_ms or math.inf


class Ruling(NamedTuple):
    """Result of an action: entries to write, and what its player may see."""

    after: StoredGame
    entries: tuple[Entry, ...]
    """New entries; none for an action that counts already."""
    number: int
    """Number of the action."""
    at_ms: int
    shown: tuple[RevealedCard, ...]
    more: tuple[Entry, ...]
    """Entries the referee added after the action."""


class Rejection(NamedTuple):
    """A rejection code and the next action number (docs/API.md)."""

    code: str
    expected: int | None
    parts: tuple[str, ...] = ()
    said: str = ""
    """The rules' own sentence."""


def stored(deal: Deal, started: int, entries: Iterable[Entry]) -> StoredGame:
    """Rebuilds a game from its stored entries; raises IllegalMove if the rules refuse an entry."""
    dealt = dict.fromkeys(_face_up(deal.position), 0)
    return played_on(StoredGame(Game(deal), started, dealt, None), entries)


def played_on(kept: StoredGame, entries: Iterable[Entry]) -> StoredGame:
    """Plays further entries of a game; raises IllegalMove if the rules refuse one."""
    game, seen, solved = kept.game.copy(), {**kept.seen}, kept.solved
    for number, (at_ms, action) in enumerate(entries, 1 + len(game.entries)):
        before = game.position
        game.play(action, at_ms)
        for card in _turned_up(before, game.position):
            seen.setdefault(card, number)
        if solved is None and game.is_solved:
            solved = number
    return StoredGame(game, kept.started, seen, solved)


def play_time_now(game: GameSnapshot, started: float, now: float) -> int:
    """Play time of a game at a moment, both moments in ms, in whole ms and never before its last action."""
    return max(game.elapsed_ms, math.floor(now - started))


def judge(before: StoredGame, number: int, text: str, now: int) -> Ruling | Rejection:
    """Judges action `number`, written as `text`, that arrives at the moment `now`."""
    game = before.game
    if number <= len(game.entries):
        return _repeated(before, number, text)
    expected = None if game.is_over else len(game.entries) + 1
    if game.is_over:
        return Rejection("is_over", expected)
    at_ms = play_time_now(game, before.started, now)
    if at_ms >= before.limit_ms:
        return Rejection("time_is_up", None)
    if number != expected:
        return Rejection("ahead", expected)
    try:
        action = action_from_text(game.variant, text)
    except NotationError:
        return Rejection("illegal", expected)
    if action in FORBIDDEN:
        return Rejection("not_online", expected)
    if len(game.entries) >= MAX_ENTRIES - PLAY_OUT and action is not ControlAction.END:
        return Rejection("too_long", expected)
    after = game.copy()
    try:
        after.play(action, at_ms)
    except IllegalMove as refusal:
        return Rejection("illegal", expected, said=str(refusal))
    seen = _turned_up(game.position, after.position) - before.seen.keys()
    solved = number if after.is_solved else None
    more = () if solved is None else tuple(closed(after))
    return Ruling(
        StoredGame(
            after,
            before.started,
            {**before.seen, **dict.fromkeys(seen, number)} if seen else before.seen,
            solved,
        ),
        (Entry(at_ms, action), *more),
        number,
        at_ms,
        _places(game.deal, seen),
        more,
    )


def time_up(before: StoredGame, now: int) -> Ruling | None:
    """Returns the referee's ruling when a game's time is up; None before, or if the game is over."""
    game = before.game
    if game.is_over or play_time_now(game, before.started, now) < before.limit_ms:
        return None
    after = game.copy()
    more = tuple(closed(after))
    number = len(game.entries) + 1
    return Ruling(before._replace(game=after), more, number, int(before.limit_ms), (), more)


def ending_of(game: Game) -> RoundEnding | None:
    """Returns the value of a finished round."""
    if not game.is_over:
        return None
    score, bonus, home, elapsed_ms, outcome = result_of(game)
    return RoundEnding(outcome.value, score, bonus, home, elapsed_ms)  # type: ignore[arg-type]  # of Rush


def seen_text(kept: StoredGame) -> str:
    """Formats the deck in dealing order as far as its player has seen it."""
    deck = kept.game.deal.deck or ()
    return " ".join([card.up.text if card.up in kept.seen else UNSEEN for card in deck])


# Answers ----------------------------------------------------------------------------------------------


def position_of(round_number: int, kept: StoredGame, now: int) -> RoundState:
    """Returns a round as its player sees it."""
    game = kept.game
    entries = entries_told(game, game.entries)
    return RoundState(
        round_number, game_text(game.variant), kept.started, now, seen_text(kept), entries, ending_of(game)
    )


def done_of(round_number: int, ruling: Ruling) -> ActionDone:
    """Returns the answer to an action that counts."""
    game = ruling.after.game
    is_last = ruling.number + len(ruling.more) == len(game.entries)
    ending = ending_of(game) if is_last else None
    more = entries_told(game, ruling.more)
    return ActionDone(round_number, ruling.number, ruling.at_ms, ruling.shown, more, ending)


def ended_of(round_number: int, kept: StoredGame) -> RoundEnded:
    """Returns the message about a game that its referee has ended."""
    ending = ending_of(kept.game)
    assert ending is not None, "it is over"
    return RoundEnded(round_number, entries_told(kept.game, kept.game.entries[-1:]), ending)


def entries_told(game: Game, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Converts entries for messages."""
    return tuple([entry_words(game.variant, entry) for entry in entries])


def _repeated(kept: StoredGame, number: int, text: str) -> Ruling | Rejection:
    """Returns the first answer to an action that counts already."""
    game = kept.game
    expected = None if game.is_over else len(game.entries) + 1
    entry = game.entries[number - 1]
    try:
        is_same = action_from_text(game.variant, text) == entry.action
    except NotationError:
        is_same = False
    if not is_same:
        return Rejection("other_action", expected)
    is_the_servers = kept.solved is not None and number > kept.solved
    if is_the_servers or entry.at_ms >= kept.limit_ms:
        return Rejection("other_action", expected)
    seen = {card for card, turned_up in kept.seen.items() if turned_up == number}
    more: Sequence[Entry] = game.entries[number:] if number == kept.solved else ()
    return Ruling(kept, (), number, entry.at_ms, _places(game.deal, seen), tuple(more))


def _face_up(position: Cards) -> set[Card]:
    return {card for pile in position.piles for card in pile if card.face_up}


def _turned_up(before: Cards, after: Cards) -> set[Card]:
    """Returns the face-up cards of piles that have changed."""
    pairs: Iterable[tuple[Pile, Pile]] = zip(before.piles, after.piles, strict=True)
    return {card for was, pile in pairs if was is not pile for card in pile if card.face_up}


def _places(deal: Deal, cards: set[Card]) -> tuple[RevealedCard, ...]:
    """Returns cards with their places in dealing order, sorted by it."""
    deck = deal.deck or ()
    return tuple(RevealedCard(place, card.up.text) for place, card in enumerate(deck) if card.up in cards)

"""A round as its player sees it, for pages without rules: the table, legal moves, the last event.

It is made only of face-up cards, the number of face-down ones, and the game's counters: two decks that agree
on the cards seen give the same.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import cast

from game.language import ENGLISH, LANGUAGES, English, Translator
from game.message import Message, msg, msg_p
from game.online.messages import Counted, Points, RoundTable
from game.play.game import ControlAction, Game
from game.play.move_words import describe_event
from game.rounds.referee import StoredGame, ending_of
from game.rules.position import STOCK, Move, Position
from game.rules.rush import NO_POINTS, SOURCES_OF_POINTS, STOCK_PILE, Rush
from game.rules.variant import PileKind
from game.storage.catalogues import load_language
from game.storage.files import StorageError
from game.storage.paths import assets_folder, cache_folder

NOTHING_FITS = msg("{card} has nowhere to go now.")


class Languages:
    """Languages of this worker, each read when first needed."""

    def __init__(self) -> None:
        self._known: dict[str, Translator] = {ENGLISH: English()}

    async def of(self, code: str) -> Translator:
        """Returns the language of a code; English if there is none, or it cannot be read."""
        if code not in self._known and code in LANGUAGES:
            self._known[code] = English()  # until it is read, and if it cannot be
            with suppress(StorageError, ModuleNotFoundError):
                folder, cache = assets_folder() / "languages", cache_folder() / "languages"
                self._known[code] = await asyncio.to_thread(load_language, code, folder, cache)
        return self._known.get(code, self._known[ENGLISH])


def table(
    number: int, kept: StoredGame, before: StoredGame | None, language: Translator, said: str = ""
) -> RoundTable:
    """Returns the table of round `number`.

    `before` is its state before the last action, `said` replaces the text of that action.
    """
    game, position = kept.game, kept.game.position
    rush, is_over, text = cast(Rush, game.variant), game.is_over, game.variant.move_to_text
    moves = [] if is_over or game.is_frozen else rush.legal_moves(position)
    home: dict[int, Move] = {}
    for move in moves:
        if move.count == 1 and rush.piles[move.target].kind is PileKind.FOUNDATION:
            home.setdefault(move.source, move)
    change = None if before is None else _change(before.game, game)
    ending = ending_of(game)
    return RoundTable(
        number,
        None if is_over else len(game.entries) + 1,
        game.elapsed_ms,
        _piles(rush, position),
        tuple(
            [
                Counted(language.translate(name), language.translate(value))
                for name, value in _counts(rush, position)
            ]
        ),
        tuple([text(move) for move in moves]),
        tuple([text(move) for move in home.values()]),
        game.undo_refusal() is None,
        game.end_refusal() is None,
        game.score or 0,
        rush.home(position),
        _points(rush, change),
        said or ("" if change is None else language.translate(_said(rush, change))),
        ending,
        () if ending is None else _sources(game, language),
    )


def because(kept: StoredGame, pile: str, count: int, place: str | None, language: Translator) -> str:
    """Returns why cards cannot be moved, or not to that place; empty if they can."""
    rush, position = kept.game.variant, kept.game.position
    names = [each.name for each in rush.piles]
    if pile not in names or (place is not None and place not in names):
        return language.translate(msg("There is no such pile."))
    source = names.index(pile)
    if kept.game.is_over or count > len(position.piles[source]):
        return ""
    if place is not None:
        return language.translate(rush.refusal(position, Move(source, names.index(place), count)) or "")
    refusal = rush.lift_refusal(position, source, count)
    if refusal is None and not rush.targets(position, source, count):
        refusal = NOTHING_FITS.with_parts(card=position.piles[source][-count])
    return language.translate(refusal or "")


def _piles(rush: Rush, position: Position) -> tuple[str, ...]:
    found = []
    for place, pile in zip(rush.piles, position.piles, strict=True):
        if place.kind is PileKind.STOCK:
            found.append(f"{place.name} {len(pile)}")
        else:
            found.append(f"{place.name} {''.join([each.text if each.face_up else '??' for each in pile])}")
    return tuple(found)


def _counts(rush: Rush, position: Position) -> list[tuple[Message, str]]:
    """Figures of the window's bars."""
    cost = rush.next_return_loss(position)
    return [
        (msg_p("once through the hand", "Pass"), str(position.counters[1] + 1)),
        (msg("Next redeal"), f"−{cost}" if cost else msg_p("the next return", "free")),
        (msg_p("cards", "Stock"), str(len(position.piles[STOCK_PILE]))),
        (msg_p("cards", "Cards home"), f"{rush.home(position)}/52"),
    ]


def _change(before: Game, after: Game) -> tuple[Position, Position, Move, bool] | None:
    """What the last action changed: the position before and after the move that was made or taken back, and
    whether it was taken back."""
    action = after.entries[len(before.entries)].action
    if isinstance(action, Move):
        return before.position, after.variant.after_move(before.position, action), action, False
    if action is ControlAction.UNDO and before.last_move is not None:
        earlier, move = before.last_move
        return before.position, earlier, move, True
    return None


def _said(rush: Rush, change: tuple[Position, Position, Move, bool]) -> Message:
    before, after, move, is_undo = change
    return describe_event(rush, ControlAction.UNDO if is_undo else move, move, before, after)


def _points(rush: Rush, change: tuple[Position, Position, Move, bool] | None) -> tuple[Points, ...]:
    """Points of an action, by the place where they are shown."""
    if change is None:
        return ()
    before, after, move, is_undo = change
    names = [place.name for place in rush.piles]
    if is_undo:
        gone = after.counters[0] - before.counters[0]
        return (Points(names[max(move.source, STOCK_PILE)], gone),) if gone else ()
    points = rush.points(before, move)
    if points is NO_POINTS:
        return ()
    if move == STOCK:
        found = {STOCK_PILE: points.returns}
    else:
        found = {
            move.target: points.foundations + points.waste + points.come_backs,
            move.source: points.turned,
        }
    return tuple(Points(names[pile], each) for pile, each in found.items() if each)


def _sources(game: Game, language: Translator) -> tuple[Counted, ...]:
    """Points by source, without sources that gave none."""
    figures = {**game.variant.figures(game.line(), game.moves()), "time_bonus": game.time_bonus}
    return tuple(
        Counted(language.translate(SOURCES_OF_POINTS[name]), f"{value:+d}".replace("-", "−"))
        for name, value in figures.items()
        if value
    )

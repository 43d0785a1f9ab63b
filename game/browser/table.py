"""A round as its player sees it, for pages without rules: the table, legal moves, the last event.

It is made only of face-up cards, the number of face-down ones, and the game's counters: two decks that agree
on the cards seen give the same.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

from game.browser.games import BROWSER_GAMES
from game.language import ENGLISH, LANGUAGES, English, Translator
from game.message import Message, msg
from game.online.messages import Counted, Points, RoundTable
from game.play.game import ControlAction, Game
from game.play.move_words import describe_event
from game.rounds.referee import StoredGame, ending_of
from game.rules.position import STOCK, Move, Position
from game.rules.variant import PileKind, Variant
from game.storage.catalogues import load_language
from game.storage.files import StorageError
from game.storage.paths import assets_folder, cache_folder

NOTHING_FITS = msg("{card} has no move now.")


def language_of(code: str) -> Translator:
    """Reads the language of a code; English if there is none, or it cannot be read."""
    with suppress(StorageError, ModuleNotFoundError):
        if code in LANGUAGES:
            return load_language(code, assets_folder() / "languages", cache_folder() / "languages")
    return English()


class Languages:
    """Languages of this worker, each read when first needed."""

    def __init__(self) -> None:
        self._known: dict[str, Translator] = {ENGLISH: English()}

    async def of(self, code: str) -> Translator:
        """Returns the language of a code; English if there is none, or it cannot be read."""
        if code not in self._known and code in LANGUAGES:
            self._known[code] = English()  # until it is read
            self._known[code] = await asyncio.to_thread(language_of, code)
        return self._known.get(code, self._known[ENGLISH])


def table(
    number: int, kept: StoredGame, before: StoredGame | None, language: Translator, said: str = ""
) -> RoundTable:
    """Returns the table of round `number`.

    `before` is its state before the last action, `said` replaces the text of that action.
    """
    game, position = kept.game, kept.game.position
    variant, is_over, text = game.variant, game.is_over, game.variant.move_to_text
    told = BROWSER_GAMES[variant.name]
    moves = [] if is_over or game.is_solved else variant.legal_moves(position)
    home: dict[int, Move] = {}
    for move in moves:
        if move != STOCK and variant.piles[move.target].kind is PileKind.FOUNDATION:
            home.setdefault(move.source, move)
    change = None if before is None else _change(before.game, game)
    ending, result = ending_of(game), variant.result(position) or 0
    return RoundTable(
        number,
        None if is_over else len(game.entries) + 1,
        game.elapsed_ms,
        _piles(variant, position),
        tuple(
            [
                Counted(language.translate(name), language.translate(value))
                for name, value in told.counts(variant, position)
            ]
        ),
        tuple([text(move) for move in moves]),
        tuple([text(move) for move in home.values()]),
        not is_over and game.undo_refusal() is None,
        game.end_refusal() is None,
        result,
        variant.home(position),
        () if change is None else _points(variant, change),
        said or ("" if change is None else language.translate(_said(variant, change))),
        None if ending is None else replace(ending, score=result),
        () if ending is None else _sources(game, language),
    )


def because(kept: StoredGame, pile: str, count: int, place: str | None, language: Translator) -> str:
    """Returns why cards cannot be moved, or not to that place; empty if they can."""
    variant, position = kept.game.variant, kept.game.position
    names = [pile.name for pile in variant.piles]
    if pile == "stock" and place is None and (refusal := variant.stock_refusal(position)) is not None:
        return language.translate(refusal)
    if pile not in names or (place is not None and place not in names):
        return language.translate(msg("There is no such pile."))
    source = names.index(pile)
    if kept.game.is_over or count > len(position.piles[source]):
        return ""
    if place is not None:
        return language.translate(variant.refusal(position, Move(source, names.index(place), count)) or "")
    refusal = variant.lift_refusal(position, source, count)
    if refusal is None and not variant.targets(position, source, count):
        refusal = NOTHING_FITS.with_parts(card=position.piles[source][-count])
    return language.translate(refusal or "")


def _piles(variant: Variant, position: Position) -> tuple[str, ...]:
    found = []
    for place, pile in zip(variant.piles, position.piles, strict=True):
        if place.kind is PileKind.STOCK:
            found.append(f"{place.name} {len(pile)}")
        else:
            found.append(f"{place.name} {''.join([card.text if card.face_up else '??' for card in pile])}")
    return tuple(found)


def _change(before: Game, after: Game) -> tuple[Position, Position, Move, bool] | None:
    """Returns what the last action changed: the positions before and after the move that was made or undone,
    the move, and whether it was undone; None for any other action."""
    action = after.entries[len(before.entries)].action
    if isinstance(action, Move):
        return before.position, after.variant.after_move(before.position, action), action, False
    if action is ControlAction.UNDO and before.last_move is not None:
        earlier, move = before.last_move
        return before.position, earlier, move, True
    return None


def _said(variant: Variant, change: tuple[Position, Position, Move, bool]) -> Message:
    before, after, move, is_undo = change
    return describe_event(variant, ControlAction.UNDO if is_undo else move, move, before, after)


def _points(variant: Variant, change: tuple[Position, Position, Move, bool]) -> tuple[Points, ...]:
    """Points of an action, by the place where they are shown."""
    before, after, move, is_undo = change
    if not is_undo:
        found = BROWSER_GAMES[variant.name].points(variant, before, move)
    elif BROWSER_GAMES[variant.name].points(variant, after, move):
        found = {max(move.source, 0): (variant.score(after) or 0) - (variant.score(before) or 0)}
    else:
        found = {}
    return tuple(Points(variant.piles[pile].name, points) for pile, points in found.items() if points)


def _sources(game: Game, language: Translator) -> tuple[Counted, ...]:
    """Parts of a result, without those that gave nothing."""
    return tuple(
        Counted(language.translate(name), f"{value:+d}".replace("-", "−"))
        for name, value in BROWSER_GAMES[game.variant.name].sources(game)
        if value
    )

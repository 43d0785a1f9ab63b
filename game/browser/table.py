"""A game as a page without rules is told it: the table for each shape of screen, legal moves, figures.

It is made only of face-up cards, the number of face-down ones, and the game's counters: two decks that
agree on the cards seen give the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from game.language import ENGLISH, LANGUAGES, English, Translator
from game.message import Message, msg, msg_p
from game.online.messages import Counted, Layout, PilePlace, Points, RoundTable, Shape
from game.play.game import ControlAction, Game
from game.play.move_words import describe_event, pile_name
from game.rounds.referee import StoredGame, ending_of
from game.rules.position import STOCK, Move, Position
from game.rules.rush import NO_POINTS, SOURCES_OF_POINTS, STOCK_PILE, Rush
from game.rules.spider import Spider
from game.rules.three_shuffles import SHUFFLES, ThreeShuffles
from game.rules.variant import PileKind, Variant
from game.storage.catalogues import load_language
from game.storage.files import StorageError, assets_folder, cache_folder

Figure = tuple[Message, str]
SQUARED, DOWN, RIGHT, LEFT = range(4)
"""Fan direction of a pile: cards on each other, or each one beside or below the one before."""


class Places(NamedTuple):
    """Where the piles of one kind lie on a screen, in cards with their gaps: in rows, after the first one."""

    column: float
    row: float
    fan: int = SQUARED
    room: float = 0
    """Breadth for cards that lie beside each other."""
    right: float = 1
    """How far a pile lies from the one before it in its row."""
    down: float = 1
    """How far a row lies from the one above."""
    in_row: int = 99
    """So many piles lie in one row."""

    def place(self, number: int) -> tuple[int, ...]:
        """Place of the pile with that number from 0, in hundredths of a card, its fan and its room."""
        column, row, fan, room, right, down, in_row = self
        below, beside = divmod(number, in_row)
        x, y = column + beside * right, row + below * down
        return round(100 * x), round(100 * y), fan, round(100 * room)


class Screen(NamedTuple):
    """A shape of the board: how many cards fit across and down, and where the piles of each kind lie."""

    across: float
    down: float
    piles: Mapping[str, Places]


class BrowserGame(NamedTuple):
    """Description of one game for a page."""

    tall: Screen
    wide: Screen
    low: Screen
    counts: Callable[[Any, Position], Sequence[Figure]]
    sources: Callable[[Game], Sequence[tuple[Message, int]]] = lambda _: ()
    """Parts of a finished game's result."""
    points: Callable[[Any, Position, Move], Mapping[int, int]] = lambda *_: {}
    """Points of a move by pile."""
    signs: str = ""
    """Symbols on the empty foundations, one for each."""
    moves_whole: bool = False
    """Whether a pile moves whole, however many cards it has."""
    thinks_s: float = 1.8
    """Time in which a hint is improved before it is shown, in seconds."""
    fanned: str = ""
    """Option that tells how many cards of the waste are seen."""


def layout(variant: Variant, language: Translator) -> Layout:
    """Returns the layout of a game's board, with names in a language."""
    game, numbers = BROWSER_GAMES[variant.name], dict.fromkeys(PileKind, 0)
    places = []
    for at, pile in enumerate(variant.piles):
        kind, number = pile.kind.name.lower(), numbers[pile.kind]
        numbers[pile.kind] += 1
        places.append(
            PilePlace(
                pile.name,
                language.translate(pile_name(variant, at).capitalised()),
                kind,
                game.signs[number : number + 1] if pile.kind is PileKind.FOUNDATION else "",
                game.moves_whole and pile.kind is PileKind.COLUMN,
                getattr(variant, game.fanned, 0) if pile.kind is PileKind.WASTE else 0,
                *[screen.piles[kind].place(number) for screen in (game.tall, game.wide, game.low)],
            )
        )
    return Layout(
        variant.name,
        language.translate(variant.title),
        tuple(places),
        _shape(game.tall),
        _shape(game.wide),
        _shape(game.low),
        language.translate(variant.stock_words),
        not any(pile.kind is PileKind.STOCK for pile in variant.piles),
        variant.can_end,
        variant.is_lower_better,
        len(variant.pack()),
    )


def _shape(screen: Screen) -> Shape:
    return Shape(round(100 * screen.across), round(100 * screen.down))


def _home(variant: Variant, position: Position) -> Figure:
    return msg_p("cards", "Cards home"), f"{variant.home(position)}/{len(variant.pack())}"


# Solitaire Rush -----------------------------------------------------------------------------------


def _rush_counts(rush: Rush, position: Position) -> Sequence[Figure]:
    cost = rush.next_return_loss(position)
    return [
        (msg_p("once through the hand", "Pass"), str(position.counters[1] + 1)),
        (
            msg_p("a figure", "Redeal"),
            msg("costs {points}", points=cost) if cost else msg_p("the next return", "free"),
        ),
        (msg_p("cards", "Stock"), str(len(position.piles[STOCK_PILE]))),
        _home(rush, position),
    ]


def _rush_points(rush: Rush, before: Position, move: Move) -> Mapping[int, int]:
    points = rush.points(before, move)
    if points is NO_POINTS:
        return {}
    if move == STOCK:
        return {STOCK_PILE: points.returns}
    return {move.target: points.foundations + points.waste + points.come_backs, move.source: points.turned}


def _rush_sources(game: Game) -> Sequence[tuple[Message, int]]:
    figures = {**game.variant.figures(game.positions(), game.moves()), "time_bonus": game.time_bonus}
    return [(SOURCES_OF_POINTS[name], value) for name, value in figures.items()]


RUSH_TALL = {
    "stock": Places(6, 0),
    "waste": Places(5, 0, LEFT, 1.65),
    "foundation": Places(0, 0),
    "column": Places(0, 1, DOWN),
}
RUSH_WIDE = {
    "stock": Places(0, 0),
    "waste": Places(1, 0, RIGHT, 1.65),
    "foundation": Places(3, 0),
    "column": Places(0, 1, DOWN),
}
RUSH_LOW = {
    "stock": Places(8, 0),
    "waste": Places(8, 1.25, DOWN),
    "foundation": Places(0, 0, in_row=1),
    "column": Places(1, 0, DOWN),
}


# Spider -------------------------------------------------------------------------------------------


def _spider_counts(spider: Spider, position: Position) -> Sequence[Figure]:
    return [(msg("Deals left"), str(spider.deals_left(position))), _home(spider, position)]


SPIDER = {"stock": Places(9, 0), "foundation": Places(0, 0, right=0.85), "column": Places(0, 1, DOWN)}
SPIDER_LOW = {
    "stock": Places(11, 0),
    "foundation": Places(0, 0, down=0.3, in_row=1),
    "column": Places(1, 0, DOWN),
}


# 1-3 Back -----------------------------------------------------------------------------------------


def _back_counts(game: Variant, position: Position) -> Sequence[Figure]:
    return [
        (msg_p("cards", "Stock"), str(len(position.piles[STOCK_PILE]))),
        (msg_p("a figure", "Stacks"), str(game.result(position))),
    ]


STACKS_TALL = {"stock": Places(6, 0), "column": Places(0, 1, in_row=7)}
STACKS = {"stock": Places(13, 0), "column": Places(0, 0, in_row=13)}


# Three Shuffles -----------------------------------------------------------------------------------


def _shuffles_counts(game: ThreeShuffles, position: Position) -> Sequence[Figure]:
    deal = 1 + SHUFFLES - game.shuffles_left(position)
    return [(msg_p("of three", "Deal"), f"{deal}/{1 + SHUFFLES}"), _home(game, position)]


FAN_ROOM = 2.3
"""Breadth of a fan, in cards."""
FANS = Places(0, 1, RIGHT, FAN_ROOM, right=FAN_ROOM + 0.05, in_row=3)
FANS_TALL = {"foundation": Places(0, 0), "column": FANS}
FANS_WIDE = {"foundation": Places(0, 0, in_row=1), "column": FANS._replace(column=1.3, row=0, in_row=5)}
FANS_LOW = {
    "foundation": Places(0, 0, down=2 / 3, in_row=1),
    "column": FANS._replace(column=1.3, row=0, in_row=6),
}


BROWSER_GAMES: Mapping[str, BrowserGame] = {
    "rush": BrowserGame(
        Screen(7, 5.1, RUSH_TALL),
        Screen(8, 4.1, RUSH_WIDE),
        Screen(9.4, 3.4, RUSH_LOW),
        _rush_counts,
        _rush_sources,
        _rush_points,
        signs="♣♦♥♠",
        fanned="draw",
    ),
    "spider": BrowserGame(
        Screen(10, 5.5, SPIDER),
        Screen(11, 4.4, SPIDER),
        Screen(12.4, 3.3, SPIDER_LOW),
        _spider_counts,
        thinks_s=0,  # its next thought takes seconds, where nothing is compiled
    ),
    "one-three-back": BrowserGame(
        Screen(7, 9, STACKS_TALL),
        Screen(14.8, 4, STACKS),
        Screen(14, 4, STACKS),
        _back_counts,
        moves_whole=True,
    ),
    "three-shuffles": BrowserGame(
        Screen(7, 7, FANS_TALL),
        Screen(13.1, 4.2, FANS_WIDE),
        Screen(15.4, 3, FANS_LOW),
        _shuffles_counts,
        signs="♣♦♥♠",
    ),
}
"""Descriptions of the games for pages, by the game's name."""


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
        ending is not None and variant.is_best(position),
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

"""Spoken descriptions of a table: short, news first, with answers to questions."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import reduce

from game.message import Message, joined, labelled, msg, msg_n, msg_p, verbatim
from game.play.game import Action, ControlAction
from game.play.move_words import (
    CAME_OF_IT,
    DONE,
    HOME,
    SAID,
    and_more,
    describe_event,
    describe_pile,
    pile_name,
)
from game.play.phrases import either
from game.rules.options import NOTHING
from game.rules.position import STOCK, Move, Position
from game.rules.variant import PileKind, Variant, top


class Detail(StrEnum):
    """Level of detail told at once."""

    SHORT = "short"  # card and place, for who knows the table
    MEDIUM = "medium"  # the same, and how deep a covered card lies
    FULL = "full"  # all that is to be seen there


ORDINALS = (
    *(NOTHING, msg_p("place of a card", "first"), msg_p("place of a card", "second")),
    *(msg_p("place of a card", "third"), msg_p("place of a card", "fourth")),
    *(msg_p("place of a card", "fifth"), msg_p("place of a card", "sixth")),
    *(msg_p("place of a card", "seventh"), msg_p("place of a card", "eighth")),
    *(msg_p("place of a card", "ninth"), msg_p("place of a card", "tenth")),
    *(msg_p("place of a card", "eleventh"), msg_p("place of a card", "twelfth")),
)


def heard_spot(variant: Variant, position: Position, pile: int, index: int, detail: Detail) -> Message:
    """Describes the card at `index` of a pile for a listener; index 0 is the bottom.

    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> table = rush.position_from_text("pile t3 (4C) (5C) 9D 8S 7D\\npile waste 9D KD\\npile f1 AC 2C")
    >>> for pile, index in ((8, 2), (8, 4), (9, 0), (1, 1), (2, 1)):
    ...     print(heard_spot(rush, table, pile, index, Detail.MEDIUM))
    9♦, third of 5, column 3; 2 on it
    7♦, column 3
    column 4: empty
    K♦, the waste
    2♣, the foundation of clubs
    >>> heard_spot(rush, table, 8, 2, Detail.SHORT)
    '9♦, column 3; 2 on it'
    """
    cards, name = position.piles[pile], pile_name(variant, pile)
    if not cards or detail is Detail.FULL or variant.piles[pile].kind is PileKind.STOCK:
        return describe_pile(variant, position, pile, index)
    is_column = variant.piles[pile].kind is PileKind.COLUMN and variant.pile_names.is_spread
    above = len(cards) - 1 - index if is_column else 0
    if not above:
        return msg("{card}, {pile}", card=cards[-1], pile=name)
    if detail is Detail.SHORT or index + 1 >= len(ORDINALS):
        spot = msg("{card}, {pile}", card=cards[index], pile=name)
    else:
        # Translators: a card by its place in a column: “9♦, third of 5, column 3”.
        spot = msg(
            "{card}, {place} of {count}, {pile}",
            card=cards[index],
            place=ORDINALS[index + 1],
            count=len(cards),
            pile=name,
        )
    # Translators: {card} is a card and where it lies; {count} cards lie on it.
    return msg_n("{card}; {count} on it", "{card}; {count} on it", above, card=spot)


def piles_heard(variant: Variant, position: Position) -> list[tuple[Message, list[Message | str]]]:
    """The piles by name, each with its cards from the bottom to the top.

    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> name, cards = piles_heard(rush, rush.position_from_text("pile t3 (4C) 9D 8S"))[8]
    >>> print(name, *cards, sep=", ")
    column 3, face down, 9♦, 8♠
    """
    return [
        (pile_name(variant, pile), [card.sign if card.face_up else msg("face down") for card in cards])
        for pile, cards in enumerate(position.piles)
    ]


def heard_event(
    variant: Variant,
    action: Action,
    move: Move | None,
    before: Position,
    after: Position,
    detail: Detail,
    counts: bool = True,
) -> Message:
    """Describes an action for a listener, and the column it emptied; the rest as for `describe_event`.

    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> table = rush.position_from_text("pile t1 9D\\npile t2 TS\\npile stock (2C)")
    >>> move = rush.move_from_text("t1>t2")
    >>> heard_event(rush, move, move, table, rush.apply(table, move), Detail.MEDIUM)
    '9♦ to 10♠; column 1: empty'
    """
    landmark = variant.landmark(after, STOCK) if move == STOCK and action is ControlAction.UNDO else None
    if landmark is not None and detail is not Detail.FULL:  # the cards that go again are of no use
        return msg("undone: {what}", what=landmark.name)
    wording = SAID if detail is Detail.FULL else DONE
    words = describe_event(variant, action, move, before, after, wording, counts)
    if not words or move is None:
        return words
    emptied = [
        msg("{pile}: empty", pile=pile_name(variant, pile))
        for pile, cards in enumerate(after.piles)
        if before.piles[pile] and not cards and variant.piles[pile].kind is PileKind.COLUMN
    ]
    has_room = variant.pile_names.is_spread and move != STOCK
    return reduce(
        lambda said, clause: CAME_OF_IT.with_parts(what=said, then=clause), emptied if has_room else [], words
    )


def heard_picked(variant: Variant, position: Position, targets: Sequence[int]) -> Message:
    """Says that the cards under the cursor were picked up, and where they may go.

    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> table = rush.position_from_text("pile t1 KH QS\\npile t2 KD\\npile stock (2C)")
    >>> heard_picked(rush, table, rush.targets(table, 6, 1))
    'picked up: column 2'
    """
    if not targets:
        return msg("picked up: no move now")
    # Translators: cards; {places} is as “column 2 or home”.
    return msg("picked up: {places}", places=either(_places(variant, position, targets)))


def _places(variant: Variant, position: Position, targets: Sequence[int]) -> list[Message]:
    """The piles, each by its name, where cards of a pile may go."""
    found: list[Message] = []
    for target in targets:
        is_home = variant.piles[target].kind is PileKind.FOUNDATION
        place = HOME if is_home else pile_name(variant, target)
        if not is_home and not position.piles[target]:
            # Translators: a column where cards may go.
            place = msg("{pile}, empty", pile=place)
        if place not in found:
            found.append(place)
    return found


def key_words(variant: Variant, position: Position, move: Move) -> Message:
    """Explains how to make a move with the keyboard.

    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> table = rush.position_from_text("pile t1 9D\\npile t2 TS\\npile t4 AH\\npile stock (2C)")
    >>> for move in rush.legal_moves(table):
    ...     print(key_words(rush, table, move))
    D: Turn cards
    Move 9♦ onto 10♠: Tab and Space pick it up, Tab and Space drop it.
    Send A♥ home: Tab goes to it, H sends it.
    """
    if move == STOCK:
        return labelled("D", variant.stock_words)
    card, onto = position.piles[move.source][-move.count], top(position.piles[move.target])
    if move.source == move.target:
        return msg("Draw {card}: Tab goes to it, Space draws it.", card=card)
    if variant.piles[move.target].kind is PileKind.FOUNDATION:
        if move.count > 1:
            return labelled("C", msg("removes a complete suit"))
        return msg("Send {card} home: Tab goes to it, H sends it.", card=card)
    place = pile_name(variant, move.target) if onto is None else onto
    # Translators: keys; {place} is a card, or the name of a column.
    return msg(
        "Move {card} onto {place}: Tab and Space pick it up, Tab and Space drop it.",
        card=card,
        place=place,
    )


# Questions ----------------------------------------------------------------------------------------


def overview(variant: Variant, position: Position) -> Message:
    """Describes the whole table briefly: the last card of each column, then the other piles.

    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> table = rush.position_from_text("pile t1 (3C) 9D\\npile t7 TS\\npile waste 4C KD\\npile f1 AC")
    >>> overview(rush, table).split("; ")[1:]
    ['K♦, the waste', 'the stock: empty', 'home: A♣']
    >>> overview(rush, table).split("; ")[0]
    'column 1 to column 7: 9♦, empty, empty, empty, empty, empty, 10♠'
    """
    kinds = [place.kind for place in variant.piles]
    columns = [pile for pile, kind in enumerate(kinds) if kind is PileKind.COLUMN]
    if not variant.pile_names.is_spread:  # stacks close up: beyond the last there are none
        columns = [pile for pile in columns if position.piles[pile]] or columns[:1]
    names = [pile_name(variant, pile) for pile in (columns[0], columns[-1])]
    # Translators: the last cards of columns, as in “column 1 to column 7: 9♦, 10♠ …”.
    whole = msg_p("columns", "{first} to {last}", first=names[0], last=names[1])
    cards = [_last(position, pile) for pile in columns]
    parts = [labelled(whole, joined(", ", cards))]
    for kind in (PileKind.CELL, PileKind.WASTE, PileKind.STOCK):
        for pile in [pile for pile, pile_kind in enumerate(kinds) if pile_kind is kind]:
            parts.append(heard_spot(variant, position, pile, len(position.piles[pile]) - 1, Detail.SHORT))
    home = [
        cards[-1]
        for cards, kind in zip(position.piles, kinds, strict=True)
        if cards and kind is PileKind.FOUNDATION
    ]
    if home:
        parts.append(labelled(HOME, joined(", ", [card.sign for card in home])))
    return joined("; ", parts)


def _last(position: Position, pile: int) -> str:
    card = top(position.piles[pile])
    if card is None:
        return msg_p("a column", "empty")
    return card.sign if card.face_up else msg("face down")


def what_can_move(variant: Variant, position: Position) -> Message:
    """Describes every playable card once, with all its destinations.

    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> table = "pile t1 (3C) 9D\\npile t2 TS\\npile t3 TC\\npile t4 AH\\npile stock (2C)"
    >>> print(what_can_move(rush, rush.position_from_text(table)))
    9♦, column 1: to 2 or 3; A♥, column 4: home; the stock
    """
    ways: dict[tuple[int, int], list[int]] = {}
    has_stock = False
    moves = variant.legal_moves(position)
    for move in sorted(moves, key=lambda option: (option.source, -option.count)):
        if move == STOCK:
            has_stock = True
        elif not any(move.target in to for (pile, _), to in ways.items() if pile == move.source):
            ways.setdefault((move.source, move.count), []).append(move.target)
    lines: list[str] = []
    for (pile, count), targets in ways.items():
        card = position.piles[pile][-count]
        cards = card.sign if count == 1 else and_more(card, count - 1)
        where = msg("{card}, {pile}", card=cards, pile=pile_name(variant, pile))
        lines.append(labelled(where, either(_short_places(variant, position, targets))))
    if has_stock:
        lines.append(variant.pile_names.stock.name)
    return joined("; ", lines) if lines else msg("No card can be played.")


def _short_places(variant: Variant, position: Position, targets: Sequence[int]) -> list[Message]:
    """The piles where cards may go, columns by their numbers alone."""
    columns = [pile for pile, place in enumerate(variant.piles) if place.kind is PileKind.COLUMN]
    numbers: list[Message] = []
    for target in targets:
        if target in columns:
            number = verbatim(str(columns.index(target) + 1))
            # Translators: a column where cards may go.
            numbers.append(number if position.piles[target] else msg("{pile}, empty", pile=number))
    others = _places(variant, position, [target for target in targets if target not in columns])
    if not numbers:
        return others
    # Translators: {places} are the numbers of columns: “to 2 or 3”.
    return [msg_p("where cards may go", "to {places}", places=either(numbers)), *others]

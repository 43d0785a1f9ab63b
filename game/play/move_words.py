"""Moves, events and piles in card players' words: as made, as they happened, as advised, as read aloud."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from typing import NamedTuple

from game.cards import RANK_WORDS, SUIT_SIGNS, SUIT_WORDS, Card
from game.language import English, Translator
from game.message import Message, msg, msg_n, msg_p, verbatim
from game.play.game import Action, ControlAction
from game.play.phrases import either, listed
from game.rules.options import NOTHING, POINTS, PilePhrases
from game.rules.position import STOCK, Move, Pile, Position
from game.rules.variant import PileKind, Variant, top

HOME = msg_p("to where a card goes", "home")
WHOLE_SUIT = 13
MIN_ROW = 3
"""Minimum length of a run in suit that is described by its two ends."""
COMPLETE_SUITS = (
    msg("the complete suit of clubs"),
    msg("the complete suit of diamonds"),
    msg("the complete suit of hearts"),
    msg("the complete suit of spades"),
)
NUMBERS = (
    *(NOTHING, msg_p("face-down cards", "one"), msg_p("face-down cards", "two")),
    *(msg_p("face-down cards", "three"), msg_p("face-down cards", "four"), msg_p("face-down cards", "five")),
    *(msg_p("face-down cards", "six"), msg_p("face-down cards", "seven"), msg_p("face-down cards", "eight")),
    *(msg_p("face-down cards", "nine"), msg_p("face-down cards", "ten"), msg_p("face-down cards", "eleven")),
    msg_p("face-down cards", "twelve"),
)


@lru_cache(maxsize=256)
def words_of_pile(variant: Variant, pile: int) -> PilePhrases:
    """Returns a pile's phrases for the roles it has in a sentence.

    >>> from game.rules import find_variant
    >>> rush, grid = find_variant("rush"), find_variant("one-three-back")
    >>> words_of_pile(rush, 8).space, words_of_pile(grid, 12).source
    ('to the empty column 3', 'from stack 12')
    """
    names, place = variant.pile_names, variant.piles[pile]
    match place.kind:
        case PileKind.STOCK:
            return names.stock
        case PileKind.WASTE:
            return names.waste
        case PileKind.FOUNDATION:
            number = int(place.name[1:])
            return names.foundations[(number - 1) % len(names.foundations)].numbered(number)
        case PileKind.CELL:
            return names.cell.numbered(int(place.name[1:]))
        case PileKind.COLUMN:
            return names.column.numbered(int(place.name[1:]))


def pile_name(variant: Variant, pile: int) -> Message:
    """Returns the name of a pile, alone or at the beginning of a sentence.

    >>> from game.rules import find_variant
    >>> rush, grid = find_variant("rush"), find_variant("one-three-back")
    >>> [pile_name(rush, pile) for pile in (0, 1, 4, 8)], pile_name(grid, 12)
    (['the stock', 'the waste', 'the foundation of hearts', 'column 3'], 'stack 12')
    """
    return words_of_pile(variant, pile).name


def describe_pile(variant: Variant, position: Position, pile: int, index: int) -> Message:
    """Describes the visible cards of a pile from the card at `index` on; 0 is the bottom.

    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> table = rush.position_from_text("pile t5 (4C) (5C) 8S 7D 6C\\npile f1 AC 2C\\npile waste 9D KD")
    >>> for pile, index in ((10, 4), (10, 3), (2, 1), (1, 1), (0, 0)):
    ...     print(describe_pile(rush, table, pile, index))
    column 5: 6♣ on 7♦, 8♠ and two face down
    column 5: 7♦ beneath 6♣, on 8♠ and two face down
    the foundation of clubs: 2♣
    the waste: K♦, the last of 2 cards
    the stock: empty
    """
    cards, name, kind = position.piles[pile], pile_name(variant, pile), variant.piles[pile].kind
    if not cards:
        return msg("{pile}: empty", pile=name)
    count, last = len(cards), cards[-1]
    if kind is PileKind.STOCK:
        return msg_n("{pile}: {count} card", "{pile}: {count} cards", count, pile=name)
    if kind is PileKind.FOUNDATION and count == WHOLE_SUIT:
        return msg("{pile}: {cards}", pile=name, cards=COMPLETE_SUITS[last.suit])
    if kind is PileKind.WASTE and count > 1:
        return msg_n(
            "{pile}: {card}, the last of {count} card",
            "{pile}: {card}, the last of {count} cards",
            count,
            pile=name,
            card=last,
        )
    if kind is PileKind.COLUMN and not variant.pile_names.is_spread:
        return msg_n(
            "{pile}: {card}, {count} card", "{pile}: {card}, {count} cards", count, pile=name, card=last
        )
    if kind is not PileKind.COLUMN:
        return msg("{pile}: {cards}", pile=name, cards=last)
    return _in_column(name, cards, index)


def _in_column(name: Message, cards: Pile, index: int) -> Message:
    """Describes a spread column, the cards above and beneath from the nearest on."""
    card, beneath, above = cards[index], _beneath(cards[:index]), cards[:index:-1]
    if not above:
        if not beneath:
            return msg("{pile}: {cards}", pile=name, cards=cards[-1])
        return msg("{pile}: {card} on {beneath}", pile=name, card=cards[-1], beneath=listed(beneath))
    over = listed(_names(above))
    if not beneath:
        return msg("{pile}: {card} beneath {above}", pile=name, card=card, above=over)
    return msg(
        "{pile}: {card} beneath {above}, on {beneath}",
        pile=name,
        card=card,
        above=over,
        beneath=listed(beneath),
    )


def _beneath(cards: Pile) -> list[Message]:
    """Describes these face-up cards from the highest to the lowest, and the number face down."""
    seen = [card for card in reversed(cards) if card.face_up]
    names, hidden = _names(seen), len(cards) - len(seen)
    if hidden:
        number = NUMBERS[hidden] if hidden < len(NUMBERS) else hidden
        # Translators: cards; {number} is a word (“two”) and {count} the same in digits.
        names.append(msg_n("{number} face down", "{number} face down", hidden, number=number))
    return names


def _names(cards: Sequence[Card]) -> list[Message]:
    """Names cards in order; longer runs in suit by the first and the last.

    >>> from game.cards import card
    >>> _names([card(text) for text in "4H 5S 6S 7S 9D".split()])
    ['4♥', '5♠ to 7♠', '9♦']
    """
    rows: list[list[Card]] = []
    for card in cards:
        if rows and card.suit == rows[-1][-1].suit and card.rank == rows[-1][-1].rank + 1:
            rows[-1].append(card)
        else:
            rows.append([card])
    names: list[Message] = []
    for row in rows:
        if len(row) < MIN_ROW:
            names += [verbatim(card.sign) for card in row]
        else:
            # Translators: a row of cards, from the first to the last.
            names.append(msg("{first} to {last}", first=row[0], last=row[-1]))
    return names


_COURT = {"A": RANK_WORDS[0], "J": RANK_WORDS[10], "Q": RANK_WORDS[11], "K": RANK_WORDS[12]}
_CARD = re.compile(f"(10|[2-9AJQK])([{SUIT_SIGNS}])")
_SUIT = re.compile(f"[{SUIT_SIGNS}]")
_POINTS = re.compile(r"(?<!\w)([+−])(\d)")
_POINT_WORDS = {"+": msg_p("a sign read aloud", "plus"), "−": msg_p("a sign read aloud", "minus")}
_SIGNS = {"  ·  ": ", ", " · ": ", ", "×": msg_p("a sign read aloud", "times"), "÷": msg("divided by")}
_KEYS = re.compile(r"[←→↑↓]|(?<= )[+−](?= )")
_KEY_WORDS = {
    **{
        "←": msg_p("an arrow key", "Left"),
        "→": msg_p("an arrow key", "Right"),
        "↑": msg_p("an arrow key", "Up"),
        "↓": msg_p("an arrow key", "Down"),
    },
    **_POINT_WORDS,
}


def read_aloud(text: str, language: Translator | None = None, names_suits: bool = True) -> str:
    """Returns a text in words alone, keys included; it is already in a language.

    >>> read_aloud("9♠ from column 3 onto 10♥; A♦ turned up; −10")
    '9 of spades from column 3 onto 10 of hearts; ace of diamonds turned up; minus 10'
    >>> read_aloud("9♠, column 3", names_suits=False)
    '9, column 3'
    """
    say = (language or English()).translate
    put = _card if names_suits else _rank
    text = _CARD.sub(lambda found: say(put(found[1], found[2])), text)
    text = _SUIT.sub(lambda found: say(_suit(found[0])), text)
    text = _POINTS.sub(lambda found: f"{say(_POINT_WORDS[found[1]])} {found[2]}", text)
    text = _KEYS.sub(lambda found: say(_KEY_WORDS[found[0]]), text)
    text = text.replace("×", " ×")
    for sign, words in _SIGNS.items():
        text = text.replace(sign, say(words))
    return text.replace("  ", " ")


def _card(rank: str, suit: str) -> Message:
    return msg("{rank} of {suit}", rank=_rank(rank), suit=_suit(suit))


def _rank(rank: str, _suit: str = "") -> Message:
    return _COURT.get(rank) or verbatim(rank)


def _suit(sign: str) -> Message:
    return SUIT_WORDS[SUIT_SIGNS.index(sign)]


def and_more(card: Card, others: int) -> Message:
    """Names cards that move together by the lowest and the number on it."""
    return msg_n("{card} and {count} more", "{card} and {count} more", others, card=card)


def with_run(card: Card, _others: int) -> Message:
    """Names cards that move together by the lowest alone."""
    return msg("{card} with its run", card=card)


class Wording(NamedTuple):
    """Sentences for a move of cards, one for each kind of move.

    `{cards}` are those that move, `{card}` is the lowest of them, `{onto}` the card that it goes on;
    `{source}`, `{within}`, `{space}` and `{top}` are phrases of piles (see `PilePhrases`).
    """

    draw: Message
    suit: Message
    home: Message
    onto: Message
    to_space: Message
    several: Callable[[Card, int], Message]
    """Text for `{cards}` if there are more than one."""


DONE = Wording(
    # Translators: the player draws a card.
    draw=msg("draws {card}"),
    suit=msg("the complete suit from {card} down is removed"),
    home=msg("{card} goes home"),
    # Translators: a card goes to (onto) another card.
    onto=msg("{cards} to {onto}"),
    to_space=msg("{cards} to an empty column"),
    several=and_more,
)
"""Wording of a move that was made, told briefly."""
SAID = Wording(
    # Translators: {top} is a phrase such as “to the top of fan 3”.
    draw=msg("{card} drawn {top}"),
    # Translators: {within} is a phrase such as “in column 3”; the suit is complete, {card} is its king.
    suit=msg("the complete suit from {card} down {within} is removed"),
    # Translators: {source} is a phrase such as “from column 3”.
    home=msg("{card} {source} goes home"),
    # Translators: {source} is a phrase such as “from column 3”.
    onto=msg("{cards} {source} onto {onto}"),
    # Translators: {source} and {space} are phrases such as “from column 3”, “to the empty column 4”.
    to_space=msg("{cards} {source} {space}"),
    several=and_more,
)
"""Wording of a move just made, with the pile that it came from."""
ADVISED = Wording(
    draw=msg("Draw {card} to the top of its fan"),
    suit=msg("The suit from {card} goes home"),
    home=msg("{card} goes home"),
    # Translators: {source} is a phrase such as “from column 3”.
    onto=msg("{cards} {source} to {onto}"),
    to_space=msg("{cards} {source} {space}"),
    several=with_run,
)
"""Wording of an advised move for a player who does not see it marked."""
HEARD = ADVISED._replace(home=SAID.home)
"""The same for a player who listens: where the card lies that goes home, too."""
MARKED = ADVISED._replace(
    # Translators: a card goes onto another, both of which are marked on the table.
    onto=msg("{cards} onto {onto}"),
    to_space=msg("{cards} to the empty column"),
)
"""Wording of an advised move that is marked on the table."""


def done_words(variant: Variant, before: Position, action: Action, after: Position) -> Message:
    """Describes an action; `after` is the position that it led to.

    >>> from game.play.deal import deal_number
    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> dealt = deal_number(rush, 1).position
    >>> done_words(rush, dealt, STOCK, rush.apply(dealt, STOCK))
    'turns 3 cards, last 6♣'
    """
    match action:
        # Translators: what a player does, told in a replay as in “takes the last move back”.
        case ControlAction.UNDO:
            return msg("undoes the last move")
        case ControlAction.REDO:
            return msg("redoes a move")
        case ControlAction.END:
            return msg("the game ends")
        case ControlAction.SHOWN:
            return msg("looks at a solution")
    if action == STOCK:
        return _stock_told(variant, before, after)
    return cards_moved(variant, before, action, DONE)


def advised_words(variant: Variant, before: Position, move: Move, wording: Wording = ADVISED) -> Message:
    """Describes a legal move that is advised.

    >>> from game.play.deal import deal_number
    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> dealt = deal_number(rush, 1).position
    >>> [advised_words(rush, dealt, move) for move in rush.legal_moves(dealt)]
    ['Turn cards', '7♦ from column 1 to 8♠']
    """
    return variant.stock_words if move == STOCK else cards_moved(variant, before, move, wording)


def cards_moved(variant: Variant, before: Position, move: Move, wording: Wording) -> Message:
    """Describes a legal move of cards in a wording."""
    source, target, count = move
    onto, card = top(before.piles[target]), before.piles[source][-count]
    if source == target:
        words = wording.draw
    elif variant.piles[target].kind is PileKind.FOUNDATION:
        words = wording.home if count == 1 else wording.suit
    else:
        words = wording.to_space if onto is None else wording.onto
    left, found = words_of_pile(variant, source), words_of_pile(variant, target)
    return words.with_parts(
        card=card,
        cards=card if count == 1 else wording.several(card, count - 1),
        onto=onto or "",
        source=left.source,
        within=left.within,
        space=found.space,
        top=left.top,
    )


def _stock_told(variant: Variant, before: Position, after: Position) -> Message:
    landmark = variant.landmark(before, STOCK)
    if landmark is not None and landmark.done:
        return landmark.done
    changed = [pile for pile, was in enumerate(before.piles) if len(after.piles[pile]) > len(was)]
    last = after.piles[changed[-1]][-1]
    count = sum(len(after.piles[pile]) - len(before.piles[pile]) for pile in changed)
    if variant.piles[changed[-1]].kind is not PileKind.WASTE:
        return msg("deals {card}", card=last)
    if count == 1:
        return msg("turns {card}", card=last)
    return msg_n("turns {count} card, last {card}", "turns {count} cards, last {card}", count, card=last)


CAME_OF_IT = msg("{what}; {then}")
"""An event and its consequence."""


def describe_event(
    variant: Variant,
    action: Action,
    move: Move | None,
    before: Position,
    after: Position,
    wording: Wording = SAID,
    counts: bool = True,
) -> Message:
    """Describes the action that led from one position to another; empty if a panel tells it.

    `move` is the action itself, or the move that it took or brought back; unless it `counts`, points or
    the result are left out.

    >>> from game.play.deal import deal_number
    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> dealt = deal_number(rush, 8).position
    >>> move = rush.move_from_text("t2>t4")
    >>> after = rush.apply(dealt, move)
    >>> describe_event(rush, move, move, dealt, after)
    '6♦ from column 2 onto 7♣; 2♣ turned over; +10'
    >>> describe_event(rush, ControlAction.UNDO, move, after, dealt)
    'undone: 6♦ from column 2 onto 7♣; −10'
    """
    if move is None or action in (ControlAction.END, ControlAction.SHOWN):
        return NOTHING
    is_undo = action is ControlAction.UNDO
    first, then = (after, before) if is_undo else (before, after)
    what = _dealt(variant, first, then) if move == STOCK else cards_moved(variant, first, move, wording)
    if is_undo:
        what = msg("undone: {what}", what=what)
    elif action is ControlAction.REDO:
        what = msg("redone: {what}", what=what)
    clauses: list[str] = []
    if not is_undo:
        clauses += _turned_up(first, then, move)
    clauses += _left(variant, after, counts) if move == STOCK else []
    clauses += _counted(variant, before, after, move) if counts else []
    return reduce(lambda words, clause: CAME_OF_IT.with_parts(what=words, then=clause), clauses, what)


def _dealt(variant: Variant, before: Position, after: Position) -> Message:
    """Describes the result of the stock action."""
    changed = [pile for pile, was in enumerate(before.piles) if len(after.piles[pile]) > len(was)]
    fresh = [card for pile in changed for card in after.piles[pile][len(before.piles[pile]) :]]
    cards = ", ".join(card.sign for card in fresh if card.face_up)
    landmark = variant.landmark(before, STOCK)
    if landmark is not None and landmark.said:
        return landmark.said.with_parts(cards=cards)
    target = changed[-1]
    if not cards:  # over a network they are named later
        # Translators: {source} is a phrase such as “from the stock”.
        return msg("cards are being turned {source}", source=variant.pile_names.stock.source)
    if variant.piles[target].kind is PileKind.WASTE:
        # Translators: {source} is a phrase such as “from the stock”.
        return msg("{cards} turned {source}", cards=cards, source=variant.pile_names.stock.source)
    name = pile_name(variant, target)
    if len(fresh) == len(after.piles[target]):
        # Translators: a card makes a new pile: “K♦ dealt as stack 4”.
        return msg("{cards} dealt as {pile}", cards=cards, pile=name)
    return msg("{cards} dealt to {pile}", cards=cards, pile=name)


def _turned_up(before: Position, after: Position, move: Move) -> list[str]:
    """Describes the face-down card that was uncovered."""
    if move == STOCK:
        return []
    left = before.piles[move.source][: -move.count]
    card = top(after.piles[move.source])
    is_turned = bool(left) and not left[-1].face_up and card is not None and card.face_up
    return [msg("{card} turned over", card=card)] if card is not None and is_turned else []


def _left(variant: Variant, after: Position, counts: bool) -> list[str]:
    """Describes the number of cards still to be dealt; if it `counts`, what an empty stock leads to, too."""
    stocks = [pile for pile, place in enumerate(variant.piles) if place.kind is PileKind.STOCK]
    if not stocks:
        return []
    count = len(after.piles[stocks[0]])
    if count:
        # Translators: cards of the stock.
        return [msg_n("{count} left", "{count} left", count)]
    more = variant.empty_stock_words(after) if counts else None
    return [msg("none left"), *([] if more is None else [more])]


def _counted(variant: Variant, before: Position, after: Position, move: Move) -> list[str]:
    """Describes the points won or lost, or the result if fewer is better."""
    if variant.unit is POINTS:
        points = (variant.score(after) or 0) - (variant.score(before) or 0)
        return [f"{points:+d}".replace("-", "−")] if points else []
    if variant.is_lower_better and move != STOCK:
        return [variant.unit.counted(variant.result(after) or 0)]
    return []


def picked_words(
    variant: Variant, position: Position, pile: int, count: int, targets: Sequence[int], alone: bool = False
) -> Message:
    """Says that the top `count` cards of a pile were picked up, and where they may go.

    `alone` tells that it is only the lowest of them, from beneath the others.

    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> table = rush.position_from_text("pile t1 KH QS\\npile t2 KD\\npile stock (2C)")
    >>> picked_words(rush, table, 6, 1, rush.targets(table, 6, 1))
    'Q♠ picked up: goes onto K♦ in column 2'
    >>> picked_words(rush, table, 6, 2, [8, 9])
    'K♥ and 1 more picked up: goes to the empty column 3 or to the empty column 4'
    """
    card = position.piles[pile][-count]
    places = [_place(variant, position, pile, target) for target in targets]
    cards = card if alone or count == 1 else and_more(card, count - 1)
    if not places:
        return msg("{cards} picked up: no move now", cards=cards)
    # Translators: {places} are phrases: “home”, “onto K♦ in column 2 or to the empty column 3”.
    return msg("{cards} picked up: goes {places}", cards=cards, places=either(places))


def _place(variant: Variant, position: Position, pile: int, target: int) -> Message:
    words, onto = words_of_pile(variant, target), top(position.piles[target])
    if target == pile:
        return words.top
    if variant.piles[target].kind is PileKind.FOUNDATION:
        return HOME
    if onto is None:
        return words.space
    # Translators: {within} is a phrase such as “in column 2”.
    return msg("onto {card} {within}", card=onto, within=words.within)

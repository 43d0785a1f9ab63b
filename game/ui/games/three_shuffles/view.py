"""Table of Three Shuffles and a Draw: fans in rows beside the foundations, its rules page.

Each fan has a place; a long one takes room from its neighbours. All lengths are pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from game.cards import SUITS, Card
from game.message import msg, msg_p, verbatim
from game.play.deal import Deal
from game.play.game import GameSnapshot
from game.play.phrases import minutes
from game.rules.position import Position
from game.rules.three_shuffles import FANS, FOUNDATIONS, SHUFFLES, ThreeShuffles
from game.rules.variant import Outcome
from game.solver.hint_words import ThreeShufflesHintWords
from game.storage.profile import Settings
from game.ui.cards.sprite import CascadeStyle
from game.ui.drawing.layout import CARD_RATIO, FAN_ACROSS, MIN_CARD_PX, STANDARD_INDEX, Box, Point, Slot
from game.ui.drawing.theme import RGB, TEXT
from game.ui.table.bars import Field
from game.ui.table.view import (
    CURSOR_KEYS,
    EVERYWHERE,
    BarValues,
    Layout,
    Only,
    Page,
    Space,
    View,
)

LEGIBLE = STANDARD_INDEX.across
GAP = 0.12
"""Between two fans, at least, in card widths."""
ROW_GAP = (0.1, 0.3)
"""Between two rows, least and most, in card widths."""
ASIDE = 1.3
"""The column beside the fans with its gap, in card widths."""
USUAL = 4
"""So many cards to a fan a row has room for, all of them to be read."""


class FanTable(NamedTuple):
    """Rows of fans with a column of single piles beside them."""

    card: tuple[int, int]
    rows: tuple[float, ...]  # the upper edge of each
    cells_x: tuple[float, ...]  # the left edge of each place for a fan, in order
    cell_px: float  # from one place to the next
    aside_x: float  # the left edge of the column beside them

    @property
    def gap_px(self) -> float:
        """Gap between two fans."""
        return GAP * self.card[0]

    def free_box(self, row: int, first: int) -> Box:
        """The part of a row from place `first` on."""
        left, right = min(self.cells_x[first:]), max(self.cells_x[first:]) + self.cell_px
        return Box(left, self.rows[row], right - left - self.gap_px, self.card[1])


def fan_table(room: Box, across: int, rows: int, mirrored: bool, legible: float = LEGIBLE) -> FanTable:
    """The largest cards with which `rows` of `across` fans and the column beside them fit into a room.

    The part `legible` of a card's width is needed to read its index.
    """
    least = 1 + (USUAL - 1) * legible + GAP
    most = 1 + USUAL * FAN_ACROSS
    by_width = room.width / (ASIDE + across * least)
    by_height = room.height / (rows * CARD_RATIO + (rows - 1) * ROW_GAP[0])
    width = max(MIN_CARD_PX, int(min(by_width, by_height)))
    height = round(width * CARD_RATIO)
    gap = min((room.height - rows * height) / max(1, rows - 1), ROW_GAP[1] * width)
    cell = min((room.width - ASIDE * width) / across, most * width)
    used_width, used_height = across * cell + ASIDE * width, rows * height + (rows - 1) * gap
    left = room.x + (room.width - used_width) / 2
    top = room.y + (room.height - used_height) / 2
    first = left + ASIDE * width if mirrored else left
    xs = [round(first + index * cell) for index in range(across)]
    return FanTable(
        (width, height),
        tuple(round(top + row * (height + gap)) for row in range(rows)),
        tuple(xs[::-1] if mirrored else xs),
        cell,
        round(left if mirrored else left + used_width - width),
    )


def needs_px(counts: Sequence[int], card_px: float, legible: float = LEGIBLE) -> list[float]:
    """Minimum widths of fans by their number of cards."""
    return [card_px * (1 + max(0, count - 1) * legible) for count in counts]


def share_row(
    counts: Sequence[int], card_px: float, cell_px: float, gap_px: float, legible: float = LEGIBLE
) -> list[tuple[float, float]]:
    """Start and room of each fan in a row, by their numbers of cards.

    Each has its own place as long as its cards are legible there. A longer one takes what it needs from the
    others; only a row with too many cards closes up as a whole.

    >>> share_row([3, 3, 0], 100, 170, 10)
    [(0, 160), (170, 160), (340, 160)]
    >>> [(round(x), round(room)) for x, room in share_row([6, 3, 0], 100, 170, 10)]
    [(0, 217), (227, 147), (384, 116)]
    """
    needs = needs_px(counts, card_px, legible)
    room = cell_px - gap_px
    if max(needs) <= room:
        return [(index * cell_px, room) for index in range(len(counts))]
    whole = len(counts) * room
    if sum(needs) <= whole:
        widths = _shares(needs, whole)
    else:
        step = (whole - len(counts) * card_px) / max(1, sum(max(0, count - 1) for count in counts))
        widths = [card_px + max(0, count - 1) * step for count in counts]
    return [(sum(widths[:index]) + index * gap_px, width) for index, width in enumerate(widths)]


def _shares(needs: Sequence[float], whole: float) -> list[float]:
    """Divides the whole into equal shares, except for those with a higher need, which get just that."""
    crowded: set[int] = set()
    while len(crowded) < len(needs):  # one more each time
        others = len(needs) - len(crowded)
        share = (whole - sum(needs[index] for index in crowded)) / others
        more = {index for index, need in enumerate(needs) if need > share and index not in crowded}
        if not more:
            return [need if index in crowded else share for index, need in enumerate(needs)]
        crowded |= more
    return list(needs)


PAGE = Page(
    (msg("Bring all cards home. You may shuffle twice, and in the last deal you may draw one buried card."),),
    (
        msg(
            "The deck is dealt face up in eighteen fans, three cards to each, one to the last. Only the "
            "top card of a fan can be played, and cards move one at a time."
        ),
        msg(
            "Build fans down in suit: the 10♠ goes on the J♠. Build foundations up in suit, ace first. "
            "Cards that are home stay there. Aces go home by themselves, unless the settings say "
            "otherwise."
        ),
        msg("An empty fan stays empty: no card goes there, not even a king."),
        Only(
            "early=no",
            msg(
                "When no move is left, shuffle: the cards on the table are dealt again in fans of three. "
                "Any move counts, useful or not. There are two shuffles, so three deals in all."
            ),
        ),
        Only(
            "early=yes",
            msg(
                "Shuffle whenever you like: the cards on the table are dealt again in fans of three. "
                "There are two shuffles, so three deals in all."
            ),
        ),
        msg(
            "In the third deal you may draw one buried card: lift it to the top of its fan. You need not be "
            "stuck for that."
        ),
        msg(
            "You can undo everything except a shuffle. The game is lost when no move, no shuffle and no "
            "draw is left."
        ),
        Only("mirrored", msg("On this mirrored table the fans of a row are counted from the right.")),
    ),
    (
        (msg_p("keys and mouse", "Drag"), msg("moves the top card of a fan")),
        (msg("Double-click, right-click, H"), msg("sends a card home")),
        Only(
            "early=no",
            (msg("Shuffle button, S or D"), msg("shuffles; if moves are left, it shows them")),
        ),
        Only("early=yes", (msg("Shuffle button, S or D"), msg_p("what a key does", "shuffles"))),
        (msg("Click or drag a buried card"), msg("draws it, in the third deal")),
        (msg("Left, Right and Enter"), msg("reach and draw a buried card, in the third deal")),
        Only("practice", (verbatim("I"), msg("gives a hint; again, its odds"))),
        (msg("Esc, P"), msg_p("what a key does", "menu")),
        *CURSOR_KEYS,
        *EVERYWHERE,
    ),
    (
        msg(
            "Within a deal, sending a card home costs nothing. The one card that could go on it is home "
            "already, and the card beneath comes free."
        ),
        msg(
            "A card that you build on stays covered until what is on it goes home, so build only for what "
            "it frees. Moving the last card of a fan frees nothing and covers another. A king fits on no "
            "other fan: the cards beneath it wait until it goes home, for a shuffle, or for your draw."
        ),
        msg(
            "What counts when you shuffle is how many cards are home: those no longer bury any. But before "
            "the last shuffle, keep a card back if the cards left would fill fans of exactly three. One card "
            "more has a short fan of its own, and that wins about 5 games in 100 more."
        ),
        msg(
            "Save the draw until you see what it opens: ideally a card that goes home and lets others follow."
        ),
    ),
)


SHAPES = ((5, 4), (4, 5), (3, 7))
"""Layouts to try, as fans in a row, and rows, the last with room for a notice; the first wins a tie."""
DEALS = SHUFFLES + 1
EDGE_PX = 12


class ThreeShufflesView(View[ThreeShuffles]):
    """A table of Three Shuffles and a Draw."""

    tagline: ClassVar = msg("La Belle Lucie: two reshuffles, one card drawn.")
    tile_cards: ClassVar = ("TH", "9H", "8H", "4C", "9S", "8S", "7S")
    hint_words_class: ClassVar = ThreeShufflesHintWords
    tile_options: ClassVar = (
        (msg("Shuffle when stuck"), "early=no"),
        (msg("Shuffle any time"), "early=yes"),
    )
    win_manner: ClassVar = CascadeStyle(gap_s=0.12, together=3, rise=6.0, gravity=16.0)
    page: ClassVar[Page] = PAGE
    score_labels: ClassVar = (msg_p("cards", "Cards home"),)
    points_rise: ClassVar = False

    # Bars ----------------------------------------------------------------------------------------

    def is_perfect(self, game: GameSnapshot) -> bool:
        return game.outcome is Outcome.WON and self.variant.shuffles_left(game.position) == SHUFFLES

    def fields(self) -> Sequence[Field]:
        return [Field("", "00:00"), Field(msg_p("of three", "Deal"), "3/3")]

    def options_words(self) -> str:
        return msg("shuffle any time") if self.variant.early else ""

    def clock(self, game: GameSnapshot, elapsed_ms: int, settings: Settings) -> tuple[str, RGB]:
        return minutes(elapsed_ms // 1000) if settings.practice_clock else "", TEXT

    def readings(self, game: GameSnapshot, settings: Settings) -> BarValues:
        position, rules = game.position, self.variant
        facts = [(msg_p("cards", "Cards home"), f"{rules.home(position)}/52")]
        return BarValues([(f"{DEALS - rules.shuffles_left(position)}/{DEALS}", TEXT)], facts)

    # Layout --------------------------------------------------------------------------------------

    @staticmethod
    def _table(space: Space) -> FanTable:
        room, edge = space.room, space.pictures.px(EDGE_PX)
        inner = Box(room.x + edge, room.y + edge, room.width - 2 * edge, room.height - 2 * edge)
        mirrored, legible = space.settings.left_handed, _legible(space)
        tables = [fan_table(inner, *shape, mirrored, legible) for shape in SHAPES]
        return max(tables, key=lambda table: table.card[0])

    def lay_out(self, space: Space, position: Position) -> Layout:
        table = self._table(space)
        slots = [Slot(table.aside_x, table.rows[home]) for home in FOUNDATIONS]
        step = -1 if space.settings.left_handed else 1
        across = len(table.cells_x)
        for row in range(-(-len(FANS) // across)):
            counts = _counts(position, row, table, _legible(space))
            left = min(table.cells_x[: len(counts)])
            sizes = table.card[0], table.cell_px, table.gap_px, max(FAN_ACROSS, _legible(space))
            shares = share_row(counts[::step], *sizes)[::step]
            fans = FANS[across * row : across * (row + 1)]
            slots += [
                Slot(round(left + x), table.rows[row], "across", room)
                for _, (x, room) in zip(fans, shares, strict=False)
            ]
        return Layout(table.card, tuple(slots))

    def notice_box(self, space: Space, position: Position) -> Box:
        """Space that the last row leaves for the notice."""
        table = self._table(space)
        last = len(table.rows) - 1
        return table.free_box(last, len(_counts(position, last, table, _legible(space))))

    def empty_symbol(self, position: Position, pile: int, is_dealing: bool) -> tuple[str, str]:
        if pile in FOUNDATIONS:
            return "icon", f"suit_{SUITS[pile]}"
        return ("", "") if is_dealing else ("icon", "lock")  # closed until the cards are dealt again

    def stock_point(self, slots: Sequence[Slot]) -> Point:
        xs = [slot.x for slot in slots]
        return Point((min(xs) + max(xs)) / 2, (slots[0].y + slots[FOUNDATIONS[-1]].y) / 2)

    def deal_order(self, deal: Deal, position: Position) -> list[Card]:
        return [card for fan in FANS for card in position.piles[fan]]


def _legible(space: Space) -> float:
    """The part of a card's width in which its index can be read."""
    return space.pictures.deck.index_size.across


def _counts(position: Position, row: int, table: FanTable, legible: float) -> list[int]:
    """Returns the number of cards in each place of a row that fans may use."""
    across = len(table.cells_x)
    counts = [len(position.piles[fan]) for fan in FANS[across * row : across * (row + 1)]]
    room = len(counts) * (table.cell_px - table.gap_px)
    # Beside the last fans stands the notice; it gives way to a long one.
    is_short = len(counts) < across and sum(needs_px(counts, table.card[0], legible)) > room
    return [*counts, 0] if is_short else counts

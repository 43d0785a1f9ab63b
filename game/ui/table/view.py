"""Look of a table in one game: where piles are, what the bars show, its words, rules page and first steps."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from game.cards import Card
from game.message import Message, joined, msg, msg_n, msg_p, verbatim
from game.play.deal import Deal
from game.play.game import OVER, SOLVED, GameSnapshot, Playable
from game.play.phrases import minutes
from game.rules.options import options_to_text
from game.rules.position import Move, Position
from game.rules.variant import Outcome, PileKind, Variant
from game.solver.hint_words import HintWords, left_one
from game.ui.cards.sprite import CascadeStyle
from game.ui.drawing.layout import Box, Point, Slot
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import RGB
from game.ui.table.bars import Field, TimeLeft

if TYPE_CHECKING:
    from game.storage.profile import Settings


Line = TypeVar("Line")
Line_co = TypeVar("Line_co", covariant=True)


class Only(NamedTuple, Generic[Line_co]):
    """A line of a page for some tables only.

    >>> Only("draw=3,-limit=none", "…").is_for({"draw=3", "limit=300"})
    True
    """

    tables: str
    """Options that they have, or with a minus do not have, between commas (see `Page.seen`)."""
    line: Line_co

    def is_for(self, table: Container[str]) -> bool:
        """Whether it is for a table with these options."""
        return all((word.lstrip("-") in table) != word.startswith("-") for word in self.tables.split(","))


Lines: TypeAlias = tuple[Line | Only[Line], ...]
Control: TypeAlias = tuple[str, str]
"""How, and what it does."""


class SeenPage(NamedTuple):
    """Content of the page of one table."""

    goal: str
    rules: Sequence[str]
    controls: Sequence[Control]
    strategy: Sequence[str]


class Page(NamedTuple):
    """Goals, rules and strategy in short paragraphs, and controls; the first goal for a table is its goal.

    A paragraph that names a side of the table has `{one}` for a column there.
    """

    goals: Lines[str]
    rules: Lines[str]
    controls: Lines[Control]
    strategy: Lines[str] = ()

    def seen(self, table: Container[str] = ()) -> SeenPage:
        """Returns the content of the page beside a table with these options.

        Besides those of its rules and of its record they are `mirrored` and `practice`.
        """
        goal, *_ = _lines(self.goals, table)
        one = left_one("mirrored" in table)
        rules, strategy = (
            [line.with_parts(one=one) if isinstance(line, Message) else line for line in _lines(texts, table)]
            for texts in (self.rules, self.strategy)
        )
        return SeenPage(goal, rules, _lines(self.controls, table), strategy)


def _lines(lines: Lines[Line], table: Container[str]) -> list[Line]:
    fitting = (line for line in lines if not isinstance(line, Only) or line.is_for(table))
    return [line.line if isinstance(line, Only) else line for line in fitting]


CURSOR_KEYS: tuple[Control, ...] = (
    (msg_p("keys and mouse", "Arrows"), msg("move the cursor")),
    (msg("Enter or Space"), msg("picks up, and drops")),
)
"""Controls of the cursor, where Enter has no use of its own."""
EVERYWHERE: Lines[Control] = (
    (
        msg_p("keys and mouse", "Click"),
        # Translators: {setting} is Two clicks.
        msg("plays a card where it goes best; with “{setting}” it picks up", setting=msg("Two clicks")),
    ),
    (msg_p("keys and mouse", "Ctrl+click"), msg("picks up; the next click drops")),
    (msg_p("keys and mouse", "Tab"), msg("next card that can be played")),
    (verbatim("T"), msg("tells time, score and what is left")),
    (msg("1 to 0, A"), msg("reads a column, the whole table")),
    (msg("Shift, Ctrl, Alt"), msg("with a digit: 10, 20, 40 columns further on")),
    (
        verbatim("M, W, L, F"),
        msg("(read aloud) what can move, what changed, what was said, more about a card"),
    ),
    (msg("Shift+M, W, L"), msg("(read aloud) their usual meaning")),
    (msg("Ctrl+↓, Ctrl+↑"), msg("(read aloud) the next line of a page, the line before")),
    (msg("Controller: stick or cross, A"), msg("move the cursor; pick up and put down")),
    (msg("Controller: X, Y, B"), msg("send a card home; hint; back")),
    (msg("Controller: L, R"), msg("undo; stock, deal or shuffle")),
    (msg("Controller: triggers"), msg("to the previous and the next card that can be played")),
    (msg("Controller: Start, View"), msg("menu; this page")),
    (msg("Controller: sticks pressed"), msg("redo; the button that only this game has")),
    (msg("U, Ctrl+Z or Backspace"), msg_p("what a key does", "undoes")),
    Only("practice", (msg("R, Ctrl+Y"), msg_p("what a key does", "redoes"))),
    Only("practice", (verbatim("E"), msg("ends the game"))),
    Only("practice", (verbatim("N, B"), msg("new game, the same deal from its start"))),
    Only("practice", (msg("Ctrl+S, Ctrl+O"), msg("saves to a file, opens one"))),
    (verbatim("M"), msg("sound off, and on again (Ctrl+M where text is typed)")),
    (verbatim("F11"), msg("full screen")),
    (verbatim("F1"), msg("this page")),
)
"""Controls that every game has."""


Rules = TypeVar("Rules", bound=Variant)


class Space(NamedTuple):
    """Space for a table: its room in the window, pictures for the sizes, the player's settings."""

    room: Box
    pictures: Pictures
    settings: Settings


class Layout(NamedTuple):
    """The size of a card, (width, height) in pixels, and the slot of every pile."""

    card: tuple[int, int]
    slots: Sequence[Slot]


class BarValues(NamedTuple):
    """Content of the bars: fields except the clock, and the status line's counts."""

    fields: Sequence[tuple[str, RGB]]
    facts: Sequence[tuple[str, str]]


class View(Generic[Rules]):
    """Everything that differs from game to game at a table."""

    tagline: ClassVar[str] = ""
    """Describes the game in one line."""
    tile_options: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Options of the tile: a name, and options as in a record."""
    plain_option: ClassVar[tuple[str, ...]] = ()
    """Additional start button of the tile: a name, and options added to those chosen."""
    limits: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The times that practice may take, each a word and the option that is added; the usual one first."""
    other_options: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Options that the tile does not offer; named after the rest."""
    passes: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Limits on passes through the stock, each a word and the options that are added; any number first."""
    easy_settings: ClassVar[tuple[str, ...]] = ()
    """Settings that are switched on for a new player who chooses the easiest game."""
    other_rules: ClassVar[str] = ""
    """Name of the rules without `easy_settings`."""
    tile_words: ClassVar[str] = ""
    """Text of its tile where there are no options to be chosen."""
    tile_cards: ClassVar[tuple[str, ...]] = ("TS", "9H", "8S", "7H", "6S", "5H", "4S")
    """The cards that its tile shows."""
    tile_moves: ClassVar[tuple[Move, ...]] = ()
    """Moves played before a small picture shows the table."""
    page: ClassVar[Page] = Page(("",), (), ())
    """Content of the rules page."""
    # Translators: The answer is yes or no; a label.
    winnable_words: ClassVar[str] = msg("Can be won")
    """Question that the solver's verdict answers."""
    # Translators: A button: it shows moves that win this game.
    line_title: ClassVar[str] = msg_p("a button", "Solution")
    """Label of the button that shows a solver's line."""
    line_question: ClassVar[str] = msg("Show a solution?")
    """Question before it is shown."""
    stock_gap_s: ClassVar[float] = 0.07
    """Between the cards of one tap on the stock."""
    win_manner: ClassVar[CascadeStyle] = CascadeStyle()
    """Style of the cards' cascade after a win."""
    hint_words_class: ClassVar[type[HintWords[Any]]] = HintWords
    score_labels: ClassVar[tuple[str, ...]] = ()
    """Labels of the figures that a player who hides the score does not see."""
    points_rise: ClassVar[bool] = True
    """Whether earned points rise from the cards."""
    has_streaks: ClassVar[bool] = False
    """Whether moves that earn points soon after one another are shown as a streak."""

    def __init__(self, variant: Rules) -> None:
        self.variant = variant
        self.words = self.hint_words_class(variant)

    def deal_name(self, deal: Deal, assets: Path) -> str:
        """Name of a deal: `#48213`, or "custom position"; `assets` are the program's files."""
        return deal.words

    def stock_points(self, before: Position, after: Position) -> dict[int, int]:
        """Points that the stock action has earned or cost, by pile.

        Its cards may score on every pile they reach: such points are shown apart if they add up pile by pile.
        """
        was, now = (self.variant.score(position) or 0 for position in (before, after))
        made = {}
        for pile, (old, new) in enumerate(zip(before.piles, after.piles, strict=True)):
            if old is not new:
                piles = (*before.piles[:pile], new, *before.piles[pile + 1 :])
                made[pile] = (self.variant.score(before._replace(piles=piles)) or 0) - was
        if sum(made.values()) != now - was:
            return {0: now - was}
        return {pile: points for pile, points in made.items() if points}

    @classmethod
    def words_of(cls, variant: Variant, names_limit: bool = False, options: str = "") -> str:
        """Options in words, "" if none: `Draw 1`, `Draw 3, within 10:00`; the usual limit only on request.

        `options` may have more than the rules.
        """
        chosen = set((options or options_to_text(variant)).split())
        named = [*cls.tile_options, *cls.other_options]
        words: list[str] = [word for word, text in named if text and chosen.issuperset(text.split())]
        limit_ms = variant.limit_ms
        if limit_ms is not None and (names_limit or limit_ms != type(variant)().limit_ms):
            words.append(msg("within {time}", time=minutes(limit_ms / 1000)))
        return joined(", ", words)

    def easy_words(self, button: str) -> str:
        """Explains `easy_settings`, which the button of this name gives, and the other rules; "" without."""
        return ""

    # Bars ----------------------------------------------------------------------------------------

    def fields(self) -> Sequence[Field]:
        """The fields of the top bar, as wide as they can become; the clock first, if there is one."""
        return ()

    def clock(self, game: GameSnapshot, elapsed_ms: int, settings: Settings) -> tuple[str, RGB] | None:
        """Text and colour of the clock's field; None if the table has no clock."""
        return None

    def time_left(self, game: GameSnapshot, elapsed_ms: int, settings: Settings) -> TimeLeft | None:
        """Share of the limit left, if the table shows it."""
        return None

    def readings(self, game: GameSnapshot, settings: Settings) -> BarValues:
        """Present content of the bars besides the time."""
        return BarValues((), ())

    def options_words(self) -> str:
        """Options shown beside the deal, or nothing."""
        return ""

    # Layout --------------------------------------------------------------------------------------

    def lay_out(self, space: Space, position: Position) -> Layout:
        """Lays everything out."""
        raise NotImplementedError

    def empty_symbol(self, position: Position, pile: int, is_dealing: bool) -> tuple[str, str]:
        """Symbol of an empty pile: ("icon", name), ("text", words), or ("", "")."""
        return "", ""

    def empty_box(self, space: Space, slot: Slot, position: Position, pile: int) -> Box:
        """The outline that an empty pile shows."""
        return Box(slot.x, slot.y, space.pictures.card_width, space.pictures.card_height)

    def deal_order(self, deal: Deal, position: Position) -> list[Card]:
        """The cards in the order in which they are dealt: row by row."""
        columns = [position.piles[pile] for pile in self.piles_of(PileKind.COLUMN)]
        longest = max(map(len, columns), default=0)
        return [column[row] for row in range(longest) for column in columns if row < len(column)]

    def stock_point(self, slots: Sequence[Slot]) -> Point:
        """Where cards are dealt from: the stock, or the first pile of a game that has none."""
        slot = slots[next(iter(self.piles_of(PileKind.STOCK)), 0)]
        return Point(slot.x, slot.y)

    @property
    def stock_pile(self) -> int:
        """The pile that stands for the stock action."""
        return self.piles_of(PileKind.STOCK)[0]

    def kind(self, pile: int) -> PileKind:
        """Kind of a pile."""
        return self.variant.piles[pile].kind

    @property
    def is_timed(self) -> bool:
        """Whether the game has a limit, so that a stopped clock hides its cards."""
        return self.variant.limit_ms is not None

    def piles_of(self, kind: PileKind) -> list[int]:
        """The piles of one kind."""
        return [pile for pile, place in enumerate(self.variant.piles) if place.kind is kind]

    # Words ---------------------------------------------------------------------------------------

    def standstill(self, game: Playable) -> Message | None:
        """Returns the message for when nothing that is left changes anything; None while something may."""
        return None

    def hint_refusal(self, game: Playable) -> Message | None:
        """Why there is no hint now, as a sentence, or None."""
        if game.is_over:
            return OVER
        return SOLVED if game.is_solved else None

    def line_words(self, value: int, is_win: bool) -> str:
        """Returns the title of a line that is shown: its outcome, with `value` cards home at its end."""
        if is_win:
            # Translators: A title: moves that win.
            return msg("A solution")
        return msg_n(
            "The best solution found: {count} card home", "The best solution found: {count} cards home", value
        )

    def celebrated(self, game: GameSnapshot) -> list[int]:
        """The piles whose cards spring when the game is over; none when there is nothing to celebrate."""
        return self.piles_of(PileKind.FOUNDATION) if game.outcome is Outcome.WON else []

    def is_perfect(self, game: GameSnapshot) -> bool:
        """Whether the game that is over could not have gone better."""
        return False

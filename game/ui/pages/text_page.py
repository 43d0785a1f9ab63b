"""Pages of text over the present screen: rules, about the program, the log of crashes, and help after one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import pygame

from game.message import labelled, msg, msg_p, verbatim
from game.play.deal import deal_number
from game.play.record import LIMIT_BYTES, RecordError, read_record_while_good
from game.play.replay import Replay
from game.rules.variant import Variant
from game.storage.crash import LOG, Crash, read_reports, this_program
from game.storage.files import StorageError, make_folder, path_exists, printable, read_limited
from game.ui.drawing.canvas import fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET, panel_colour
from game.ui.drawing.words import reason_shown
from game.ui.forms.file_list import TextPart, TextView
from game.ui.forms.focus import ButtonScreen
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.text_field import copy_text
from game.ui.forms.tree import Column, Ends, Grid, Ground, Held, Node, Scroller, Shared, Size, Text
from game.ui.forms.widgets import Button
from game.ui.games.tables import SHOWN_DEAL, small_table, view_class
from game.ui.screen import Context
from game.ui.table.view import EVERYWHERE, Page, SeenPage
from game.ui.window.desktop import Outcome
from game.version import VERSION

POLL_S = 0.2
"""Poll interval for a failure of the file manager."""
TIMEOUT_NS = 10_000_000_000
"""Time after which a silent file manager counts as open: some do not exit before their window closes."""


class TextPage(FormScreen):
    """A text to be read; Enter presses the button that is meant most, Esc leads back."""

    def __init__(self, context: Context, heading: str, parts: Sequence[TextPart], size: str = "body") -> None:
        super().__init__(context, heading)
        self.panel.rows = [FormRow("", "", TextView(parts, size), is_below=True, grows=True)]
        self._outcome: Outcome | None = None  # of what was opened
        self._folder = Path()
        self._until_ns = 0

    def enter(self) -> None:
        meant = next((button for button in self.pressables if button.is_strong), None)
        if meant is not None:
            meant.press()

    def copy(self, text: str) -> None:
        """Puts a text on the clipboard, and says so."""
        self.say(msg_p("a text", "Copied.") if copy_text(text) else msg("The clipboard cannot be reached."))

    def open_folder(self, folder: Path) -> None:
        """Has the file manager show a folder, which is made if it is not there."""
        self._folder = folder
        try:
            make_folder(folder)
        except StorageError as error:
            why = reason_shown(error)
            self.refuse(msg("There is no such folder, and it cannot be made: {why}.", why=why))
            return
        try:
            self._outcome = self.context.show_folder(folder)
        except OSError:
            self._fail()
        else:
            self._until_ns = self.context.now_ns() + TIMEOUT_NS
            self.say(msg("The folder is being opened."))

    def _fail(self) -> None:
        self._outcome = None
        folder = printable(str(self._folder), 200)
        self.refuse(msg("No file manager could be opened. The folder is {folder}.", folder=folder))

    @property
    def next_tick_s(self) -> float | None:
        return None if self._outcome is None else POLL_S

    def on_tick(self) -> None:
        if self._outcome is None:
            return
        code = self._outcome()
        if code:
            self._fail()
        elif code == 0 or self.context.now_ns() >= self._until_ns:
            self._outcome = None


def back_button(page: TextPage) -> Button:
    """Button that leads back to the screen beneath."""
    return Button(msg_p("a button", "Back"), "back", page.close, is_strong=True)


def help_page(context: Context) -> TextPage:
    """The page of home, laid over the present screen: how to begin, and the keys of every table."""
    begins = (
        # Translators: {button} is Learn it.
        msg("Click a game to play it; “{button}” shows you how, move by move.", button=msg("Learn it")),
        msg("▼ beside a game opens its options, a game without a clock, and your unfinished games."),
        msg("Today’s deals are the same for everybody: one of each game, every day."),
        msg("At a table, F1 shows the rules of its game, and I a hint."),
    )
    keys = [labelled(how, what) for how, what in Page(("",), (), EVERYWHERE).seen({"practice"}).controls]
    parts = [TextPart(msg("How to begin"), begins), TextPart(msg_p("part of the rules", "Controls"), keys)]
    page = TextPage(context, msg_p("a button", "Help"), parts)
    page.help = page.close
    page.panel.buttons = [back_button(page)]
    return page


NEVER = (
    msg(
        "It uses no network unless you open “{button}”: nothing is sent, nothing is downloaded, and nobody "
        "is told that you play.",
        button=msg_p("a button", "Online…"),
    ),
    msg("It counts your results for you alone, and sells nothing."),
)
LICENCES = (
    msg("Program, cards, sounds and icons: MIT licence, by the Patience Arcade team, made for this project."),
    msg(
        "Fonts: Patience Sans, a modified version of Inter by the Inter Project Authors. Letters on the "
        "cards: Cantarell by the Cantarell Project Authors. Both: SIL Open Font License 1.1."
    ),
    msg("Which letters look alike comes from the data of Unicode, Inc.: Unicode License V3."),
    msg(
        "It is built on Python (PSF licence), pygame-ce (LGPL 2.1) with SDL (zlib licence), platformdirs "
        "and rich (MIT). Babel, psutil, numpy and numba are BSD. assets/CREDITS.md lists where "
        "everything comes from."
    ),
)
MAX_PATH = 300


def about_page(context: Context) -> TextPage:
    """The page, laid over the present screen."""
    page = TextPage(context, msg_p("a page", "About"), about_parts(context))
    data = context.library.folder
    log = (
        [Button(msg_p("a button", "Log"), "text", lambda: context.lay_over(log_page(context)))]
        if path_exists(context.library.machine / LOG)
        else []
    )
    page.panel.buttons = [
        back_button(page),
        Button(msg("Open folder"), "open", lambda: page.open_folder(data)),
        *log,
        Button(msg("Copy version"), "copy", lambda: page.copy(this_program())),
    ]
    return page


def about_parts(context: Context) -> Sequence[TextPart]:
    """Parts of the page."""
    data, saved = (
        printable(str(folder), MAX_PATH) for folder in (context.library.folder, context.saves_folder())
    )
    files = (
        msg("Games, statistics and settings are in {folder}.", folder=data),
        msg("Games that you save yourself go to {folder}, unless you choose another place.", folder=saved),
    )
    return (
        TextPart(verbatim(f"Patience Arcade {VERSION}"), (verbatim(this_program().partition(", ")[2]),)),
        TextPart(msg("Your files"), files),
        TextPart(msg("What it never does"), NEVER),
        TextPart(msg_p("a page", "Licences"), LICENCES),
    )


MAX_REPORTS = 5
MAX_LINE = 300


def log_page(context: Context) -> TextPage:
    """The page, laid over the present screen."""
    folder, warning, reports = context.library.machine, "", list[str]()
    try:
        reports = read_reports(folder)
    except StorageError as error:
        warning = msg("The log cannot be read: {why}.", why=reason_shown(error))
    parts = [_part(report) for report in reports[:MAX_REPORTS]]
    page = TextPage(
        context, msg_p("a page", "Log"), parts or [TextPart("", [msg("Nothing has gone wrong.")])], "small"
    )
    page.panel.sentence = warning
    page.panel.buttons = [
        back_button(page),
        Button(msg("Open folder"), "open", lambda: page.open_folder(folder)),
        *([Button(msg_p("a button", "Copy"), "copy", lambda: page.copy(reports[0]))] if reports else []),
    ]
    return page


def _part(report: str) -> TextPart:
    first, *lines = (
        verbatim(printable(line.strip().removeprefix("== "), MAX_LINE)) for line in report.splitlines()
    )
    return TextPart(first, lines)


def crash_page(context: Context, crash: Crash) -> TextPage:
    """The page, laid over the home screen; without a game it offers only the log."""
    log = printable(str(crash.log), MAX_PATH)
    said = [
        msg("The program crashed because of a bug. What you played is kept, up to the last action."),
        msg(
            "{file} says what happened, and where in the program. It contains no cards and no names: you "
            "can send it with a report.",
            file=log,
        ),
    ]
    if crash.record is not None:
        said.insert(1, msg("The game is {file}.", file=printable(str(crash.record), MAX_PATH)))
    page = TextPage(context, msg("Something went wrong"), [TextPart("", said)])
    home = Button(msg_p("a button", "Home"), "home", page.close, is_strong=crash.record is None)
    page.panel.buttons = [
        *_game_buttons(page, crash),
        home,
        Button(msg_p("a button", "Log"), "text", lambda: context.lay_over(log_page(context))),
        Button(msg("Open folder"), "open", lambda: page.open_folder(crash.log.parent)),
    ]
    return page


def _game_buttons(page: TextPage, crash: Crash) -> list[Button]:
    context, path = page.context, crash.record
    if path is None:
        return []

    def resume() -> None:
        unfinished = context.library.read_unfinished(path)
        if unfinished is None:
            page.refuse(msg("The game is over, or no longer there."))
            return
        try:
            session = context.sessions.resume(unfinished)
        except StorageError as error:
            page.refuse(msg("This game cannot be continued: {reason}.", reason=reason_shown(error)))
            return
        context.navigation.table(session)

    def watch() -> None:
        try:
            record, _ = read_record_while_good(read_limited(path, LIMIT_BYTES))
            replay = Replay(record)
        except (StorageError, RecordError) as error:
            page.refuse(msg("The record cannot be read: {why}.", why=reason_shown(error)))
            return
        context.navigation.go("replay", replay)

    watching = Button(
        msg_p("a button", "Watch"), "eye", watch, is_strong=path.parent == context.library.archive_folder
    )
    if path.parent == context.library.archive_folder:
        return [watching]
    return [Button(msg_p("a button", "Continue"), "play", resume, is_strong=True), watching]


WIDTH_PX, MARGIN_PX = 1120, 16
COLUMN_PX = 362
"""Least width of a column beside another one."""
VIEW_PX = 120
PICTURE_SHARE = 0.56
"""Height of the small table, in its widths."""
KEYS_SHARE = 0.42


def rules_of(context: Context, variant: Variant, table: Collection[str]) -> RulesScreen:
    """The page of a table with these options (see `Page.seen`), and a table of that game as the picture."""
    view = view_class(variant.name)
    page = view.words_of(variant, names_limit=True, options=" ".join(table))
    return RulesScreen(context, variant.title, view.page.seen(table), SmallTable(context, variant), page)


class SmallTable(Node):
    """A small table of a game on a dark ground."""

    def __init__(self, context: Context, variant: Variant) -> None:
        self._context, self._variant = context, variant

    def measure(self, pictures: Pictures, width: float) -> Size:
        return width, round(width * PICTURE_SHARE)

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        size = int(self.box.width), int(self.box.height)
        fill_rounded(surface, self.box, (0, 0, 0, 50), pictures.px(10))
        deal = deal_number(self._variant, SHOWN_DEAL)
        surface.blit(small_table(self._context, deal, size), (round(self.box.x), round(self.box.y)))


class RulesScreen(ButtonScreen):
    """Lays a page over the present screen; Esc, F1 or the button leads back."""

    def __init__(
        self, context: Context, heading: str, page: SeenPage, beside: Node, options: str = ""
    ) -> None:
        """`beside` stands above the controls; `options` below the heading."""
        super().__init__(context)
        self.help = context.back
        self.heading, self._options, self._page = heading, options, page
        self._back = Button(msg_p("a button", "Back"), "back", context.back, is_strong=True)
        self.focus.begin_with(self._back)
        self._told = Text("")
        self._text = Scroller(
            Grid([self._rules(), Column([beside, self._controls()], 14)], 36, least_px=COLUMN_PX), VIEW_PX
        )

    @property
    def title(self) -> str:
        return msg("{game} — rules", game=self.heading)

    @property
    def spoken_lines(self) -> Sequence[str]:
        page = self._page
        controls = (labelled(how, what) for how, what in page.controls)
        options = [self._options] if self._options else []
        return [*options, page.goal, *page.rules, *page.strategy, *controls]

    def tree(self) -> Node:
        self._told = Text(self.sentence, "small", GOLD)
        options = [Text(self._options, colour=QUIET)] if self._options else []
        heading = Column([Text(self.heading, "title", bold=True), *options])
        said = [self._told] if self.sentence else []
        page = Column([Ends(heading, Held(self._back, 42), may_wrap=True), *said, self._text], 10)
        return Ground(page, (28, 14), colour=panel_colour(self.context.table))

    def column(self, size: tuple[int, int]) -> Box:
        margin = self.context.pictures.px(MARGIN_PX)
        width = min(size[0] - 2 * margin, self.context.pictures.px(WIDTH_PX))
        return Box((size[0] - width) // 2, margin, width, size[1] - 2 * margin)

    def _rules(self) -> Node:
        page = self._page
        return paragraphs(
            [
                (msg_p("part of the rules", "Goal"), [page.goal]),
                (msg_p("part of the rules", "Rules"), page.rules),
                (msg_p("part of the rules", "Strategy"), page.strategy),
            ]
        )

    def _controls(self) -> Node:
        keys = [
            Shared(Text(how, "small"), Text(what, "small", QUIET), KEYS_SHARE, 0, 10)
            for how, what in self._page.controls
        ]
        return Column([Text(msg_p("part of the rules", "Controls"), colour=GOLD, bold=True), *keys], 4)

    @property
    def sentence_box(self) -> Box:
        return self._told.box

    def handle(self, event: pygame.event.Event) -> None:
        if self._text.take(event, self.context.pictures):
            self.redraw()
        else:
            super().handle(event)


def paragraphs(parts: Sequence[tuple[str, Sequence[str]]]) -> Node:
    """Paragraphs under their headings."""
    return Column(
        [
            Column([Text(heading, colour=GOLD, bold=True), *map(Text, texts)], 6)
            for heading, texts in parts
            if texts
        ],
        14,
    )

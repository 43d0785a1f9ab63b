"""Statistics screen: choose a game, its options and a category; figures at the left, charts at the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pygame

from game.language import column_separator
from game.message import Message, joined, labelled, msg, msg_n, msg_p, number
from game.play.played import StatsCategory, StatsGroup
from game.play.slices import SlicedTask
from game.play.summary import in_order
from game.rules import VARIANTS
from game.storage.files import StorageError, free_name, make_folder, printable
from game.storage.saved import ENDING, AddedGames, adding_games, saving_games
from game.ui.drawing.canvas import Canvas, Picture
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import GOLD, QUIET, RGB, TEXT, WARNING
from game.ui.files.files import FoldersScreen
from game.ui.forms.focus import ButtonScreen
from game.ui.forms.panel import Menu, MenuItem, Panel, PanelLine
from game.ui.forms.tree import Column, Ends, Gap, Held, Node, Row, Text
from game.ui.forms.widgets import Button
from game.ui.screen import PROGRAM, Context
from game.ui.spoken import Role, ScreenDescription
from game.ui.statistics.board import KINDS, Board, set_words

if TYPE_CHECKING:
    from game.play.summary import Totals
    from game.storage.statistics_rows import ArchiveScan

GAP_PX = 8
GROUP_GAP_PX = 28
"""Gap between options and categories, which share a row."""
KIND_ORDER = list(StatsCategory)
Value = TypeVar("Value")


class StatsFilter:
    """The chosen games, and the buttons to choose others."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """`changed` is called when other games are chosen."""
        self._changed = changed
        self._sets: dict[tuple[str, str], dict[StatsCategory, StatsGroup]] = {}
        self._set = ("", "")
        self._kind = StatsCategory.COUNTED
        self._has_chosen = False
        self._groups: tuple[list[Button], list[list[Button]]] = [], []  # games, and what there is of one
        self._made: dict[object, Button] = {}  # those that there were so far

    def take(self, groups: Sequence[StatsGroup], name: str | None, options: str | None) -> None:
        """Takes the existing groups; selects a game with its options, the game, or the latest.

        The player's choice stays as long as there are such games.
        """
        keys = in_order({(group.variant, group.options) for group in groups})
        self._sets = {key: {} for key in keys}
        for group in sorted(groups, key=lambda group: KIND_ORDER.index(group.kind)):
            if (group.variant, group.options) in self._sets:
                self._sets[group.variant, group.options][group.kind] = group
        if self._has_chosen and self.chosen is not None:
            self._name_buttons()
            self._changed()
            return
        same = [key for key in keys if key == (name, options)]
        like = [key for key in keys if key[0] == name]
        latest = sorted(keys, key=lambda key: max(group.latest for group in self._sets[key].values()))
        self._choose_set((same or like or latest[-1:] or [("", "")])[0])

    @property
    def count(self) -> int:
        """Number of games in all."""
        return sum(group.games for kinds in self._sets.values() for group in kinds.values())

    @property
    def chosen(self) -> StatsGroup | None:
        """The selected group, or None."""
        return self._kinds().get(self._kind)

    def _kinds(self) -> dict[StatsCategory, StatsGroup]:
        return self._sets.get(self._set, {})

    # Choosing --------------------------------------------------------------------------------------

    def _press_set(self, chosen: tuple[str, str]) -> None:
        self._has_chosen = True
        self._choose_set(chosen)

    def _choose_set(self, chosen: tuple[str, str]) -> None:
        self._set = chosen
        self._kind = next(iter(self._kinds()), StatsCategory.COUNTED)
        self._name_buttons()
        self._changed()

    def _choose_game(self, name: str) -> None:
        if name != self._set[0]:
            self._press_set(next(key for key in self._sets if key[0] == name))

    def _choose_kind(self, kind: StatsCategory) -> None:
        self._has_chosen = True
        self._kind = kind
        self._changed()

    # Buttons ---------------------------------------------------------------------------------------

    def _name_buttons(self) -> None:
        names = [name for name in VARIANTS if any(key[0] == name for key in self._sets)]
        games = [
            self._button(name, VARIANTS[name].title, self._choose_game, lambda: self._set[0])
            for name in names
        ]
        sets = [key for key in self._sets if key[0] == self._set[0]]
        options = [self._button(key, set_words(*key), self._press_set, lambda: self._set) for key in sets]
        kinds = [
            self._button(
                kind, labelled(KINDS[kind], number(group.games)), self._choose_kind, lambda: self._kind
            )
            for kind, group in self._kinds().items()
        ]
        self._groups = games, [options if len(sets) > 1 else [], kinds]

    def _button(
        self, value: Value, words: str, choose: Callable[[Value], None], now: Callable[[], Value]
    ) -> Button:
        """Button that chooses a value, reused if it exists: it may have the focus."""
        made = Button(words, None, lambda: choose(value), is_chosen=lambda: now() == value, role=Role.TAB)
        button = self._made.setdefault(value, made)
        button.word = words
        return button

    def nodes(self) -> list[Node]:
        """The rows of buttons: the games, then what there is of the chosen one."""
        games, of_game = (
            [_row(group) for group in groups if group] for groups in ([self._groups[0]], self._groups[1])
        )
        return [Row(row, GROUP_GAP_PX) for row in (games, of_game) if row]


def _row(buttons: Sequence[Button]) -> Node:
    return Row([Held(button) for button in buttons], GAP_PX)


STATISTICS = msg_p("a page", "Statistics")
MARGIN_PX, TOP_PX = 20, 8
READ_NS = 5_000_000
"""Time for reading games in one frame."""
NOTHING = (
    msg("No games yet. A game counts once you have moved a card. Then you will see here:"),
    # Translators: these lines go on with what will stand there.
    msg("how many you have played and won, and your longest winning streak,"),
    msg("your best and your average result, for each game and its options,"),
    msg("charts of your results over time and of their distribution,"),
    msg(
        "where your points in Rush came from, your suits in Spider, and how close to perfect your stacks "
        "were."
    ),
)
ABOUT = msg(
    "Abandoned games count as not won. Repeated deals, custom positions, tournaments and shown solutions "
    "have figures of their own."
)


class StatisticsScreen(ButtonScreen):
    """Results of the player's games."""

    def __init__(self, context: Context, variant: str | None = None, options: str | None = None) -> None:
        """Shows first the games of a variant and its options, or of the last game played."""
        super().__init__(context)
        self._wanted = variant, options
        self._readings: Iterator[ArchiveScan] | None = context.library.statistics.catch_up()
        self._adding: SlicedTask[Totals] | None = None
        self._colour: RGB = TEXT
        self._told = ""  # what came up meanwhile
        self.choices = StatsFilter(self._show_chosen)
        self._above = [
            # Translators: A button: it shows a menu of rarer commands.
            Button(msg_p("a button", "More"), "menu", self._open_menu, role=Role.MENU),
            Button(msg_p("a button", "Back"), "back", context.back, is_strong=True),
        ]
        self._working: SlicedTask[int] | SlicedTask[AddedGames] | None = None  # with a file of games
        self._file = Path()
        self._board: Board | None = None
        self._said = Text("")
        self._shown: StatsGroup | None = None  # whose figures are on the board
        self._changes = context.library.statistics.changes
        self.totals: Totals | None = None
        """Totals of the games that are looked at."""
        self.panel: Panel | None = None
        with suppress(StorageError):  # then it shows when the kept games are read
            self._show_games()

    @property
    def title(self) -> str:
        return joined(" — ", [STATISTICS, PROGRAM])

    @property
    def spoken(self) -> ScreenDescription:
        if self.panel is not None:
            return self.panel.spoken
        return super().spoken._replace(figures=None if self._board is None else self._board.figures)

    @property
    def spoken_lines(self) -> Sequence[str]:
        return NOTHING if self._board is None else self._board.told

    # The figures ---------------------------------------------------------------------------------

    @property
    def is_animating(self) -> bool:
        return any(work is not None for work in (self._readings, self._adding, self._working))

    def on_tick(self) -> None:
        if self._working is not None:
            self._work_on(self._working)
            return
        try:
            if self._adding is not None:
                self._add_up(self._adding)
            elif self._readings is not None:
                self._read_on(self._readings)
        except StorageError as error:
            self._readings = self._adding = None
            self.say(msg("The statistics cannot be shown: {reason}.", reason=str(error)))

    def _read_on(self, readings: Iterator[ArchiveScan]) -> None:
        until_ns = self.context.now_ns() + READ_NS
        for reading in readings:
            self._told = _told(reading) or self._told
            if self.context.now_ns() >= until_ns:
                if reading.count:
                    self._tell_progress(reading.done, reading.count)
                elif not self.sentence:
                    self.sentence = msg("Loading your games…")
                    self.changed()
                return
        self._readings = None
        self._show_games()
        self.say(self._told)

    def _tell_progress(self, done: int, count: int) -> None:
        self.sentence = msg("Loading your games: {done} of {count}…", done=done, count=count)
        self.changed()

    def _show_games(self) -> None:
        statistics = self.context.library.statistics
        if statistics.changes != self._changes:
            self._shown, self._changes = None, statistics.changes
        self.choices.take(statistics.groups(), *self._wanted)

    def say(self, sentence: str) -> None:
        """Shows a sentence at the bottom."""
        self._tell(sentence, WARNING)

    def _tell(self, sentence: str, colour: RGB = GOLD) -> None:
        self.context.narrate(sentence)
        self.sentence, self._colour = sentence, colour
        self.changed()

    # What the buttons do ---------------------------------------------------------------------------

    def _refusal(self) -> Message | None:
        return None if self.choices.count else msg("There are no games yet.")

    def _nothing_to_save(self) -> Message | None:
        return None if self.context.library.unfinished_files() else self._refusal()

    def _export(self) -> None:
        from game.storage.statistics_rows import write_csv

        day, folder = self.context.utc_now().strftime("%Y-%m-%d"), self.context.saves_folder()
        path = free_name(folder / f"statistics-{day}.csv")
        try:
            make_folder(folder)
            separator = column_separator(self.context.pictures.language.code)
            write_csv(path, self.context.library.statistics.games(), separator)
        except StorageError as error:
            self.say(msg("The file cannot be written: {reason}.", reason=str(error)))
        else:
            self._tell(msg("Every game is a line of {file}.", file=str(path)))

    def _open_menu(self) -> None:
        def entry(
            word: str, icon: str, does: Callable[[], None], refusal: Callable[[], Message | None]
        ) -> MenuItem:
            def press() -> None:
                self._show_panel(None)
                if (refused := refusal()) is None:
                    does()
                else:
                    self.say(refused)

            return MenuItem(word, icon, press, refusal)

        entries = [
            entry(msg_p("a menu", "Save all games…"), "save", self._choose_where, self._nothing_to_save),
            entry(msg_p("a menu", "Add games…"), "open", self._choose_file, lambda: None),
            entry(msg("Export CSV"), "save", self._export, self._refusal),
            entry(msg_p("a button", "Reset"), "restart", self._ask_reset, self._refusal),
        ]
        self._show_panel(Menu(STATISTICS, [], entries, lambda: self._show_panel(None), False, []))

    def _choose_where(self) -> None:
        def save(path: Path) -> None:
            day = self.context.utc_now().strftime("%Y-%m-%d")
            self._file = free_name(path / f"patience-arcade-{day}{ENDING}" if path.is_dir() else path)
            self._working = SlicedTask(saving_games(self.context.library, self._file))

        folder = self.context.saves_folder()
        self.context.lay_over(FoldersScreen(self.context, folder, (ENDING,), save, saves=True))

    def _choose_file(self) -> None:
        def add(path: Path) -> None:
            self._file = path
            self._working = SlicedTask(adding_games(self.context.library, path))

        self.context.lay_over(FoldersScreen(self.context, self.context.saves_folder(), (ENDING,), add))

    def _work_on(self, working: SlicedTask[int] | SlicedTask[AddedGames]) -> None:
        """Saves or adds games for a frame; then tells what came of it."""
        try:
            is_done = working.run_slice(self.context.now_ns)
        except StorageError as error:
            self._working = None
            self.say(msg("{file}: {reason}.", file=printable(self._file.name), reason=str(error)))
            return
        if not is_done:
            self.sentence = msg(
                "{file}: {share} done…", file=printable(self._file.name), share=working.percent
            )
            self.changed()
            return
        self._working = None
        if isinstance(working.result, AddedGames):
            self._told = working.result.words
            self._readings = self.context.library.statistics.catch_up()
        elif working.result is not None:
            count, file = working.result, str(self._file)
            self._tell(msg_n("{count} game is in {file}.", "{count} games are in {file}.", count, file=file))

    def _ask_reset(self) -> None:
        count = self.choices.count
        lines = [
            PanelLine(
                msg_n(
                    "{count} game will no longer be counted.",
                    "{count} games will no longer be counted.",
                    count,
                )
            ),
            PanelLine(
                msg(
                    "Your best results are lost, too. A copy of the statistics is kept, and no game is "
                    "deleted."
                ),
                "",
                QUIET,
            ),
        ]
        buttons = [
            Button(msg("Keep them"), "back", lambda: self._show_panel(None), is_strong=True),
            Button(msg_p("a button", "Reset"), "restart", self._reset),
        ]
        self._show_panel(Panel(msg("Reset the statistics?"), lines, buttons))

    def _reset(self) -> None:
        self._show_panel(None)
        try:
            copy = self.context.library.statistics.reset(self.context.utc_now())
        except StorageError as error:
            self.say(msg("The statistics are unchanged: {reason}.", reason=str(error)))
            return
        self._shown = None
        self.choices.take([], None, None)
        self._tell(msg("The statistics have been reset; the old ones are in {file}.", file=str(copy)))

    def _show_panel(self, panel: Panel | None) -> None:
        self.panel = panel
        self.redraw()

    # Input -----------------------------------------------------------------------------------------

    @property
    def pressables(self) -> Sequence[Button]:
        return super().pressables if self.panel is None else self.panel.buttons

    def handle(self, event: pygame.event.Event) -> None:
        if self.panel is None:
            super().handle(event)
        else:
            self.panel.handle(event)
            self.redraw()

    def default_button(self) -> Button | None:
        return None

    # What is seen ----------------------------------------------------------------------------------

    def tree(self) -> Node:
        foot = self.sentence or ABOUT
        self._said = Text(foot, "small", self._colour if self.sentence else QUIET, least=2)
        shown: Node = Gap(0, grows=1)
        if self._board is not None:
            shown = self._board
        elif not self.choices.count and self._readings is None and not self.sentence:
            lines = [Text(line, colour=QUIET, align=0.5) for line in NOTHING[1:]]
            shown = Column(
                [Gap(0, grows=1), Text(NOTHING[0], align=0.5), *lines, Gap(0, grows=1)], GAP_PX, grows=1
            )
        *above, back = self._above
        is_large = self.context.is_large
        self.foot = Row([Held(back)], align=0.5) if is_large else None
        header = Ends(Text(STATISTICS, "title", bold=True), _row(above if is_large else self._above), GAP_PX)
        below = [self.foot] if self.foot is not None else []
        return Column([header, *self.choices.nodes(), shown, self._said, *below], GAP_PX)

    def column(self, size: tuple[int, int]) -> Box:
        margin, top = map(self.context.pictures.px, (MARGIN_PX, TOP_PX))
        return Box(margin, top, size[0] - 2 * margin, size[1] - top - margin)

    def changed(self) -> None:
        if self._root is not None:
            super().changed()

    def resize(self, canvas: Canvas) -> None:
        self._show_board()
        super().resize(canvas)

    def _show_board(self) -> None:
        self._board = None if self.totals is None else Board(self._felt, self.totals)

    def _felt(self) -> pygame.Surface:
        return self.context.pictures.felt(self.canvas.size, self.context.table)

    @property
    def sentence_box(self) -> Box:
        return self._said.box

    @property
    def focused_box(self) -> Box | None:
        focus = self.focus if self.panel is None else self.panel.focus
        return None if focus.widget is None else focus.widget.box

    def _show_chosen(self) -> None:
        """Adds up the chosen games, unless that is done."""
        chosen = self.choices.chosen
        if chosen is None or chosen != self._shown:
            self._shown, self.totals, self._adding = chosen, None, None
            if chosen is not None:
                self._adding = SlicedTask(self.context.library.statistics.totals(chosen))
                self.on_tick()
        self._show_board()
        self.changed()

    def _add_up(self, adding: SlicedTask[Totals]) -> None:
        if adding.run_slice(self.context.now_ns):
            self.totals, self._adding = adding.result, None
            self._show_board()
            self.changed()
        elif self._shown is not None:
            self._tell_progress(round(adding.share * self._shown.games), self._shown.games)

    def moving(self) -> list[Picture]:
        if self.panel is None:
            return super().moving()
        context, size = self.context, self.canvas.window_size  # what opens it is at the top of the page
        panel = self.panel.picture(context.pictures, size, context.table, context.scaled_unit(size))
        return [panel, *super().moving()]


def _told(reading: ArchiveScan) -> str:
    """Summary of problems found while reading games."""
    more = len(reading.notices) - 1
    if more <= 0:
        return "" if more < 0 else reading.notices[0]
    # Translators: {notice} is a sentence, and there are so many others.
    return msg_n("{notice} And {count} more.", "{notice} And {count} more.", more, notice=reading.notices[0])

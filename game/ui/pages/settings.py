"""The settings, a page for each theme and for each game, with a small table that shows what a setting
does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import pygame

from game.language import LANGUAGES, SYSTEM
from game.message import msg, msg_p, verbatim
from game.rules import VARIANTS
from game.session.daily import RULES
from game.storage.files import StorageError
from game.storage.profile import CHOICES, HIGH
from game.ui.drawing.canvas import Canvas, fill_rounded, outline
from game.ui.drawing.drawings import BACKS, DECKS, back_file
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import ALL_FELTS, FELTS, OWN_FELTS, OWN_HUES
from game.ui.forms.controls import HIDE_SCORE, RadioGroup, Slider, Stepper, Switch
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.widgets import Button, Widget
from game.ui.games.tables import LiveTable, game_tables, view_class
from game.ui.screen import Context
from game.ui.spoken import Role
from game.ui.table.assembly import SettingRow

TABLE = msg_p("page of the settings", "Table")
PLAY = msg_p("page of the settings", "Play")
CARDS = msg_p("page of the settings", "Cards")
SOUND = msg_p("page of the settings", "Sound")
MOTION = msg_p("page of the settings", "Motion")
LANGUAGE = msg_p("page of the settings", "Language")
GENERAL = (TABLE, PLAY, CARDS, SOUND, MOTION, LANGUAGE)
"""The pages for all games; the others are a game's each."""
UNSEEN = (PLAY, SOUND)
"""The pages on which nothing is chosen that would be seen at a table."""
WORDS: Mapping[str, Mapping[Any, str]] = {
    "one_click": {True: msg("One click"), False: msg("Two clicks")},
    "speed": {
        "off": msg_p("speed of cards", "Instant"),
        "fast": msg_p("speed of cards", "Fast"),
        "normal": msg_p("speed of cards", "Normal"),
        "slow": msg_p("speed of cards", "Slow"),
    },
    "repeat_ms": {
        0: msg_p("repeated clicks", "Off"),
        300: msg_p("repeated clicks", "0.3 s"),
        600: msg_p("repeated clicks", "0.6 s"),
    },
    "contrast": {
        SYSTEM: msg_p("contrast", "Same as the system"),
        "usual": msg_p("contrast", "Normal"),
        HIGH: msg_p("contrast", "High"),
    },
    "detail": {
        "short": msg_p("how much is told", "Little"),
        "medium": msg_p("how much is told", "Medium"),
        "full": msg_p("how much is told", "All"),
    },
    "scale": {percent: msg("{percent} %", percent=percent) for percent in CHOICES["scale"]},
}
"""Values of settings that are chosen by a word; other settings are switches."""


PAGES: Mapping[str, Sequence[SettingRow]] = {
    page: [SettingRow(*row) for row in rows]
    for page, rows in {
        TABLE: (
            (msg_p("a setting", "Contrast"), "", "contrast"),
            (msg_p("a setting", "Colour"), "", "table"),
            # Translators: of a colour that the player mixes: from red through green and blue to red.
            (msg_p("a setting", "Hue"), "", "hue"),
            (msg("Text size"), msg("Cards keep their size"), "scale"),
            (msg("Large buttons"), msg("Bigger buttons for touch"), "large_buttons"),
            (msg_p("a setting", "Left-handed"), msg("Mirrors the table"), "left_handed"),
            (msg_p("a setting", "Clock"), msg("Show the time in practice games"), "practice_clock"),
        ),
        PLAY: (
            # Translators: a setting: how many clicks it takes to play a card.
            (msg("To play a card"), msg("With two clicks, the first picks the card up"), "one_click"),
            (msg("Ignore double taps"), msg("A second tap within this time does nothing"), "repeat_ms"),
            (msg("Quick stock"), msg("A double-click turns the stock twice"), "stock_twice"),
            (msg_p("a setting", "Pause"), msg("When the window loses focus"), "pause_unfocused"),
            (*HIDE_SCORE, "hide_score"),
            (
                msg("Warn when the game is lost"),
                msg("Show whether the deal can still be won"),
                "tells_winnable",
            ),
            (msg("Days and goals"), msg("On the home screen"), "goals"),
        ),
        CARDS: (
            (msg_p("a setting", "Deck"), "", "deck"),
            (msg("Four colours"), msg("Each suit in its own colour"), "four_colours"),
            (msg_p("a setting", "Backs"), "", "back"),
        ),
        SOUND: (
            (msg_p("a setting", "Volume"), "", "volume"),
            (msg_p("a setting", "Mute"), msg("M does the same on every screen"), "muted"),
            (msg_p("sounds", "Cards"), msg("Picked up, laid down, turned, dealt"), "card_sounds"),
            (msg_p("sounds", "Warnings"), msg("Moves not allowed; the last seconds"), "warning_sounds"),
            (msg_p("sounds", "Wins"), msg("A game that is won"), "win_sounds"),
        ),
        MOTION: (
            (msg_p("a setting", "Speed"), msg("How fast cards move"), "speed"),
            (msg("Reduced motion"), msg("Nothing glides, tilts or cascades"), "reduced_motion"),
            (msg("Follow the system"), msg("Reduced motion if the system asks for it"), "system_motion"),
        ),
        LANGUAGE: (
            # Translators: of the program, in the settings.
            (msg_p("a setting", "Language"), msg("For all texts"), "language"),
            (msg("Read aloud"), msg("How much is read about a card; F reads all"), "detail"),
        ),
    }.items()
}
"""The rows of each page for all games."""
NEW_GAMES = SettingRow(msg("New games"), "", "options")
# Translators: how long a game of practice may take; a label.
LIMIT = SettingRow(msg_p("a setting", "Time"), msg("For practice; rounds have their own"), "limit")


def rows_of_game(name: str) -> list[SettingRow]:
    """The rows of a game's page: options, time, and the game's own; may be none."""
    tables = game_tables(name)
    options = [NEW_GAMES] if tables.view.tile_options else []
    return [*options, *([LIMIT] if tables.view.limits else []), *tables.settings]


def card_picture(pictures: Pictures, file: str, width: int, height: int) -> pygame.Surface:
    """A card of a file as large as fits into a width and a height."""
    wide = min(width, round(height * 250 / 350))
    high = round(wide * 350 / 250)
    return pictures.made(("card", file, wide), lambda: pictures.assets.drawing(file, wide, high))


def back_picture(pictures: Pictures, name: str, width: int, height: int) -> pygame.Surface:
    """A back of the cards."""
    return card_picture(pictures, back_file(name), width, height)


def felt_picture(pictures: Pictures, name: str, width: int, height: int) -> pygame.Surface:
    """A piece of a felt."""

    def drawn() -> pygame.Surface:
        piece = pygame.Surface((width, height), pygame.SRCALPHA)
        fill_rounded(piece, Box(0, 0, width, height), ALL_FELTS[name].edge, pictures.px(5))
        inner = Box(0, 0, width, height).grown(-pictures.px(4))
        fill_rounded(piece, inner, ALL_FELTS[name].middle, pictures.px(4))
        outline(piece, Box(0, 0, width, height), pictures.line, pictures.px(5), pictures.px(1))
        return piece

    return pictures.made(("felt", name, width, height), drawn)


RESIZES = ("scale", "large_buttons")
"""Settings that change how much room all takes."""
RECOLOURS = ("table", "deck", "back", "four_colours")
"""Settings that change more of the page than the row itself and the small table."""
OWN, USUAL_OWN = "own", "own 210"
SAMPLE = "place"
SAMPLE_GAP_NS = 150_000_000
"""Between two samples of the volume while the knob is moved."""


LANGUAGE_LINES = 2
"""Number of lines needed to name all languages."""


class SettingsScreen(FormScreen):
    """The player's settings, page by page, with a small table that shows their effect."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg_p("a page", "Settings"))
        self._page: str = GENERAL[0]
        self._volume = Slider(lambda: context.settings.volume, self._set_volume, self._let_go)
        self._is_unsaved = False
        self._sampled_ns: int | None = None
        self._kept_size: tuple[int, int] | None = None  # until the pointer has left what it resized
        self.live_table = LiveTable(context, RULES.name)
        general = [(name, name) for name in GENERAL]
        games = [
            (variant.short_title or variant.title, name)
            for name, variant in VARIANTS.items()
            if rows_of_game(name)
        ]
        self._heads = [
            FormRow(msg("All games"), "", RadioGroup(general, self._shown, self._show, role=Role.TAB)),
            FormRow(msg("One game"), "", RadioGroup(games, self._shown, self._show, role=Role.TAB)),
        ]
        self.panel.heads = len(self._heads)
        self.open_page(self._page)
        self.panel.buttons = [Button(msg_p("a button", "Done"), "check", self.close, is_strong=True)]

    # The pages -----------------------------------------------------------------------------------

    @property
    def pages(self) -> Sequence[str]:
        """Names that `open_page` takes: the themes, and the games."""
        return [*GENERAL, *filter(rows_of_game, VARIANTS)]

    def open_page(self, page: str) -> None:
        """Shows another page."""
        self._page = page
        game = page if page in VARIANTS else RULES.name
        self.live_table.show(game, self._chosen_options(game))
        self.panel.rows = [*self._heads, *self._page_rows()]
        self.panel.aside = None if page in UNSEEN else self.live_table

    def _chosen_options(self, game: str) -> str:
        """Options of new games, as the game's tile says them."""
        return self.context.profile.chosen_options(game, [text for _, text in view_class(game).tile_options])

    def _shown(self) -> str:
        return self._page

    def _show(self, page: str) -> None:
        self.open_page(page)
        self.say("")
        self.lay_out()

    def _page_rows(self) -> Sequence[FormRow]:
        rows = PAGES[self._page] if self._page in PAGES else rows_of_game(self._page)
        seen = [row for row in rows if self._is_shown(row.setting)]
        return [FormRow(row.label, row.hint, self._widget(row)) for row in seen]

    def _is_shown(self, setting: str) -> bool:
        """In high contrast no colour is chosen; only one's own has a hue."""
        if setting not in ("table", "hue"):
            return True
        is_own = self.context.settings.table in OWN_FELTS
        return not self.context.has_high_contrast and (is_own or setting == "table")

    def _widget(self, row: SettingRow) -> Widget:
        view, setting = view_class(self._page) if self._page in VARIANTS else None, row.setting
        match setting:
            case "table":
                return self._felts()
            case "hue":
                return self._hue()
            case "deck":
                return self._choice(setting, [(deck.name, name) for name, deck in DECKS.items()], self._face)
            case "back":
                return self._choice(setting, [(word, name) for name, word in BACKS.items()], back_picture)
            case "volume":
                return self._volume
            case "language":
                return self._languages()
            case "options" if view is not None:  # the same as on the game's tile
                return self._option(self._page, view.tile_options)
            case "limit" if view is not None:
                return self._option(f"{self._page} limit", view.limits)
        if choices := row.choices or WORDS.get(setting):
            return self._choice(setting, [(word, value) for value, word in choices.items()])
        settings = self.context.settings
        return Switch(lambda: getattr(settings, setting), lambda value: self._set(setting, value))

    def _option(self, name: str, choices: Sequence[tuple[str, str]]) -> RadioGroup:
        """Returns the radio buttons of an option for new games."""
        kept, known = self.context.profile.options, [text for _, text in choices]

        def choose(text: str) -> None:
            kept[name] = text
            self._save()
            self.live_table.show(self._page, self._chosen_options(self._page))
            self.lay_out()

        def chosen() -> str:
            if name == self._page:
                return self._chosen_options(name)
            return kept[name] if kept.get(name) in known else known[0]

        return RadioGroup(choices, chosen, choose)

    def _choice(
        self,
        name: str,
        choices: Sequence[tuple[str, Any]],
        picture: Callable[[Pictures, str, int, int], pygame.Surface] | None = None,
    ) -> RadioGroup:
        settings = self.context.settings
        return RadioGroup(
            choices, lambda: getattr(settings, name), lambda value: self._set(name, value), picture=picture
        )

    def _felts(self) -> RadioGroup:
        """The colours of the table, and one's own, which has a row more."""
        settings = self.context.settings

        def own() -> str:
            return settings.table if settings.table in OWN_FELTS else USUAL_OWN

        def choose(name: str) -> None:
            was_own = settings.table in OWN_FELTS
            self._set("table", own() if name == OWN else name)
            if was_own != (name == OWN):  # its row comes or goes
                self._renew_rows()

        # Translators: a colour of the table that has no name: the player chooses how it is.
        named = [*((felt.name, name) for name, felt in FELTS.items()), (msg("Your own"), OWN)]
        return RadioGroup(
            named,
            lambda: OWN if settings.table in OWN_FELTS else settings.table,
            choose,
            picture=lambda pictures, name, *size: felt_picture(
                pictures, own() if name == OWN else name, *size
            ),
        )

    def _renew_rows(self) -> None:
        """Shows other rows below the one that has the focus."""
        at = self.panel.widgets.index(self.focus.widget) if self.focus.widget else 0
        self.open_page(self._page)
        self.lay_out()
        self.focus.go_to(self.panel.widgets[at])

    def _hue(self) -> Stepper:
        """Mixes the player's own colour."""
        settings = self.context.settings
        return Stepper(
            OWN_HUES,
            lambda: int(settings.table.removeprefix("own ")),
            lambda degrees: self._set("table", f"own {degrees}"),
            lambda degrees: verbatim(f"{degrees}°"),
        )

    def _face(self, pictures: Pictures, deck: str, width: int, height: int) -> pygame.Surface:
        """A card of a deck in the colours that are chosen."""
        four_colours = self.context.settings.four_colours
        return card_picture(pictures, DECKS[deck].face("7D", four_colours), width, height)

    def _languages(self) -> RadioGroup:
        # Translators: the program speaks the language that the system has.
        choices = [
            (msg("Same as the system"), SYSTEM),
            *((verbatim(name), code) for code, name in LANGUAGES.items()),
        ]
        return RadioGroup(choices, lambda: self.context.settings.language, self._set_language, LANGUAGE_LINES)

    def _set(self, name: str, value: object) -> None:
        setattr(self.context.settings, name, value)
        self.context.choose_cards()
        if name == "muted" and value:
            self.context.sounds.hush()
        self._save()
        if name in RESIZES:
            self._kept_size = self.canvas.size if self._is_pointed_at else None
        if name in RESIZES and self._kept_size is None:
            self.resize(self.canvas)
        elif name == "contrast":  # no colour is chosen in high contrast
            self._renew_rows()
        elif self.panel.aside is not None:
            self.live_table.place(self.context.pictures, self.live_table.box)
            self.redraw(None if name in RECOLOURS else self.live_table.box)
        if self._page == MOTION:
            self.live_table.press()

    def _set_language(self, code: str) -> None:
        settings = self.context.settings
        before, settings.language = settings.language, code
        try:
            self.context.choose_language()
        except StorageError as error:
            settings.language = before
            with suppress(StorageError):  # which was said when it was chosen
                self.context.choose_language()
            self.refuse(msg("The language cannot be changed: {reason}.", reason=str(error)))
        else:
            self._save()
            self.resize(self.canvas)

    def _set_volume(self, percent: int) -> None:
        now_ns = self.context.now_ns()
        self.context.settings.volume, self.context.settings.muted = percent, False
        self._is_unsaved = True
        if not self._volume.is_grabbed:
            self._save()
            self._sample(now_ns)
        elif self._sampled_ns is None or now_ns - self._sampled_ns >= SAMPLE_GAP_NS:
            self._sample(now_ns)
        self.redraw()

    def _sample(self, now_ns: int) -> None:
        self._sampled_ns = now_ns
        self.context.sounds.play(SAMPLE, now_ns)

    def _let_go(self) -> None:
        # While the knob was held, the disk was left alone.
        if self._is_unsaved:
            self._save()
            self._sample(self.context.now_ns())

    def _save(self) -> None:
        self._is_unsaved = False
        try:
            self.context.profile.save()
        except StorageError as error:
            self.say(msg("The settings cannot be saved: {reason}.", reason=str(error)))
        else:
            self.say("")

    # Its own size ----------------------------------------------------------------------------------

    def page_size(self, size: tuple[int, int]) -> tuple[int, int]:
        return self._kept_size or super().page_size(size)

    def resize(self, canvas: Canvas) -> None:
        self._kept_size = None
        super().resize(canvas)

    def handle(self, event: pygame.event.Event) -> None:
        """Takes an event; what another size moves, it moves once nobody points at the row any more."""
        super().handle(event)
        if self._kept_size is not None and (event.type == pygame.KEYDOWN or not self._is_pointed_at):
            self.resize(self.canvas)

    @property
    def _is_pointed_at(self) -> bool:
        """Whether the pointer is at the widget that has the focus."""
        return self._at is not None and self.focus.at(self._at) is self.focus.widget

    # Motion --------------------------------------------------------------------------------------

    @property
    def is_animating(self) -> bool:
        return self.live_table.is_moving

    @property
    def next_tick_s(self) -> float | None:
        return 0.0 if self.live_table.is_due else super().next_tick_s

    def on_tick(self) -> None:
        super().on_tick()
        if self.live_table.is_due:
            self.live_table.make(self.context.pictures)
            self.redraw(self.live_table.box)

    def update(self, step_s: float) -> None:
        self.live_table.update(step_s)
        self.redraw(self.live_table.box)

    def on_close(self) -> None:
        if self._is_unsaved:
            self._save()
        super().on_close()

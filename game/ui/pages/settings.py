"""The settings, a page for each theme and for each game, with a small table that shows what a setting
does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import pygame

from game.language import LANGUAGES, SYSTEM
from game.message import msg, msg_p, verbatim
from game.rules import VARIANTS
from game.storage.files import StorageError
from game.storage.profile import AGAIN, CHOICES, HIGH, SHOWN
from game.ui.drawing.canvas import fill_rounded, outline
from game.ui.drawing.drawings import BACKS, DECKS, back_file
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import ALL_FELTS, FELTS, OWN_FELTS, OWN_HUES
from game.ui.forms.controls import Choice, Slider, Stepper, Switch
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import Row
from game.ui.forms.widgets import Button
from game.ui.games.tables import LiveTable, view_class
from game.ui.screen import Context

TABLE = msg_p("page of the settings", "Table")
PLAY = msg_p("page of the settings", "Play")
CARDS = msg_p("page of the settings", "Cards")
SOUND = msg_p("page of the settings", "Sound")
MOTION = msg_p("page of the settings", "Motion")
LANGUAGE = msg_p("page of the settings", "Language")
GENERAL = (TABLE, PLAY, CARDS, SOUND, MOTION, LANGUAGE)
"""The pages for all games; the others are a game's each."""
SPEEDS = {
    "off": msg_p("speed of cards", "Instant"),
    "fast": msg_p("speed of cards", "Fast"),
    "normal": msg_p("speed of cards", "Normal"),
    "slow": msg_p("speed of cards", "Slow"),
}
REPEATS = {
    0: msg_p("repeated clicks", "Count"),
    300: msg_p("repeated clicks", "0.3 s"),
    600: msg_p("repeated clicks", "0.6 s"),
}
CONTRASTS = {
    SYSTEM: msg_p("contrast", "Same as the system"),
    "usual": msg_p("contrast", "Normal"),
    HIGH: msg_p("contrast", "High"),
}
DETAILS = {
    "short": msg_p("how much is told", "Little"),
    "medium": msg_p("how much is told", "Medium"),
    "full": msg_p("how much is told", "All"),
}
CLOCK_BEGINNINGS = {
    "at once": msg_p("when the clock starts", "At once"),
    # Translators: the clock starts after a countdown.
    "3-2-1": msg_p("when the clock starts", "3-2-1"),
    "first click": msg_p("when the clock starts", "First click"),
}


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


OWN, USUAL_OWN = "own", "own 210"
SAMPLE = "place"
SAMPLE_GAP_NS = 150_000_000
"""Between two samples of the volume while the knob is moved."""


LANGUAGE_LINES = 2
"""Number of lines needed to name all languages."""


class SettingsScreen(FormScreen):
    """The player's settings, page by page, with a small table that shows their effect."""

    def __init__(self, context: Context, game: str = "rush") -> None:
        """`game` is the one whose table is seen where a page is for all games."""
        super().__init__(context, msg("Settings"))
        self._game = game
        self._page: str = GENERAL[0]
        self._volume = Slider(lambda: context.settings.volume, self._set_volume, self._let_go)
        self._is_unsaved = False
        self._sampled_ns: int | None = None
        self.live_table = LiveTable(context, game)
        names = {name: variant.short_title or variant.title for name, variant in VARIANTS.items()}
        self._heads = [
            Row(msg("All games"), "", Choice([(name, name) for name in GENERAL], self._shown, self._show)),
            Row(
                msg("One game"), "", Choice([(names[name], name) for name in names], self._shown, self._show)
            ),
        ]
        self._last = Row("", "", self.live_table, is_below=True, grows=True)
        self.panel.rows = self._present_rows = self._rows()
        self.panel.buttons = [Button(msg("Done"), "check", self.close, is_strong=True)]

    # The pages -----------------------------------------------------------------------------------

    @property
    def pages(self) -> Sequence[str]:
        """Names that `open_page` takes: the themes, and the games."""
        return [*GENERAL, *VARIANTS]

    def open_page(self, page: str) -> None:
        """Shows another page."""
        self._page = page
        self.live_table.show(page if page in VARIANTS else self._game)
        self.panel.rows = self._present_rows = self._rows()

    def _shown(self) -> str:
        return self._page

    def _show(self, page: str) -> None:
        self.open_page(page)
        self.say("")
        self.lay_out()

    def _rows(self) -> Sequence[Row]:
        return [*self._heads, *self._page_rows()]

    def page_size(self, size: tuple[int, int]) -> tuple[int, int]:
        shown, self.panel.rows = self.panel.rows, self._present_rows  # the small table needs no room
        needed = super().page_size(size)
        self.panel.rows = shown
        return needed

    def lay_out(self) -> None:
        """Shows the small table where there is room for it."""
        pictures, rows = self.context.pictures, self._present_rows
        self.panel.rows = [*rows, self._last]
        self.panel.lay_out(pictures, self.canvas.size)
        if self.panel.box.height > self.canvas.size[1] - pictures.px(8):
            self.panel.rows = rows
        super().lay_out()

    def _page_rows(self) -> Sequence[Row]:
        choice, switch = self._choice, self._switch
        decks = [(deck.name, name) for name, deck in DECKS.items()]
        match self._page:
            case "Table":
                return self._table_rows()
            case "Play":
                return self._play_rows()
            case "Cards":
                return [
                    Row(msg("Deck"), "", self._pictures("deck", decks, self._face)),
                    Row(
                        msg("Four colours"), msg("Every suit has a colour of its own"), switch("four_colours")
                    ),
                    Row(
                        msg("Backs"),
                        "",
                        self._pictures("back", [(word, name) for name, word in BACKS.items()], back_picture),
                    ),
                ]
            case "Sound":
                return self._sound_rows()
            case "Motion":
                return [
                    Row(msg("Speed"), msg("How fast cards move"), choice("speed", SPEEDS.__getitem__)),
                    Row(
                        msg("Reduced motion"),
                        msg("Nothing glides, tilts or cascades"),
                        switch("reduced_motion"),
                    ),
                    Row(
                        msg("Follow the system"),
                        msg("Reduced motion if the system asks for it"),
                        switch("system_motion"),
                    ),
                ]
            case "Language":
                # Translators: of the program, in the settings.
                return [
                    Row(msg("Language"), msg("For all texts"), self._languages()),
                    Row(
                        msg("Read aloud"),
                        msg("How much is said of a card; F says all"),
                        self._choice("detail", DETAILS.__getitem__),
                    ),
                ]
        own = self._of_game(self._page)
        return (
            [*own, *self._new_games(self._page)]
            if self._page == "spider"
            else [*self._new_games(self._page), *own]
        )

    def _table_rows(self) -> Sequence[Row]:
        """Rows for the look of the table."""
        choice, switch = self._choice, self._switch
        colours = [Row(msg("Colour"), "", self._felts()), *self._own_rows()]
        return [
            Row(msg("Contrast"), "", choice("contrast", CONTRASTS.__getitem__)),
            *([] if self.context.has_high_contrast else colours),
            Row(
                msg("Text size"),
                msg("For words and bars"),
                choice("scale", lambda percent: msg("{percent} %", percent=percent)),
            ),
            Row(msg("Large buttons"), msg("None is smaller than a fingertip"), switch("large_buttons")),
            Row(msg("Left-handed"), msg("The table is mirrored"), switch("left_handed")),
            Row(msg("Clock"), msg("Show the time in practice games"), switch("practice_clock")),
        ]

    def _play_rows(self) -> Sequence[Row]:
        """Rows for playing."""
        switch = self._switch
        return [
            Row(msg("One click"), msg("A click plays a card; if off, it picks it up"), switch("one_click")),
            Row(
                msg("Repeated clicks"),
                msg("Ignored within this time"),
                self._choice("repeat_ms", REPEATS.__getitem__),
            ),
            Row(msg("Pause"), msg("When the window loses focus"), switch("pause_unfocused")),
            Row(
                msg("Still winnable"), msg("Show whether the deal can still be won"), switch("tells_winnable")
            ),
            Row(msg("Days and goals"), msg("On the home screen"), switch("goals")),
            Row(msg("First steps"), msg("New games point them out again"), self._first_steps()),
        ]

    def _sound_rows(self) -> Sequence[Row]:
        """Rows for the sounds."""
        switch = self._switch
        return [
            Row(msg("Volume"), "", self._volume),
            Row(msg("Mute"), msg("M does the same on every screen"), switch("muted")),
            Row(msg_p("sounds", "Cards"), msg("Picked up, laid down, turned, dealt"), switch("card_sounds")),
            Row(
                msg_p("sounds", "Warnings"),
                msg("Moves not allowed; the last seconds"),
                switch("warning_sounds"),
            ),
            Row(msg_p("sounds", "Wins"), msg("A game that is won"), switch("win_sounds")),
        ]

    def _of_game(self, name: str) -> Sequence[Row]:
        switch = self._switch
        rows = {
            "rush": [
                Row(
                    msg("After a pause"),
                    msg("How its clock starts again"),
                    self._choice("clock_begins", CLOCK_BEGINNINGS.__getitem__),
                )
            ],
            "spider": [
                Row(
                    msg("Completed suits"),
                    msg("In new games"),
                    Choice(
                        # Translators: Spider as in the program of 1992: who plays removes suits.
                        [(msg("1992 rules"), "by hand"), (msg("Removed automatically"), "by itself")],
                        lambda: "by itself" if self.context.settings.remove_suits else "by hand",
                        lambda how: self._set("remove_suits", how == "by itself"),
                    ),
                ),
                Row(msg("Two clicks"), msg("One picks up, one drops"), switch("two_clicks")),
            ],
            "one-three-back": [
                Row(msg("More rows"), msg("More than three if they fit"), switch("more_rows")),
                Row(
                    msg("Possible moves"),
                    msg("Stacks that can be merged are marked; V"),
                    switch("possible_moves"),
                ),
            ],
            "three-shuffles": [Row(msg("Aces go home"), msg("Automatically"), switch("aces_home"))],
        }
        return rows.get(name, [])

    def _new_games(self, name: str) -> Sequence[Row]:
        """Rows for new games' options, the same as on the game's tile."""
        choices, kept = view_class(name).tile_options, self.context.profile.options
        if not choices:
            return []
        usual = choices[0][1]
        known = {text for _, text in choices}

        def chosen() -> str:
            return kept[name] if kept.get(name) in known else usual

        rows = [
            Row(msg("New games"), "", Choice(choices, chosen, lambda text: self._set_options(name, text)))
        ]
        if limits := view_class(name).limits:
            # Translators: how long a game of practice may take; a label.
            rows.append(
                Row(msg("Time"), msg("For practice; rounds have their own"), self._limit(name, limits))
            )
        return rows

    def _limit(self, name: str, limits: Sequence[tuple[str, str]]) -> Choice:
        """How long practice may take."""
        known = [text for _, text in limits]

        def chosen() -> str:
            kept = self.context.profile.limit(name)
            return kept if kept in known else known[0]

        return Choice(limits, chosen, lambda text: self._set_options(f"{name} limit", text))

    def _set_options(self, name: str, text: str) -> None:
        self.context.profile.options[name] = text
        self._save()
        self.redraw()

    def _choice(self, name: str, word: Callable[[Any], str]) -> Choice:
        choices = [(word(value), value) for value in CHOICES[name]]
        return Choice(
            choices, lambda: getattr(self.context.settings, name), lambda value: self._set(name, value)
        )

    def _pictures(
        self,
        name: str,
        choices: Sequence[tuple[str, str]],
        picture: Callable[[Pictures, str, int, int], pygame.Surface],
    ) -> Choice:
        settings = self.context.settings
        return Choice(
            choices, lambda: getattr(settings, name), lambda value: self._set(name, value), picture=picture
        )

    def _felts(self) -> Choice:
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
        return Choice(
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

    def _own_rows(self) -> list[Row]:
        """Rows that mix the player's own colour."""
        settings = self.context.settings
        if settings.table not in OWN_FELTS:
            return []
        hue = Stepper(
            OWN_HUES,
            lambda: int(settings.table.removeprefix("own ")),
            lambda degrees: self._set("table", f"own {degrees}"),
            lambda degrees: verbatim(f"{degrees}°"),
        )
        # Translators: of a colour that the player mixes: from red through green and blue to red.
        return [Row(msg("Hue"), "", hue)]

    def _face(self, pictures: Pictures, deck: str, width: int, height: int) -> pygame.Surface:
        """A card of a deck in the colours that are chosen."""
        four_colours = self.context.settings.four_colours
        return card_picture(pictures, DECKS[deck].face("7D", four_colours), width, height)

    def _switch(self, name: str) -> Switch:
        return Switch(lambda: getattr(self.context.settings, name), lambda value: self._set(name, value))

    def _languages(self) -> Choice:
        # Translators: the program speaks the language that the system has.
        choices = [
            (msg("Same as the system"), SYSTEM),
            *((verbatim(name), code) for code, name in LANGUAGES.items()),
        ]
        return Choice(choices, lambda: self.context.settings.language, self._set_language, LANGUAGE_LINES)

    def _first_steps(self) -> Switch:
        told = self.context.profile.first_steps

        def tell(again: bool) -> None:
            told.update(dict.fromkeys(VARIANTS, AGAIN if again else SHOWN))
            self._save()
            self.redraw()

        return Switch(lambda: all(told.get(name) == AGAIN for name in VARIANTS), tell)

    def _set(self, name: str, value: object) -> None:
        setattr(self.context.settings, name, value)
        self.context.choose_cards()
        if name == "muted" and value:
            self.context.sounds.hush()
        self._save()
        self.resize(self.canvas)
        if name == "contrast":  # no colour is chosen in high contrast
            self._renew_rows()
        if self._page == "Motion":
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

    # Motion --------------------------------------------------------------------------------------

    @property
    def is_animating(self) -> bool:
        return self.live_table.is_moving

    def update(self, step_s: float) -> None:
        self.live_table.update(step_s)
        self.redraw(self.live_table)

    def on_close(self) -> None:
        if self._is_unsaved:
            self._save()
        super().on_close()

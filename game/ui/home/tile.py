"""Tile of one game on the home screen: the whole of it plays; what may be chosen opens below its corner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from game.message import joined, msg, msg_n, msg_p
from game.rules import find_variant, variant_with
from game.rules.options import OptionError
from game.rules.variant import Variant
from game.storage.files import StorageError
from game.ui.drawing.drawings import DECKS
from game.ui.drawing.layout import CARD_RATIO
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET
from game.ui.drawing.words import BETWEEN_FACTS
from game.ui.forms.controls import ANY, DIFFICULTIES, difficulty_named
from game.ui.forms.focus import ButtonScreen
from game.ui.forms.panel import MenuItem
from game.ui.forms.tree import Column, Ends, Gap, Ground, Held, Node, Picture, Row, Size, Text
from game.ui.forms.widgets import Button
from game.ui.games.tables import view_class
from game.ui.spoken import Role
from game.ui.table.tutorial import LEARN_IT, LEARNS

PAD_PX = 18
LEFT_PX = 34
CARDS_PX = 84
"""The least height of a tile's cards."""
HIGH = 0.5
"""The height of its cards at most, in widths of the tile: then seven of them can be read."""
ACROSS = 1.06
"""Between the left edges of two cards at most, in widths of a card."""


class Reached(NamedTuple):
    """A player's results in a game with its options."""

    best: int | None = None
    won: int = 0
    played: int = 0
    """Number of finished games, with any options."""


class Kept(Node):
    """The room of a node that is not there."""

    def __init__(self, node: Node) -> None:
        self._node = node

    def measure(self, pictures: Pictures, width: float) -> Size:
        return self._node.size(pictures, width)


class Tile:
    """A game that can be started."""

    def __init__(self, home: ButtonScreen, name: str, reached: Callable[[Variant], Reached | None]) -> None:
        """It stands on `home`; `reached` tells the results reached in a game, as far as known."""
        self._context = context = home.context
        self.name, self._home, self._reached = name, home, reached
        self._view = view_class(name)
        title = self.variant.title
        self.play = Button(msg_p("a button", "Play"), "play", self.begin, about=title)
        self.options_button = Button("▼", None, self.turn, about=title, role=Role.MENU)
        self._has_tutorial = context.navigation.has_tutorial(name)
        self.learn = Button(
            LEARN_IT, "hint", lambda: context.navigation.go("tutorial", self.variant), about=title
        )
        self.left = Button("", "pause", lambda: context.navigation.go("open_file", name), about=title)
        self.learn.part_of = self.left.part_of = self.options_button.part_of = self.play
        self.play.hint = msg("Right arrow: more of this game. Menu key: its options.")
        self.unfinished: int | None = None
        """Number of unfinished games of its kind; None where no tile keeps room for that."""

    # What is chosen --------------------------------------------------------------------------------

    @property
    def is_new(self) -> bool:
        """Whether the player has never sat down to this game."""
        return self.name not in self._context.profile.first_steps

    @property
    def options(self) -> str:
        """Last chosen options; the easiest for a new player."""
        known = [text for _, text in self._view.tile_options]
        return self._context.profile.chosen_options(self.name, known)

    @property
    def difficulty(self) -> str:
        """Difficulty of a new deal."""
        chosen = self._context.profile.difficulty(self.name)
        if self.is_new and self.name not in self._context.profile.options:
            chosen = LEARNS
        return ANY if chosen is None else str(chosen.value)

    @property
    def variant(self) -> Variant:
        """The game with the options that are chosen."""
        return self.variant_with("")

    def variant_with(self, more: str) -> Variant:
        """The variant with options that are not saved."""
        limit, usual = self._context.profile.limit(self.name), find_variant(self.name)
        try:
            return variant_with(usual, f"{self.options} {limit} {more}")
        except OptionError:
            return usual

    # What its buttons do ---------------------------------------------------------------------------

    def begin(self, more: str = "") -> None:
        """Begins a new game with the chosen options and `more`; one that was left is kept."""
        hard, is_kept = difficulty_named(self.difficulty), bool(self.unfinished)
        session = self._context.sessions.next_deal(self.variant_with(more), hard, is_kept)
        self._context.navigation.table(session, is_fresh=True)

    def turn(self) -> None:
        """Opens what can be chosen, or closes it."""
        self._home.drop(self.options_button, self.choices())

    def _choose_options(self, options: str) -> None:
        self._context.profile.options[self.name] = options
        self._keep()

    def _choose_difficulty(self, difficulty: str) -> None:
        self._context.profile.set_difficulty(self.name, difficulty_named(difficulty))
        self._keep()

    def _keep(self) -> None:
        try:
            self._context.profile.save()
        except StorageError as error:
            self._home.say(msg("The choice cannot be saved: {reason}.", reason=str(error)))
        self._home.changed()

    # What is seen ----------------------------------------------------------------------------------

    @property
    def words(self) -> str:
        """Options and difficulty of the next deal: `Draw 1 · Easy`."""
        words = [word for word, text in self._view.tile_options if text == self.options]
        if self.variant.deals_can_be_won and self.difficulty != ANY:
            words += [word for word, text in DIFFICULTIES if text == self.difficulty]
        return joined(" · ", words)

    @property
    def result_words(self) -> str:
        """Results reached: `Best: 1,550 · 3 wins`; "" before any."""
        variant = self.variant
        reached = self._reached(variant)
        if reached is None or not reached.best:
            return ""
        lines = [msg("Best: {result}", result=variant.unit.counted(reached.best))]
        if reached.won:
            lines.append(msg_n("{count} win", "{count} wins", reached.won))
        return joined(BETWEEN_FACTS, lines)

    @property
    def is_learnt(self) -> bool:
        """Whether a first game of it was finished, or nothing is known of that yet."""
        reached = self._reached(self.variant)
        return not self._has_tutorial or (not self.is_new if reached is None else reached.played > 0)

    def node(self) -> Node:
        """Returns the node that shows its present state."""
        words, variant, result = self.words, self.variant, self.result_words
        options = [words, msg_p("a button", "Options")] if words else [msg_p("a button", "Options")]
        self.options_button.spoken_word = joined(", ", options)
        text = Text(result, "small", GOLD, most=2)
        # Translators: so many games of one kind that were not finished; a button.
        self.left.word = msg_n("{count} unfinished", "{count} unfinished", self.unfinished or 0)
        left: Node = Held(self.left, LEFT_PX)
        lines: list[Node] = [
            Picture(self._cards, CARDS_PX),
            Gap(10),
            Text(variant.title, "large", bold=True, short=variant.short_title, most=1),
            Text(words or self._view.tile_words, "small", QUIET, most=1, least=1),
            Gap(8),
            *([] if self.unfinished is None else [left if self.unfinished else Kept(left), Gap(6)]),
            Ends(text if self.is_learnt else Held(self.learn), Held(self.options_button), may_wrap=True),
        ]
        return Ground(Column(lines), (PAD_PX, PAD_PX), self.play)

    def _cards(self, size: tuple[int, int]) -> pygame.Surface:
        """Seven cards of it that can be read."""
        pictures, settings = self._context.pictures, self._context.settings
        texts = self._view.tile_cards
        high = max(1, min(size[1], round(size[0] * HIGH)))
        wide = round(high / CARD_RATIO)
        step = min(ACROSS * wide, (size[0] - wide) / max(1, len(texts) - 1))
        deck, colours, draw = DECKS[settings.deck], settings.four_colours, pictures.assets.drawing

        def face(text: str) -> pygame.Surface:
            file = deck.face(text, colours)  # several games show it
            return pictures.made(("card", file, wide, high), lambda: draw(file, wide, high))

        def drawn() -> pygame.Surface:
            whole = pygame.Surface(size, pygame.SRCALPHA)
            for index, text in enumerate(texts):
                whole.blit(face(text), (round(index * step), (size[1] - high) // 2))
            return whole

        key = "tile", self._view.tile_cards, size, deck.face(texts[0], colours)
        return pictures.small_tables.get(
            key, lambda: pictures.raster_cache.get(" ".join(map(str, key)), drawn)
        )

    # What can be chosen ----------------------------------------------------------------------------

    def choices(self) -> Node:
        """Returns the choices that open below its corner."""
        about = self.variant.title

        def choice(word: str, value: str, now: Callable[[], str], choose: Callable[[str], None]) -> Node:
            press = partial(choose, value)
            is_one = Button(word, None, press, is_chosen=lambda: now() == value, about=about, role=Role.RADIO)
            return Held(is_one)

        hard = DIFFICULTIES if self.variant.deals_can_be_won else ()
        groups = [
            [choice(*each, lambda: self.options, self._choose_options) for each in self._view.tile_options],
            [choice(*each, lambda: self.difficulty, self._choose_difficulty) for each in hard],
        ]
        return Column([*(Row(group) for group in groups if group), *self._others()], 6)

    def _others(self) -> Sequence[Node]:
        """Returns the menu items for everything else that can be done with the game."""
        word, *more = self._view.plain_option or ("",)
        navigation, items = self._context.navigation, []
        if word:
            items.append(MenuItem(word, "play", partial(self.begin, " ".join(more))))
        items.append(
            MenuItem(msg_p("a button", "Deal…"), "deal", lambda: navigation.go("new_game", self.variant))
        )
        if self._has_tutorial:
            items.append(MenuItem(self.learn.word, "hint", self.learn.press))
        if self.unfinished:
            items.append(MenuItem(self.left.word, "pause", self.left.press))
        for item in items:
            item.about = self.variant.title
        return [Held(item, is_wide=True) for item in items]

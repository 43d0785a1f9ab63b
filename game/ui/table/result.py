"""The result of a game of one's own: a number with a stamp, and what to do next; all else is folded away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

import pygame

from game.message import Message, NumberText, joined, msg, msg_n, msg_p, verbatim
from game.play.deal import BEAT, Challenge
from game.play.phrases import place_words
from game.play.played import StatsCategory
from game.play.record import Record
from game.play.replay import SHOWN_FROM, Replay, course_of, longest_streak
from game.rules import find_variant
from game.rules.options import options_to_text
from game.rules.variant import Outcome
from game.session.daily import Goal, day_name
from game.session.recorder import DayEnding, FinishedGame
from game.storage.files import StorageError
from game.ui.drawing.canvas import outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET, RESULT_VEIL, RGB, TEXT
from game.ui.forms.panel import BUTTON_PX, Panel, PanelLine, even_rows
from game.ui.forms.text_field import copy_text
from game.ui.forms.tree import Column, Gap, Held, Node, Text
from game.ui.forms.widgets import BACK_SIGN, Button
from game.ui.spoken import Role, ScreenDescription
from game.ui.table.table import Table
from game.ui.table.tutorial import LEARNS

COUNT_S, BONUS_S, STAMP_S = 0.9, 0.5, 0.2
"""Durations of counting the score up, of pouring the time bonus in, and of the stamp's fall."""
LEAN_DEGREES = 8


class Shown(NamedTuple):
    """Content of a result; everything but the title and the value may be missing."""

    title: str
    value: int
    unit: str
    """Label of the value."""
    notes: Sequence[PanelLine]
    figures: Sequence[PanelLine]
    """Shown on request."""
    bonus: int = 0
    """Part of the value that is a time bonus."""
    stamp: str = ""
    goals: Sequence[Goal] = ()
    colour: RGB = GOLD


class ResultPanel(Panel):
    """A result with four buttons, the same in every game."""

    veil = RESULT_VEIL

    def __init__(
        self,
        shown: Shown,
        buttons: Sequence[Button],
        home: Button,
        more: Sequence[Button],
        undo: Button | None = None,
        counts: bool = True,
    ) -> None:
        """`buttons`, the first of them gold, are always there, `more` on request.

        Esc closes what was opened last; where nothing is, it presses `home`. With `counts` the number is
        counted up.
        """
        self.shown, self.notes, self.value = shown, shown.notes, shown.value
        self._home, self._few, self._more = home, list(buttons), list(more)
        self._unfolds = Button(msg_p("a button", "More"), "menu", self.unfold, role=Role.MENU)
        self._total_s = COUNT_S + (BONUS_S if shown.bonus else 0) + (STAMP_S if shown.stamp else 0)
        self._left_s = self._total_s if counts else 0.0
        self.is_unfolded = self._tells_all = False
        self._details = Button(msg_p("a button", "Details"), "statistics", self._tell_all)
        self._more[1:1] = [self._details] if shown.figures else []
        buttons = [*self._few, self._unfolds]
        super().__init__(shown.title, shown.figures, buttons, undo=undo, back=self._go_back)

    @property
    def is_counting(self) -> bool:
        """Whether the number still grows, or the stamp falls."""
        return self._left_s > 0

    def count_up(self, step_s: float) -> bool:
        """Lets time pass; returns whether the stamp has just fallen."""
        was_counting = self.is_counting
        self._left_s = max(0.0, self._left_s - step_s)
        return was_counting and not self.is_counting and bool(self.shown.stamp)

    @property
    def counted(self) -> int:
        """The number as far as it is counted: first the score, then the time bonus."""
        passed_s, base = self._total_s - self._left_s, self.value - self.shown.bonus
        left = max(0.0, 1 - passed_s / COUNT_S)
        poured = min(1.0, max(0.0, (passed_s - COUNT_S) / BONUS_S))
        return round(base * (1 - left**3) + self.shown.bonus * poured)

    def unfold(self) -> None:
        """Shows all buttons."""
        self.is_unfolded, self.buttons = True, [*self._few, *self._more]
        self.focus.go_to(self._more[0])

    def _tell_all(self) -> None:
        """Shows all figures in place of the button."""
        self._tells_all = True
        self.buttons = [button for button in self.buttons if button is not self._details]
        self.focus.go_to(self._more[0])

    def _go_back(self) -> None:
        """Closes the figures, then the buttons that were asked for; after that goes home."""
        if self._tells_all:
            self._tells_all = False
            self.unfold()
            self.focus.go_to(self._details)
        elif self.is_unfolded:
            self.is_unfolded, self.buttons = False, [*self._few, self._unfolds]
            self.focus.go_to(self._unfolds)
        else:
            self._home.press()

    @property
    def spoken(self) -> ScreenDescription:
        description, stamp = super().spoken, [self.shown.stamp] if self.shown.stamp else []
        *figures, buttons = description.lines
        first = [str(self.value), self.shown.unit, *stamp, *(line.words for line in self.notes), buttons]
        reached = [goal.words for goal in self.shown.goals if goal.is_reached]
        goals = [self._goals_heading(len(reached)), *reached] if self.shown.goals else []
        return description._replace(lines=[*first, *goals, *figures], brief=len(first))

    def handle(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._left_s = 0.0
        super().handle(event)

    def rest(self, key: int, modifiers: int) -> None:
        shown, self.buttons = self.buttons, [*self._few, *self._more]
        super().rest(key, modifiers)
        self.buttons = shown

    # Drawing -------------------------------------------------------------------------------------

    def shown_lines(self) -> Sequence[PanelLine]:
        return [*self._goal_lines(), *self.notes, *(self.lines if self._tells_all else ())]

    def _goals_heading(self, reached: int) -> Message:
        return msg("Goals of today: {count} of {all}", count=reached, all=len(self.shown.goals))

    def _goal_lines(self) -> list[PanelLine]:
        """The goals of the day below their heading; those that are reached tick once all is counted."""
        goals = self.shown.goals
        if not goals:
            return []
        ticked = [] if self.is_counting else [goal for goal in goals if goal.is_reached]
        lines = [PanelLine(self._goals_heading(len(ticked)), is_bold=True)]
        for goal in goals:
            words = joined(" ", [verbatim("✓" if goal in ticked else "○"), goal.progress])
            lines.append(PanelLine(words, "", GOLD if goal.is_reached else QUIET))
        return lines

    @property
    def _parts(self) -> str:
        """The unit of the number; of a total with a time bonus its parts."""
        if not self.shown.bonus:
            return self.shown.unit
        points, bonus = NumberText(self.value - self.shown.bonus), NumberText(self.shown.bonus)
        return msg("{points} cards + {bonus} time", points=points, bonus=bonus)

    def head(self) -> list[Node]:
        number = Message("{value}", {"value": NumberText(self.counted)})
        self._number = Text(number, "result", TEXT, True, align=0.5)
        title = Text(self.title, "large", self.shown.colour, True, align=0.5)
        return [title, self._number, Text(self._parts, "body", QUIET, align=0.5), Gap(10)]

    def button_rows(self) -> Node:
        first, *others = self.buttons
        return Column([Held(first, BUTTON_PX, True), even_rows(others)], 10)

    def paint(self, surface: pygame.Surface, pictures: Pictures, root: Node) -> None:
        super().paint(surface, pictures, root)
        if self.shown.stamp and self._left_s < STAMP_S:
            self._draw_stamp(surface, pictures)

    def _draw_stamp(self, surface: pygame.Surface, pictures: Pictures) -> None:
        """The stamp, leaning over the upper right of the number; it falls upon it."""
        picture = pictures.made(("stamp", self.shown.stamp), lambda: _stamp(pictures, self.shown.stamp))
        above = self._left_s / STAMP_S
        if above:
            picture = pygame.transform.smoothscale_by(picture, 1 + 0.6 * above)
            picture.set_alpha(round(255 * (1 - above)))
        x = surface.get_width() - pictures.px(10) - picture.get_width() / 2
        at = round(x), round(self._number.box.y + pictures.px(10))
        surface.blit(picture, picture.get_rect(center=at))


def _stamp(pictures: Pictures, words: str) -> pygame.Surface:
    text = pictures.text(words, "body", GOLD, True)
    pad = pictures.px(9)
    size = text.get_width() + 2 * pad, text.get_height() + pad
    picture = pygame.Surface(size, pygame.SRCALPHA)
    outline(picture, Box(0, 0, *size), (*GOLD, 255), pictures.px(6), pictures.px(3))
    picture.blit(text, (pad, pad // 2))
    return pygame.transform.rotozoom(picture, LEAN_DEGREES, 1.0)


APART = {
    StatsCategory.REPLAYED: msg("You have played this deal before, so it is not in your statistics."),
    StatsCategory.LATE: msg("Started after its day, so it is not in your statistics."),
    StatsCategory.SHOWN: msg("You looked at a solution, so it is not in your statistics."),
    StatsCategory.GIVEN: msg("A custom position, so it is not in your statistics."),
    StatsCategory.TAKEN_OVER: msg("Started on another computer, so it is not in your statistics."),
    StatsCategory.TOO_FAST: msg("Too fast for a hand, so it is not in your statistics."),
    StatsCategory.ROBOT: msg("A robot started it, so it is not in your statistics."),
    StatsCategory.TOURNAMENT: msg("A tournament game, so it is not in these statistics."),
}


def best_lines(table: Table, put: Callable[[int], str] = str) -> list[PanelLine]:
    """Comparison of the result at a table with the best; `put` formats a result."""
    ending = table.session.look_at_ending()
    if ending.kind is not StatsCategory.COUNTED:
        return [PanelLine(APART.get(ending.kind, msg("It is not in your statistics.")), "", QUIET)]
    result, before = ending.result.value or 0, ending.best_before
    if not ending.is_kept:
        return [PanelLine(msg("This game is not saved, so it is not in your statistics."), "", QUIET)]
    words = msg("Fewest so far") if table.variant.is_lower_better else msg("Best so far")
    lines = [PanelLine(words, put(result if ending.is_best or before is None else before))]
    if ending.is_best and result and before is None:
        lines.append(PanelLine(msg("Your first score!"), "", GOLD))
    return lines


def _day_words(day: DayEnding, ending: FinishedGame, is_given_up: bool) -> Message:
    """Meaning of a finished game for its day."""
    name = day_name(day.day)
    if is_given_up:
        return msg("Daily deal of {day}: not done", day=name)
    if day.total is None and ending.kind is StatsCategory.COUNTED and not ending.result.value:
        return msg("Daily deal of {day}, without a point: not done", day=name)
    if day.is_late:
        return msg("Daily deal of {day}, played late", day=name)
    if day.streak is None:
        return msg("Daily deal of {day}, for practice", day=name)
    return msg("Daily deal of {day}", day=name)


def _stamp_words(ending: FinishedGame) -> str:
    """Returns the stamp on a result: that its day is done, that it is the best, or its place."""
    if ending.day is not None and ending.day.streak is not None:
        return msg_n("Daily done: {count} day", "Daily done: {count} days", ending.day.streak)
    if ending.is_best and ending.best_before is not None:
        return msg_p("a stamp", "New best")
    if ending.rank is not None and ending.rank[1] > 1 and ending.is_kept and not ending.is_best:
        place, count = ending.rank
        # Translators: the place of a result among all results of the player: “3rd of 14”.
        return msg("{place} of {count}", place=place_words(place), count=count)
    return ""


def result_of(
    table: Table,
    title: str,
    lines: Sequence[PanelLine],
    colour: RGB,
    helps: str,
    new: Button,
    more: Sequence[Button],
    undo: Button | None,
) -> ResultPanel:
    """The result of the game at a table: lines without a value are seen at once, the others on request.

    So are the buttons besides the one for a `new` game; Undo is among the others if it is allowed.
    """
    ending, game = table.session.look_at_ending(), table.game
    counts = ending.kind is StatsCategory.COUNTED and ending.is_kept
    notes = [line for line in lines if not line.value]
    if ending.day is not None:
        words = _day_words(ending.day, ending, table.session.is_given_up)
        notes.append(PanelLine(words, "", GOLD))
    notes += [*_beaten_lines(table, ending), *_streak_lines(table)]
    if helps:
        notes.append(PanelLine(helps, "", QUIET))
    value = game.variant.result(game.position) if ending.result.value is None else ending.result.value
    shown = Shown(
        title,
        value or 0,
        verbatim(game.variant.unit.full).capitalised(),
        notes,
        [line for line in lines if line.value],
        game.time_bonus,
        _stamp_words(ending),
        table.context.sessions.days_and_goals()[1] if counts else (),
        colour,
    )
    home = Button(msg_p("the first screen", "Home"), "home", table.context.navigation.home)
    home.sign = BACK_SIGN
    claims = _challenge(table, value) if ending.result.value is not None else []
    buttons = [new, *_harder(table), home, *claims]
    return ResultPanel(shown, buttons, home, more, undo, counts=bool(table.speed))


def _beaten_lines(table: Table, ending: FinishedGame) -> list[PanelLine]:
    """Whether the result is better than the one to beat, if there is one."""
    beat, value = table.session.tags.get(BEAT, ""), ending.result.value
    if not beat.isdigit() or value is None:
        return []
    is_beaten = value < int(beat) if table.variant.is_lower_better else value > int(beat)
    words = msg("You beat {result}!") if is_beaten else msg("The result to beat was {result}.")
    return [PanelLine(words.with_parts(result=NumberText(int(beat))), "", GOLD if is_beaten else TEXT)]


def _streak_lines(table: Table) -> list[PanelLine]:
    """The longest streak, where streaks are shown."""
    if not table.view.has_streaks:
        return []
    replay = Replay(Record.of(table.session.game, table.session.tags))
    longest = longest_streak(course_of(replay).earned_ms)
    if longest < SHOWN_FROM:
        return []
    return [PanelLine(msg("Longest streak: {count}", count=longest), "", QUIET)]


def _challenge(table: Table, value: int | None) -> list[Button]:
    """A button that copies a sentence about the deal and the result, where the deal has a number."""
    number, variant = table.game.deal.number, table.variant
    if number is None:
        return []
    word = msg_p("a button", "Challenge")

    def share() -> None:
        from game.storage.tournament_store import known_server  # few share a deal

        parts = {"game": variant.title, "result": variant.unit.counted_in_full(value or 0)}
        if table.game.is_over and variant.is_best(table.game.position):
            challenge = Challenge(variant, number)
            claim = msg("{game}: {result}. It cannot get better than that!", **parts)
        else:
            challenge = Challenge(variant, number, value or 0)
            claim = msg("{game}: {result}. Can you beat that?", **parts)
        server = known_server(table.context.library.folder)
        if server and (link := challenge.link(server)):
            way = msg("Play the same cards in a browser: {link}", link=link)
        else:
            way = msg(
                "Play the same cards: copy this line, open Patience Arcade and press Ctrl+V. {code}",
                code=challenge.text,
            )
        line = joined(" ", [claim, way])
        is_copied = copy_text(table.context.pictures.language.translate(line))
        failed = msg("The clipboard cannot be reached.")
        table.say(msg("Copied: {line}", line=line) if is_copied else failed)
        button.word = msg_p("a button", "Copied") if is_copied else word
        table.refresh_panel()

    button = Button(word, "send", share)
    return [button]


def _harder(table: Table) -> list[Button]:
    """Offers harder rules than those that were played, after a win of who is new."""
    name, known, context = table.variant.name, table.view.tile_options, table.context
    played = set(options_to_text(table.variant).split())
    chosen = next((index for index, (_, text) in enumerate(known) if played.issuperset(text.split())), 0)
    is_learner = context.profile.difficulty(name) is LEARNS
    if table.game.outcome is not Outcome.WON or not is_learner or not chosen:
        return []
    word, options = known[chosen - 1]

    def play() -> None:
        profile = context.profile
        profile.options[name] = options
        profile.set_difficulty(name, None)
        with suppress(StorageError):  # then the tile offers what it did
            profile.save()
        context.navigation.table(context.next_deal(find_variant(name, options.split())), is_fresh=True)

    # Translators: A button after a win; {option} is what is harder: “2 suits”, “draw 3”.
    return [Button(msg("Next, try {option}", option=word), "play", play)]

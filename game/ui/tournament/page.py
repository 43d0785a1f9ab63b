"""A tournament: its table after every round, whose turn it is, and at the end who has won.

Knows the tournament and how its table is laid out; must not know how a round is played.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import joined, msg, msg_n, msg_p, verbatim
from game.play.phrases import minutes
from game.rounds.local import LocalTournament
from game.rounds.robots import let_robots_play
from game.storage.files import StorageError
from game.tournament.tournament import TournamentError
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import GOLD, QUIET, RGB, TEXT, WARNING
from game.ui.drawing.words import BETWEEN_FACTS, fitting, wrapped
from game.ui.forms.focus import ButtonScene
from game.ui.forms.widgets import Button, row_of
from game.ui.scene import Stage
from game.ui.tournament.new import begin_again, why_not
from game.ui.tournament.standings import MAX_PX, MIN_PX, Podium, StandingsTable, round_columns, sum_columns
from game.ui.tournament.words import NO_SECRET, conditions, players_counted, winners

WIDTH_PX = 1040
FEW_ROUNDS = 5
"""So many tabs have room for their words."""
TOLD_S = 30
"""How often it is told aloud how much time is left."""
TIME_IS_OVER = msg("The time of that round is over; it was scored as it stood.")
MAX_LINES = 2
"""So many are left free for what is said."""
ALL = 0
"""The table of all rounds; a number is that after a round."""


class TournamentScene(ButtonScene):
    """Standings and the next step."""

    def __init__(self, stage: Stage, local: LocalTournament, shown: int | None = None) -> None:
        """`shown` is the round whose table is to be seen, if it is complete."""
        super().__init__(stage)
        self.help = stage.routes.tournament_help
        self.local = local
        state = local.state
        self._shown = ALL if state.is_over or shown is None or shown > state.complete_rounds else shown
        self._next = Button("", "play", self._go_next, is_strong=True)
        self._tabs = [self._tab(number) for number in (*range(1, local.tournament.rounds + 1), ALL)]
        self._others = [
            Button(msg_p("a button", "Export…"), "save", self._export),
            Button(msg_p("a button", "Import…"), "open", self._import),
            Button(msg("Help"), "help", stage.routes.tournament_help),
            Button(msg_p("a button", "Home"), "home", self.escape),
        ]
        self._again = Button(msg("Again with the same players"), "restart", self._begin_again, is_strong=True)
        self.sentence = joined(" ", local.troubles[:2])
        let_robots_play(stage.solver, local)
        self._robots_at_play = len(local.robots_at_play)
        self.table: StandingsTable
        self._podium: Podium
        self.podium_box: Box | None = None  # None where there is no room for it

    @property
    def title(self) -> str:
        return msg("{name} — tournament", name=self.local.tournament.name)

    def _tab(self, number: int) -> Button:
        def refusal() -> str | None:
            if number == ALL or any(number in seat.results for seat in self.local.state.seats):
                return None
            return msg("Nobody has played round {number} yet.", number=number)

        def show() -> None:
            self._shown = number
            self.lay_out()
            self.redraw()

        word: str = msg("Round {number}", number=number)
        if number == ALL:
            word = msg("All rounds")
        elif self.local.tournament.rounds > FEW_ROUNDS:
            word = str(number)
        return Button(word, None, show, refusal, is_chosen=lambda: self._shown == number)

    @property
    def spoken_lines(self) -> Sequence[str]:
        state = self.local.state
        won = [winners(state.standings(state.tournament.rounds))] if state.is_over and state.seats else []
        return [*won, *self.table.told, *([self.remarks] if self.remarks else []), NO_SECRET]

    # What the buttons do -------------------------------------------------------------------------

    @property
    def buttons(self) -> list[Button]:
        return [*self._first, *self._others, *self._tabs]

    @property
    def _first(self) -> list[Button]:
        """The button that is meant most, if there is one."""
        if self._next.word:
            return [self._next]
        return [self._again] if self.local.state.is_over and self._plays_here else []

    @property
    def _plays_here(self) -> bool:
        """Whether any person takes turns at this machine."""
        return any(seat.is_here and not seat.player.is_robot for seat in self.local.state.seats)

    def _begin_again(self) -> None:
        try:
            begin_again(self.stage, self.local)
        except (StorageError, TournamentError) as error:
            self.say(why_not(error))

    def _go_next(self) -> None:
        if self.local.unsaved:
            self.say(self.local.save() or msg("Everything is on disk now."))
            self.lay_out()
        elif self.local.state.running is not None:
            self._go_on()
        else:
            seat, number = self.local.state.due()[0]
            self.stage.routes.ready(self.local, seat, number)

    def _go_on(self) -> None:
        try:
            opened = self.local.go_on()
        except StorageError as error:
            self.say(msg("This round cannot be gone on with: {reason}.", reason=str(error)))
            return
        if opened is None:
            self.lay_out()
            self.say(TIME_IS_OVER)
        else:
            self.stage.routes.round(self.local, opened)

    def _export(self) -> None:
        self.stage.routes.export_results(self.local)

    def _import(self) -> None:
        self.stage.routes.import_results(self.local)

    def escape(self) -> None:
        if self.local.unsaved and (sentence := self.local.save()) and self.sentence != sentence:
            self.say(sentence)  # said once; whoever presses again knows
            return
        self.stage.routes.home()

    def may_close(self) -> bool:
        sentence = self.local.save()
        if sentence is None or self.sentence == sentence:
            return True
        self.say(sentence)
        return False

    # Time ----------------------------------------------------------------------------------------

    @property
    def wake_in_s(self) -> float | None:
        return 1.0 if self.local.state.running is not None else None

    def awake(self) -> None:
        if self.local.left_ms == 0:
            self.local.look_at_clock()
            self.lay_out()
            self.say(TIME_IS_OVER)
        playing = len(self.local.robots_at_play)
        if self._next_word() != self._next.word or playing != self._robots_at_play:
            self._robots_at_play = playing
            self.sentence = self.local.robot_trouble or self.sentence
            self.lay_out()
            self.redraw()

    def _next_word(self) -> str:
        state = self.local.state
        self._next.spoken_word = ""
        if self.local.unsaved:
            return msg("Try again to save")
        if state.running is not None:
            seat, number = state.running
            left_ms = self.local.left_ms
            parts = {"player": seat.player.label, "number": number}
            if left_ms is None:
                return msg("Go on: {player}, round {number}", **parts)
            left_s = left_ms // 1000
            told_s = -(-left_s // TOLD_S) * TOLD_S
            words = msg("Go on: {player}, round {number}, {time} left", **parts, time=minutes(left_s))
            self._next.spoken_word = words.with_parts(time=minutes(told_s))
            return words
        due = state.due()
        return msg("Round {number}: {player}", number=due[0][1], player=due[0][0].player.label) if due else ""

    # Looks ---------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        pictures, (width, height) = self.stage.pictures, self.canvas.size
        px = pictures.px
        self._next.word = self._next_word()
        inner = min(width - px(32), px(WIDTH_PX))
        left, bottom = (width - inner) // 2, height - px(14)
        self._column = Box(left, px(14), inner, bottom - px(14))
        bottom = self._place_bottom(bottom)
        y = px(20) + pictures.font("title", True).get_height() + pictures.font("small").get_height() + px(10)
        self._place_tabs(y)
        y += px(34) + px(10)
        state = self.local.state
        after = self._shown or (state.tournament.rounds if state.is_over else state.latest_round)
        found = state.standings(after)
        columns = sum_columns(found) if self._shown == ALL else round_columns(found)
        self.table = StandingsTable(found, columns, shows_movement=self._shown > 1)
        room = Box(left, y, inner, bottom - y)
        self.table.place(pictures, room)
        self.podium_box = None
        free = room.height - self.table.box.height - px(18)
        if state.is_over and self._shown == ALL and free >= px(MIN_PX) and found:
            height = min(int(free), px(MAX_PX))
            self._podium = Podium(found)
            self.podium_box = room._replace(height=height)
            lower = y + height + px(18)
            self.table.place(pictures, Box(left, lower, inner, bottom - lower))

    def _place_bottom(self, bottom: int) -> int:
        """Places the buttons in one row, or in two; returns where the table has to end."""
        pictures, column = self.stage.pictures, self._column
        px = pictures.px
        first = self._first
        for shows_word in (True, False):
            for button in self._others:
                button.shows_word = shows_word
            row = [*first, *self._others]
            if sum(button.width(pictures) + px(10) for button in row) <= column.width:
                row_of(row, pictures, column.centre.x, bottom - px(42), px(42))
                return bottom - px(42) - self._told_height
        row_of(self._others, pictures, column.centre.x, bottom - px(42), px(42))
        row_of(first, pictures, column.centre.x, bottom - px(92), px(42))
        return bottom - px(92) - self._told_height

    @property
    def _told_height(self) -> int:
        """What is left free for what is told."""
        small, px = self.stage.pictures.font("small").get_height(), self.stage.pictures.px
        return px(10) + small * (MAX_LINES + len(self._wrapped(NO_SECRET)))

    def _place_tabs(self, y: float) -> None:
        pictures, column = self.stage.pictures, self._column
        height, x = pictures.px(34), column.x
        for button in self._tabs:
            button.box = Box(round(x), round(y), button.width(pictures), height)
            x += button.box.width + pictures.px(6)

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures, column, px = self.stage.pictures, self._column, self.stage.pictures.px
        self._paint_head(surface)
        self.table.draw(surface, pictures)
        if self.podium_box is not None:
            self._podium.draw(surface, pictures, self.podium_box)
        lines = self._told_lines
        y = min(each.box.y for each in (self._others[0], *self._first)) - px(6)
        y -= len(lines) * pictures.font("small").get_height()
        for line, colour in lines:
            words = pictures.text(line, "small", colour)
            surface.blit(words, (round(column.centre.x - words.get_width() / 2), round(y)))
            y += words.get_height()

    @property
    def _told_lines(self) -> list[tuple[str, RGB]]:
        """What stands between the table and the buttons."""
        told, colour = (self.sentence, WARNING) if self.sentence else (self.remarks, QUIET)
        lines = [(line, colour) for line in self._wrapped(told)[:MAX_LINES]] if told else []
        return lines + [(line, QUIET) for line in self._wrapped(NO_SECRET)]

    def _wrapped(self, words: str) -> Sequence[str]:
        return wrapped(words, self.stage.pictures, self._column.width, "small")

    @property
    def remarks(self) -> str:
        """What the records tell of the rounds that are to be seen."""
        return joined(
            BETWEEN_FACTS,
            [
                msg(
                    "{player}, round {number}: {remark}",
                    player=player.label,
                    number=number,
                    remark=remark.value,
                )
                for player, number, remark in self.local.state.remarks()
                if self._shown in (ALL, number)
            ],
        )

    def _paint_head(self, surface: pygame.Surface) -> None:
        pictures, column, px = self.stage.pictures, self._column, self.stage.pictures.px
        state = self.local.state
        x, y = column.x, px(20)
        heading: str = verbatim(state.tournament.name)
        colour = TEXT
        facts = [*conditions(state.tournament), players_counted(len(state.seats))]
        if state.is_closed:
            facts.append(msg_p("a tournament", "closed"))
        if unproven := sum(len(seat.unproven) for seat in state.seats):
            being_checked = msg_n(
                "{count} round of robots being checked", "{count} rounds of robots being checked", unproven
            )
            facts.append(being_checked)
        if self._robots_at_play > unproven:
            under_way = self._robots_at_play - unproven
            facts.append(
                msg_n("{count} round of robots under way", "{count} rounds of robots under way", under_way)
            )
        if state.is_over and state.seats:
            found = state.standings(state.tournament.rounds)
            side = pictures.font("title", True).get_height()
            surface.blit(pictures.icon("trophy", side, GOLD), (x, y))
            x += side + px(14)
            heading, colour = winners(found), GOLD
            facts.insert(0, verbatim(state.tournament.name))
            missing = [each.player.label for each in found if each.played < state.tournament.rounds]
            if missing:
                facts.append(msg("still without all rounds: {players}", players=joined(", ", missing)))
        room = column.x + column.width - x
        size = "title" if pictures.text_width(heading, "title", True) <= room else "large"
        words = pictures.text(fitting(heading, pictures, room, size, True), size, colour, True)
        surface.blit(words, (x, y + (pictures.font("title", True).get_height() - words.get_height()) // 2))
        y += pictures.font("title", True).get_height()
        line = pictures.text(fitting(joined(BETWEEN_FACTS, facts), pictures, room, "small"), "small", QUIET)
        surface.blit(line, (x, y))
        if self._shown:
            after = pictures.text(msg("after round {number}", number=self._shown), "small", QUIET)
            tabs_end = self._tabs[-1].box.x + self._tabs[-1].box.width
            right = column.x + column.width - after.get_width()
            if right > tabs_end + px(10):
                surface.blit(after, (right, self._tabs[0].box.y + px(8)))

"""A tournament over a network: its live table, which round is due, and who has won at the end.

Knows the seat and how a table is laid out; must not know how a round is played.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import joined, msg, msg_p, verbatim
from game.online.bodies import ClosedRound
from game.online.check import Checked, check_round
from game.online.parts import Place, RoundScore
from game.rounds.asking import Asking, closed_round, trouble_words
from game.rounds.remote import OnlineSeat
from game.rules.variant import Outcome
from game.tournament.player import Player, PlayerError
from game.tournament.rounds import RoundResult
from game.tournament.standings import Standing
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import GOLD, QUIET, TEXT, WARNING
from game.ui.drawing.words import BETWEEN_FACTS, fitting, shown, wrapped
from game.ui.forms.focus import ButtonScene
from game.ui.forms.widgets import Button, row_of
from game.ui.scene import Stage
from game.ui.tournament.connect import next_words, rules_told
from game.ui.tournament.standings import MAX_PX, MIN_PX, Podium, StandingsTable, sum_columns
from game.ui.tournament.words import conditions_of, players_counted, winners

WIDTH_PX = 1040
LISTENING_S = 0.1
MAX_PLACES = 21
FEW_ROUNDS = 5


class OnlineTournamentScene(ButtonScene):
    """Live standings and the next step."""

    def __init__(self, stage: Stage, seat: OnlineSeat) -> None:
        super().__init__(stage)
        self.help = stage.routes.online_help
        self.seat = seat
        self._goes_on = False  # whether the seat is needed where one goes from here
        self._proving: Asking[tuple[ClosedRound, Checked]] | None = None
        self._next = Button("", "play", self._go_next, is_strong=True)
        self._rounds = [self._replays(each.number) for each in seat.tournament.rounds]
        self._others = [
            Button(msg("Help"), "help", stage.routes.online_help),
            Button(msg_p("a button", "Home"), "home", self.escape),
        ]
        self.table: StandingsTable
        self._podium: Podium | None = None
        self.podium_box: Box | None = None
        self._seen: tuple[object, str] | None = None
        self._told = ""  # the news that stood there last
        seat.look_at_table()

    @property
    def title(self) -> str:
        return msg("{name} — online", name=shown(self.seat.tournament.name, 40))

    @property
    def spoken_lines(self) -> Sequence[str]:
        won = [winners(self.table.found)] if self.is_over and self.table.found else []
        return [*won, self.news, joined(BETWEEN_FACTS, self.facts), *self.table.told]

    @property
    def facts(self) -> list[str]:
        """What is played, by how many, and whether only among friends."""
        told = self.seat.tournament
        friendly = [msg_p("rounds", "friendly")] if told.start == "own" else []
        return [*conditions_of(rules_told(told), len(told.rounds)), players_counted(told.players), *friendly]

    @property
    def is_over(self) -> bool:
        """Whether every round is closed or cancelled."""
        return all(each.state in ("closed", "cancelled") for each in self.seat.tournament.rounds)

    # What the buttons do -------------------------------------------------------------------------

    @property
    def buttons(self) -> list[Button]:
        return [*([self._next] if self._next.word else []), *self._others, *self._rounds]

    def _replays(self, number: int) -> Button:
        def refusal() -> str | None:
            told = self.seat.tournament.rounds[number - 1]
            if told.state == "closed" or told.deck is not None:
                return None
            if told.state == "cancelled":
                return msg("Round {number} was cancelled: it counts nothing.", number=number)
            return msg("The games of round {number} can be watched when it is closed.", number=number)

        few = len(self.seat.tournament.rounds) <= FEW_ROUNDS
        word = msg("Round {number}", number=number) if few else verbatim(str(number))
        return Button(word, "eye" if few else None, lambda: self._prove(number), refusal)

    def _prove(self, number: int) -> None:
        """Fetches a closed round and checks it, beside the window."""
        if self._proving is not None:
            return
        server, tournament = self.seat.server, self.seat.tournament.id
        promised = self.seat.promised.get(number)

        def proved() -> tuple[ClosedRound, Checked]:
            closed = closed_round(server, tournament, number)
            return closed, check_round(closed, promised)

        self._proving = Asking(proved)
        self.say(msg("Round {number} is fetched and checked …", number=number))

    def _go_next(self) -> None:
        due = self.seat.due
        if due is None:
            return
        self._goes_on = True
        if self.seat.running is not None:
            self.stage.routes.online_again(self.seat, due.number)
        else:
            self.stage.routes.online_ready(self.seat, due.number)

    def escape(self) -> None:
        self.stage.routes.home()

    def leave(self) -> None:
        if not self._goes_on:
            self.seat.close()

    # Time ----------------------------------------------------------------------------------------

    @property
    def wake_in_s(self) -> float | None:
        return LISTENING_S

    def awake(self) -> None:
        self.seat.hear()
        said = self.seat.take_said()
        seen, before = (self._state(), self.news), self._seen
        if seen != before:
            self._seen = seen
            if before is not None and before[0] != seen[0] and self._told != self.news:
                self.sentence = ""  # what was said of a button matters less now
            self._told = self.news
            self.lay_out()
            self.redraw()
        if said is not None:
            self.say(said)
        if self._is_called():
            self._go_next()
            return
        proving = self._proving
        if proving is not None and proving.is_answered:
            self._proving = None
            if proving.answer is None:
                assert proving.error is not None
                self.refuse(trouble_words(proving.error))
            else:
                self.say("")
                self.stage.routes.online_proof(self.seat, *proving.answer)

    def _is_called(self) -> bool:
        """Whether all clocks start soon: everybody is led to the countdown, once."""
        due = self.seat.due
        if due is None or due.number == self.seat.led_to or not self.seat.is_connected:
            return False
        is_soon = (self.seat.until_start_s(due.number) or 0) > 0
        if is_soon:
            self.seat.led_to = due.number
        return is_soon

    def _state(self) -> object:
        seat = self.seat
        known = seat.tournament, seat.table, seat.running, seat.is_admitted
        return known, seat.is_connected, seat.is_tried_again, seat.over

    @property
    def news(self) -> str:
        """What is to be known now: how the connection is, or which round is open."""
        seat = self.seat
        if seat.over is not None:
            return seat.over
        if not seat.is_connected:
            if seat.has_been_connected:
                return msg("The connection is lost; it is tried again.")
            if seat.is_tried_again:
                return msg("The server cannot be reached; it is tried again.")
            return msg("Connecting …")
        if not seat.is_admitted:
            return msg("The host has not let you in yet: you knock, and this page goes on by itself.")
        if self.is_over:
            return msg("All rounds are closed: choose one to watch all games and to see what is proved.")
        return next_words(seat.tournament, seat.is_played, seat.until_start_s).capitalised()

    def _next_word(self) -> str:
        seat = self.seat
        due = seat.due
        if due is None or not seat.is_connected:
            return ""
        if seat.running is not None:
            return msg("Go on with round {number}", number=due.number)
        return msg("Play round {number}", number=due.number)

    # Looks ---------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        pictures, (width, height) = self.stage.pictures, self.canvas.size
        px = pictures.px
        self._next.word = self._next_word()
        inner = min(width - px(32), px(WIDTH_PX))
        left, bottom = (width - inner) // 2, height - px(14)
        self._column = Box(left, px(14), inner, bottom - px(14))
        row = [*([self._next] if self._next.word else []), *self._others]
        row_of(row, pictures, self._column.centre.x, bottom - px(42), px(42))
        bottom -= px(42) + px(52)
        small = pictures.font("small").get_height()
        y: float = px(20) + pictures.font("title", True).get_height() + small + px(10)
        x = self._column.x
        for button in self._rounds:
            button.box = Box(round(x), round(y), button.width(pictures), px(34))
            x += button.box.width + px(6)
        y += px(44)
        places = self.seat.table or ()
        found = found_places(places, len(self.seat.tournament.rounds))
        columns, own = sum_columns(found, running_scores(places)), self.seat.player
        self.table = StandingsTable(found, columns, shows_movement=False, own=own)
        room = Box(left, y, inner, bottom - y)
        self.table.place(pictures, room)
        self.podium_box = self._podium = None
        free = room.height - self.table.box.height - px(18)
        if self.is_over and free >= px(MIN_PX) and found:
            tall = min(int(free), px(MAX_PX))
            self._podium, self.podium_box = Podium(found), room._replace(height=tall)
            lower = y + tall + px(18)
            self.table.place(pictures, Box(left, lower, inner, bottom - lower))

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures, column, px = self.stage.pictures, self._column, self.stage.pictures.px
        told = self.seat.tournament
        heading: str = verbatim(shown(told.name, 40))
        colour = TEXT
        facts = self.facts
        if self.is_over and self.table.found:
            facts.insert(0, heading)
            heading, colour = winners(self.table.found), GOLD
        words = fitting(heading, pictures, column.width, "title", True)
        surface.blit(pictures.text(words, "title", colour, True), (column.x, px(20)))
        y = px(20) + pictures.font("title", True).get_height()
        line = fitting(joined(BETWEEN_FACTS, facts), pictures, column.width, "small")
        surface.blit(pictures.text(line, "small", QUIET), (column.x, y))
        self.table.draw(surface, pictures)
        if self._podium is not None and self.podium_box is not None:
            self._podium.draw(surface, pictures, self.podium_box)
        is_trouble = bool(self.sentence) or not self.seat.is_connected
        lines = wrapped(self.sentence or self.news, pictures, column.width, "small")[:2]
        top = self._others[0].box.y - px(6) - len(lines) * pictures.font("small").get_height()
        for each in lines:
            text = pictures.text(each, "small", WARNING if is_trouble else QUIET)
            surface.blit(text, (round(column.centre.x - text.get_width() / 2), round(top)))
            top += text.get_height()


def found_places(places: Sequence[Place], rounds: int) -> list[Standing]:
    """The first places as a table of standings has them; a round that is still played has no result."""
    return [
        Standing(
            each.rank,
            _player(each),
            each.total,
            each.elapsed,
            each.home,
            tuple([_result(score) for score in each.rounds[:rounds]]),
            movement=None,
        )
        for each in places[:MAX_PLACES]
    ]


def _player(place: Place) -> Player:
    try:
        return Player(place.player, place.kind)
    except PlayerError:  # a server of another kind than ours
        return Player("?")


def _result(score: RoundScore | None) -> RoundResult | None:
    if score is None or not score.is_over:
        return None
    return RoundResult(score.total, 0, score.home, score.elapsed, Outcome.ENDED)


def running_scores(places: Sequence[Place]) -> dict[tuple[int, int], int]:
    """The score so far of the rounds that are being played, by line and round, both from 0 on."""
    return {
        (row, number): score.total
        for row, place in enumerate(places[:MAX_PLACES])
        for number, score in enumerate(place.rounds)
        if score is not None and not score.is_over
    }

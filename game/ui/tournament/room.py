"""The room's screen: code and address, players, race, podium, and the host's buttons.

What a host is told of a tournament has no card of a round that runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pygame

from game.cards import standard_pack
from game.message import joined, msg, msg_n, msg_p, verbatim
from game.online.bodies import AllSeats, Chosen
from game.online.messages import TournamentInfo
from game.rounds.asking import PendingRequest, join, trouble_words
from game.rounds.hosted import STOPPED, HostedServer, Room, hosting_trouble, own_addresses
from game.storage.files import StorageError
from game.storage.online_seats import OnlineKeys
from game.ui.cards.motion import Cascade, CascadeStyle
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import SPEEDS
from game.ui.forms.focus import ButtonScreen
from game.ui.forms.widgets import Button, button_rows, row_of
from game.ui.games.rush import rush_card_size
from game.ui.screen import Context
from game.ui.tournament.connect import CANNOT_KEEP, seat_taken, usual_name
from game.ui.tournament.evening import EveningScreen
from game.ui.tournament.host import SeatsScreen
from game.ui.tournament.room_look import LAST_S, Race, RoomPicture, lanes_of
from game.ui.tournament.room_state import STARTING, RoomState

ASK_NS = 1_000_000_000
POLL_S = 0.1
LEFT_SHARE = 0.66
"""Share of the width for the race; the rest is for code and totals."""
MANNER = CascadeStyle()


class Question(NamedTuple):
    """Question before something is lost."""

    words: str
    word: str
    """Label of the button that does it."""
    answer: Callable[[], None]
    other: Button | None = None
    """Alternative action."""
    leaves: bool = False
    """Whether the window is about to close."""


class RoomScreen(ButtonScreen):
    """A tournament held on this machine, for everybody in the room."""

    def __init__(
        self, context: Context, server: HostedServer, addresses: Sequence[str] | None = None
    ) -> None:
        """`addresses` are this machine's network addresses."""
        super().__init__(context)
        assert server.hosted is not None
        self._server = server
        self.state = RoomState(
            server.hosted, own_addresses() if addresses is None else addresses, context.now_ns
        )
        self._trouble = ""  # why what is seen may be old
        self._asking = PendingRequest(self._say_trouble)
        self._asking.ask(self._begin, self._hear)
        self._doing = PendingRequest(lambda error: self.refuse(trouble_words(error)))
        self._question: Question | None = None
        self._race = Race()
        self._picture = RoomPicture(context, self.state, self._race)
        self._left = self._right = Box(0, 0, 0, 0)
        self._cascade: Cascade | None = None
        self._ticked = 0
        self._counts_down = False
        self._main = Button("", "play", self._press_main, is_strong=True)
        self._next = Button("", "play", self._press_next)
        self._admit = Button(msg("Let in"), "check", self._let_in)
        self._others = [
            Button(msg("Play, too"), "play", self._play),
            Button(msg_p("a button", "Seats…"), "eye", self._go_to_seats),
            Button(msg("Another address"), "network", self._next_address, shows_word=False),
            Button(msg_p("a button", "More…"), "settings", self._go_to_more),
            Button(msg("Full screen"), "fullscreen", context.toggle_full_screen, shows_word=False),
            Button(msg_p("a button", "End…"), "end", self._ask_end),
        ]
        self._yes = Button("", "check", self._answer_yes, is_strong=True)
        self._no = Button(msg_p("a button", "Cancel"), "close", self._answer_no)

    def _begin(self) -> Room:
        self._server.resume()
        return self._server.room()

    # Buttons -------------------------------------------------------------------------------------------

    @property
    def buttons(self) -> list[Button]:
        if self._question is not None:
            other = self._question.other
            return [self._yes, *([other] if other is not None else []), self._no]
        found = [button for button in (self._main, self._next) if button.word]
        if self.state.knocking:
            found.append(self._admit)
        without = (
            [] if self.state.hosted.is_for_network and len(self.state.addresses) > 1 else [self._others[2]]
        )
        return [*found, *(each for each in self._others if each not in without)]

    def _name_buttons(self) -> None:
        opened, waiting, count = self.state.open, self.state.waiting, len(self.state.knocking)
        self._main.word = self._next.word = ""
        self._main.icon = "play"
        if opened is not None and opened.state == "open" and waiting is not None and waiting.commitment:
            self._next.word = msg("Next: round {number}", number=waiting.number)
        if opened is not None and opened.state == "open":
            self._main.word = msg("Close round {number}", number=opened.number)
            self._main.icon = "lock"
        elif opened is None and waiting is not None:
            self._main.word = msg("Open round {number}", number=waiting.number)
        self._admit.word = msg_n("Let {count} in", "Let {count} in", count)

    def _do(self, ask: Callable[[], Any], then: Callable[[Any], None] = lambda _: None) -> None:
        """Sends a request to the server in a thread, one at a time."""

        def done(answer: Any) -> None:
            self.state.heard_ns -= ASK_NS  # what has come of it is asked for at once
            then(answer)

        self._doing.ask(ask, done)

    def _change(self, what: str, number: int) -> None:
        path = f"/rounds/{number}/{what}"
        self._do(lambda: self._server.ask(path, TournamentInfo, method="POST"), lambda _: self.say(""))

    def _press_main(self) -> None:
        opened, waiting = self.state.open, self.state.waiting
        if opened is None and waiting is not None:
            self._change("open", waiting.number)
        elif opened is not None:
            self._unless_lost(opened.number, self._main.word, lambda: self._change("close", opened.number))

    def _press_next(self) -> None:
        """Opens the next round, which closes the one before."""
        opened, waiting = self.state.open, self.state.waiting
        if opened is not None and waiting is not None:
            self._unless_lost(opened.number, self._next.word, lambda: self._change("open", waiting.number))

    def _unless_lost(self, number: int, word: str, close: Callable[[], None]) -> None:
        """Closes a round; asks first if somebody would lose it."""
        words = self.state.loss_words(number)
        if words is None:
            close()
        else:
            self._put_question(words, word, close)

    def _let_in(self) -> None:
        chosen = Chosen(tuple([seat.seat for seat in self.state.knocking][:100]))
        self._do(lambda: self._server.ask("/door/admit", AllSeats, chosen))

    def _next_address(self) -> None:
        self.state.addresses.append(self.state.addresses.pop(0))
        self.redraw()

    def _go_to_more(self) -> None:
        if self.state.room is not None:
            addresses = self.state.addresses
            self.context.lay_over(EveningScreen(self.context, self._server, self.state.room, addresses))

    def _go_to_seats(self) -> None:
        self.context.lay_over(SeatsScreen(self.context, self._server))

    def _play(self) -> None:
        """Takes a seat for the host, who sees there what any player sees."""
        keys, hosted = OnlineKeys(self.context.library.folder), self.state.hosted
        name = usual_name(self.context, keys) or self.context.pictures.language.translate(
            msg_p("a person", "Host")
        )
        try:
            key = keys.key_for(hosted.server)
        except StorageError as error:
            self.refuse(CANNOT_KEEP.with_parts(reason=str(error)))
            return

        secret = "" if self.state.room is None else self.state.room.seats.secret or ""

        def sit_down() -> tuple[TournamentInfo, str]:
            told, player = join(hosted.server, hosted.tournament, name, key, secret)
            seats = self._server.ask("/door", AllSeats).seats
            mine = [seat.seat for seat in seats if seat.player == player and not seat.is_admitted]
            if mine:  # hosts need not knock at their own door
                self._server.ask("/door/admit", AllSeats, Chosen(tuple(mine)))
            return told, player

        def go_there(found: tuple[TournamentInfo, str]) -> None:
            self.context.navigation.tournament(seat_taken(self.context, hosted.server, key, *found))

        self._do(sit_down, go_there)

    def _ask_end(self) -> None:
        words = msg(
            "End the evening? The table server stops, and nobody can play on. What was played is kept "
            "on this computer."
        )
        self._put_question(words, msg("End it"), self._end)

    def _end(self) -> None:
        self._server.end()
        self.context.navigation.home(STOPPED)

    def may_end(self) -> bool:
        """Asks about the table server; whoever closes the window again leaves it running."""
        if self._server.hosted is None or (self._question is not None and self._question.leaves):
            return True
        words = msg(
            "Close the window? The table server keeps running for your friends, and “{button}” leads back to "
            "it. It stops by itself when nobody has come for half an hour.",
            button=msg("Host a tournament"),
        )

        def end() -> None:
            self._server.end()
            self.context.quit()

        self._put_question(
            words, msg("Close the window"), self.context.quit, Button(msg("End it"), "end", end)
        )
        return False

    def _put_question(
        self, words: str, word: str, answer: Callable[[], None], other: Button | None = None
    ) -> None:
        self._question = Question(words, word, answer, other, leaves=other is not None)
        self._yes.word = word
        self.focus.go_to(None)
        self.lay_out()
        self.say(words)

    def _answer_yes(self) -> None:
        question = self._question
        if question is not None and question.leaves:
            question.answer()
            return
        self._question, self.sentence = None, ""
        self.lay_out()
        self.redraw()
        if question is not None:
            question.answer()

    def _answer_no(self) -> None:
        self._question = None
        self.lay_out()
        self.say("")

    def escape(self) -> None:
        if self._cascade is not None:
            self._end_cascade()
        elif self._question is not None:
            self._answer_no()
        else:
            back = msg("Host a tournament")
            self.context.navigation.home(
                msg("The table server keeps running: “{button}” leads back to it.", button=back)
            )

    # Time ----------------------------------------------------------------------------------------------

    @property
    def next_tick_s(self) -> float | None:
        return POLL_S

    @property
    def is_animating(self) -> bool:
        return self._race.is_moving or self._cascade is not None

    def on_tick(self) -> None:
        self._doing.poll()
        if self._asking.is_pending:
            self._asking.poll()
        elif self.context.now_ns() - self.state.heard_ns >= ASK_NS:
            self._asking.ask(self._begin if self._trouble else self._server.room, self._hear)
        if self.state.clock_s is not None:
            self._tick()

    def _say_trouble(self, error: Exception) -> None:
        self.state.heard_ns = self.context.now_ns()
        # It is begun again by the next question.
        words = STARTING if isinstance(error, OSError) else hosting_trouble(error)
        if words != self._trouble:
            self._trouble = words
            self.refuse(words)

    def _hear(self, room: Room) -> None:
        if self.sentence and self.sentence == self._trouble:
            self.sentence = ""
        was_over, was, self._trouble = self.state.is_over, self.state.room, ""
        self.state.hosted = self._server.hosted or self.state.hosted
        was_open = self.state.open
        self.state.room, self.state.heard_ns = room, self.context.now_ns()
        of = self.state.open or self.state.closed
        lanes = [] if of is None else lanes_of(room.standings.places, of.number)
        self._race.put(lanes, self._speed > 0 and of is not None)
        if was is not None:
            self._sound(was, room, was_open is None and self.state.open is not None)
        self._name_buttons()
        self.lay_out()
        self.redraw()
        if was is not None and self.state.is_over and not was_over:
            self._celebrate()

    def _sound(self, was: Room, room: Room, has_opened: bool) -> None:
        """Plays a sound for knocks, new seats and an opened round."""
        ids = {seat.seat for seat in was.seats.seats}
        new = [seat for seat in room.seats.seats if seat.seat not in ids]
        if has_opened:
            self.context.sounds.play("shuffle", self.context.now_ns())
        elif new:
            name = "place" if all(seat.is_admitted for seat in new) else "pick"
            self.context.sounds.play(name, self.context.now_ns())

    @property
    def _speed(self) -> float:
        return 0.0 if self.context.is_still else SPEEDS[self.context.settings.speed]

    def _tick(self) -> None:
        """Shows each second of the clock; the last ones before the start and the end are heard."""
        left = self.state.clock_s
        assert left is not None
        if left > 0 and self._counts_down:
            self.context.sounds.play("deal", self.context.now_ns())  # all clocks have started
        self._counts_down = left < 0
        second = int(left) if left > 0 else -int(left)
        if second != self._ticked:
            self._ticked = second
            if (left < 0 and second <= 3) or 0 < left <= LAST_S:
                self.context.sounds.play("tick", self.context.now_ns())
            self.redraw()

    def _celebrate(self) -> None:
        assert self.state.room is not None
        first = self.state.room.standings.places[:1]
        self.context.sounds.play("win", self.context.now_ns())
        if not self._speed or not first or first[0].kind != "person":
            return
        pictures, (width, _) = self.context.pictures, self.canvas.size
        pictures.set_card_size(*rush_card_size(pictures, self.canvas.size))
        pack = [card.up for card in standard_pack()]
        size = pictures.card_width, pictures.card_height
        left = width * LEFT_SHARE / 2 - 2 * size[0]
        homes = [Box(left + suit * size[0], pictures.px(60), *size) for suit in range(4)]
        springing = [(pack[13 * suit + rank], homes[suit]) for rank in range(12, -1, -1) for suit in range(4)]
        self.draw(0.0)
        self._cascade = Cascade(pictures, self.canvas, springing, self._speed, MANNER)

    def _end_cascade(self) -> None:
        self._cascade = None
        self.redraw()

    def update(self, step_s: float) -> None:
        if self._race.is_moving:
            self._race.update(step_s)
            self.redraw()
        if self._cascade is not None:
            self._cascade.update(step_s)
            self.is_stale = True
            if not self._cascade.is_moving:
                self._end_cascade()

    def draw(self, alpha: float) -> None:
        if self._cascade is None or self.canvas.is_damaged:
            super().draw(alpha)
        if self._cascade is not None:
            self._cascade.stamp()
            self.is_stale = False

    def resize(self, canvas: Any) -> None:
        self._cascade = None
        super().resize(canvas)

    def handle(self, event: pygame.event.Event) -> None:
        if self._cascade is not None and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._end_cascade()
            return
        super().handle(event)

    # Looks ---------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.state.title

    @property
    def spoken_lines(self) -> Sequence[str]:
        lanes = [
            joined(" ", [verbatim(lane.name), *([] if lane.score is None else [verbatim(str(lane.score))])])
            for lane in self._race.lanes
        ]
        names = [verbatim(seat.player) for seat in self.state.seats]
        return [self.state.facts, self.state.next_words, verbatim(self.state.link), *(lanes or names)]

    min_px = (560, 600)

    def lay_out(self) -> None:
        pictures, (width, height) = self.context.pictures, self.canvas.size
        rows = button_rows(self.buttons, pictures, width - pictures.px(34))
        pitch = pictures.px(54)
        self._bottom = height - pitch * len(rows) - pictures.px(8)
        for index, row in enumerate(rows):
            row_of(row, pictures, width / 2, self._bottom + index * pitch + pictures.px(4), pictures.px(46))
        self._place_parts()

    def _place_parts(self) -> None:
        """Places race and code, side by side or one below the other."""
        px, (width, height), picture = self.context.pictures.px, self.canvas.size, self._picture
        edge, top = px(32), px(24)
        picture.is_large = self.context.is_large
        if not self.context.is_large:
            self._left = Box(edge, top, width * LEFT_SHARE - edge - px(20), self._bottom - px(30))
            right = width * (1 - LEFT_SHARE) - edge
            self._right = Box(width * LEFT_SHARE, top, right, self._bottom - px(36))
            return
        inner = width - 2 * edge
        self._left = Box(edge, top, inner, picture.left_px(inner, self.sentence))
        below = top + self._left.height + px(20)
        self._right = Box(edge, below, inner, picture.right_px())
        self.needed_px = round(below + self._right.height + px(16) + height - self._bottom)

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        self._picture.paint_left(surface, self._left, self.sentence)
        self._picture.paint_right(surface, self._right)


def room_of(context: Context) -> RoomScreen | None:
    """Returns the room of a tournament started here and not ended, if any."""
    server = HostedServer(context.library.machine)
    return None if server.hosted is None else RoomScreen(context, server)

"""Page of a tournament: its standings, whose turn it is, and finally the winner; and what a round has proved.

Local or at a server. What only one kind of referee has is a part of the page: tabs and files at this machine,
news and proofs at a server.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.message import Message, joined, msg, msg_n, msg_p, verbatim
from game.online.check import Proved
from game.play.phrases import minutes, tenths
from game.play.record import RecordError, read_record
from game.play.replay import Replay
from game.rounds.asking import trouble_words
from game.rounds.port import Proof, Referee
from game.rounds.remote import LeftSeat, RemoteReferee
from game.storage.files import printable
from game.tournament.player import PERSON
from game.ui.drawing.badges import badge_drawer
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import GOLD, QUIET, RGB, SPEEDS, TEXT, WARNING
from game.ui.drawing.words import BETWEEN_FACTS, fitting, wrapped
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.focus import ButtonScreen
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.widgets import Button, button_rows, flow, in_rows, row_of
from game.ui.screen import Context
from game.ui.spoken import ScreenDescription
from game.ui.tournament.page_parts import part_of, tournament_name
from game.ui.tournament.standings import MAX_PODIUM_PX, MIN_PODIUM_PX, Podium, StandingsTable
from game.ui.tournament.words import SAVE_AGAIN, conditions, players_counted, tournament_help, winners

RISE_S = 1.2
"""Duration of the podium's rise."""
WIDTH_PX = 1040
TAB_PX = 34
MAX_LINES = 2
"""Number of lines reserved for sentences."""
TOLD_S = 30
"""Interval at which the time left is read aloud."""


class TournamentScreen(ButtonScreen):
    """Standings and the next step."""

    def __init__(self, context: Context, referee: Referee, shown: int | None = None) -> None:
        """`shown` is the round whose table is shown, if possible."""
        super().__init__(context)
        self.referee = referee
        self.help = lambda: context.lay_over(tournament_help(context, isinstance(referee, RemoteReferee)))
        self._goes_on = False  # whether the referee is needed where one goes from here
        self._next = Button("", "play", self.go_next, is_strong=True)
        self.part = part_of(self, referee, shown, self.prove)
        self._ways_out = [
            Button(msg_p("a button", "Help"), "help", self.help),
            Button(msg_p("a button", "Home"), "home", self.escape),
        ]
        self._is_proof_due = False
        self._shown_tools: Sequence[Sequence[Button]] = ()
        self._game_due: tuple[str, bool] | None = (
            None  # whose game of the proof, and whether beside one's own
        )
        self._tools: dict[tuple[str, int], Sequence[Button]] = {}
        self.table: StandingsTable
        self._podium: Podium
        self.podium_box: Box | None = None  # None where there is no room for it
        self._risen_s = 0.0
        self._head: list[tuple[str, str, RGB]] = []

    @property
    def title(self) -> str:
        return self.part.title

    @property
    def facts(self) -> list[str]:
        """Rules, number of players, and further facts."""
        _, game, rounds, players = self.referee.conditions
        return [*conditions(game, rounds), players_counted(players), *self.part.facts()]

    @property
    def _winners(self) -> Message | None:
        """The winners, once nothing is left to play."""
        referee = self.referee
        found = referee.standings(referee.conditions.rounds) if referee.is_over else ()
        return winners(found) if found else None

    @property
    def spoken(self) -> ScreenDescription:
        return super().spoken._replace(figures=self.table.figures)

    @property
    def spoken_lines(self) -> Sequence[str]:
        lines = [self._winners, self.part.told()[0], joined(BETWEEN_FACTS, self.facts), *self.table.told]
        return [line for line in [*lines, self.part.footnote] if line]

    # What the buttons do -------------------------------------------------------------------------

    @property
    def buttons(self) -> list[Button]:
        tools = [button for row in self._shown_tools for button in row]
        return [*self._first, *self._others, *self.part.tabs, *tools]

    # Games of the round that is seen, or of the last one that may be watched ----------------------

    def _tools_of(self, player: str, number: int) -> Sequence[Button]:
        """Actions for a player's game of a round."""
        if (player, number) not in self._tools:
            own = self.part.own_name
            watch = msg("Watch round {number}", number=number)
            # Translators: A button: a player's game is shown again, beside the game of who looks.
            compare = msg("Compare round {number} with mine", number=number)
            self._tools[player, number] = [
                Button(word, icon, partial(self._watch, player, number, beside), about=player).alone()
                for word, icon, beside in ((watch, "eye", False), (compare, "statistics", True))
                if not beside or (own and player != own)
            ]
        return self._tools[player, number]

    def _watch(self, player: str, number: int, is_beside: bool) -> None:
        self._game_due = player, is_beside
        self.prove(number)

    def _show_game(self, proof: Proof, player: str, is_beside: bool) -> None:
        """Shows one game of a round, perhaps beside one's own."""
        records = {game.played.player: game.played.record for game in proof.checked.proved}
        wanted = [player, *([self.part.own_name] if is_beside else [])]
        if not records.keys() >= {*wanted}:
            self.refuse(msg("You have not both played round {number}.", number=proof.number))
            return
        try:
            replays = [Replay(read_record(records[name].encode())) for name in wanted]
        except RecordError as error:
            self.refuse(str(error))
            return
        if len(replays) == 2:
            self.context.navigation.go("side_by_side", (replays[1], replays[0]), (wanted[1], wanted[0]))
        else:
            self.context.navigation.go("replay", replays[0])

    @property
    def _others(self) -> Sequence[Button]:
        return [*self.part.others, *self._ways_out]

    @property
    def _first(self) -> Sequence[Button]:
        """The button that is meant most, if there is one."""
        return [self._next] if self._next.word else self.part.again()

    def go_next(self) -> None:
        """Saves what is not saved, goes on with the round that runs, or asks who is next."""
        referee, running = self.referee, self.referee.running
        if referee.unsaved is not None:
            self.say(referee.save() or msg("Everything is saved."))
            self.lay_out()
        elif running is None:
            self._goes_on = True
            self.context.navigation.ready(referee, referee.due()[0])
        elif running.seat is None:
            self._goes_on = True
            self.context.navigation.come_back(referee, running)
        else:
            referee.begin(running)
            if referee.refused is None:
                self.context.navigation.round(referee)
            else:
                self.lay_out()
                self.say(referee.refused)

    def prove(self, number: int) -> None:
        """Has the games of a round checked and shows what has been proved, at once or when it is there."""
        if not self._is_proof_due:
            self._is_proof_due = True
            self.say(msg("Fetching and checking round {number}…", number=number))
            self.referee.ask_proof(number)
            self._look_at_proof()

    def _look_at_proof(self) -> None:
        proof = self.referee.take_proof() if self._is_proof_due else None
        if proof is None:
            return
        self._is_proof_due = False
        if isinstance(proof, Proof):
            self.say("")
            if self._game_due is None:
                self.context.lay_over(ProofScreen(self.context, proof))
            else:
                self._show_game(proof, *self._game_due)
        else:
            self.refuse(trouble_words(proof))
        self._game_due = None

    def escape(self) -> None:
        if self.can_close():
            self.context.navigation.home()

    def can_close(self) -> bool:
        sentence = self.referee.save()
        if sentence is None or self.sentence == sentence:  # said once; whoever presses again knows
            return True
        self.say(sentence)
        return False

    def on_close(self) -> None:
        referee = self.referee
        if self._goes_on:
            return
        if isinstance(referee, RemoteReferee) and not LeftSeat(referee).is_over:
            self.context.program.leave_seat(
                LeftSeat(referee)
            )  # who is elsewhere in the program is told what opens
        else:
            referee.close()

    # Time ----------------------------------------------------------------------------------------

    @property
    def next_tick_s(self) -> float | None:
        return self.part.next_tick_s

    def on_tick(self) -> None:
        if self.part.on_tick() or self._next_word() != self._next.word:
            self.lay_out()
            self.redraw()
        self._look_at_proof()
        if self.part.is_called():
            self.go_next()

    def _next_word(self) -> str:
        referee = self.referee
        self._next.spoken_word = ""
        if referee.unsaved is not None:
            return SAVE_AGAIN
        if (running := referee.running) is not None:
            parts = {"player": running.player, "number": running.number}
            if running.seat is None:
                return msg("Continue round {number}", number=running.number)
            if (left_ms := referee.left_ms) is None:
                return msg("Continue: {player}, round {number}", **parts)
            left_s = left_ms // 1000
            told_s = -(-left_s // TOLD_S) * TOLD_S
            words = msg("Continue: {player}, round {number}, {time} left", **parts, time=minutes(left_s))
            self._next.spoken_word = words.with_parts(time=minutes(told_s))
            return words
        for turn in referee.due():
            if turn.seat is None:
                return msg("Play round {number}", number=turn.number)
            return msg("Round {number}: {player}", number=turn.number, player=turn.player)
        return ""

    # Looks ---------------------------------------------------------------------------------------

    min_px = (560, 620)

    def lay_out(self) -> None:
        pictures, (width, height) = self.context.pictures, self.canvas.size
        px = pictures.px
        self._next.word = self._next_word()
        inner = min(width - px(32), px(WIDTH_PX))
        left, bottom = (width - inner) // 2, height - px(14)
        self._column = Box(left, px(14), inner, bottom - px(14))
        bottom = self._place_bottom(bottom)
        self._head = self._head_lines()
        head = sum(pictures.font(size, size != "small").get_height() for _, size, _ in self._head)
        y = px(20) + head + px(10)
        y = round(flow(self.part.tabs, pictures, left, y, inner, TAB_PX)) + px(10)
        self.table = self.part.table()
        if number := self.part.watched_round:
            self.table.tools = [self._tools_of(standing.player.name, number) for standing in self.table.found]
        self._shown_tools = self.table.tools
        room = Box(left, y, inner, bottom - y)
        self.table.place(pictures, room, self.context.is_large)
        self.needed_px = round(self.canvas.size[1] - room.height + self.table.box.height + px(8))
        self.podium_box = None
        free = room.height - self.table.box.height - px(18)
        is_whole = self.referee.is_over and self.part.after_round is None
        if is_whole and free >= px(MIN_PODIUM_PX) and any(standing.rank for standing in self.table.found):
            height = min(int(free), px(MAX_PODIUM_PX))
            self._podium = Podium(self.table.found)
            self.podium_box = room._replace(height=height)
            lower = y + height + px(18)
            self.table.place(pictures, Box(left, lower, inner, bottom - lower), self.context.is_large)

    @property
    def sentence_box(self) -> Box:
        top = min(button.box.y for button in (self._others[0], *self._first))
        return self._column._replace(y=top - self._told_height, height=self._told_height)

    def _place_bottom(self, bottom: int) -> int:
        """Places the buttons in one row, or in more; returns where the table has to end."""
        pictures, column = self.context.pictures, self._column
        px, high, others = pictures.px, pictures.button_px(42), [*self._others]
        first, is_large = self._first, self.context.is_large
        for shows_word in (True,) if is_large else (True, False):  # at a larger scale words stay
            for button in others:
                button.shows_word = shows_word
            row = [*first, *others]
            if sum(button.width(pictures) + px(10) for button in row) <= column.width:
                row_of(row, pictures, column.centre.x, bottom - high, high)
                return bottom - high - self._told_height
        rows = [first, *(button_rows(others, pictures, column.width) if is_large else [others])]
        top = bottom - high - (len(rows) - 1) * (high + px(8))
        for number, buttons in enumerate(rows):
            row_of(buttons, pictures, column.centre.x, top + number * (high + px(8)), high)
        return top - self._told_height

    @property
    def _told_height(self) -> int:
        """Height that is kept free for messages and the footnote, in pixels."""
        small, px = self.context.pictures.font("small").get_height(), self.context.pictures.px
        lines = max(MAX_LINES, len(self._told)) if self.context.is_large else MAX_LINES
        return px(10) + small * (lines + len(self._wrapped(self.part.footnote)))

    @property
    def _told(self) -> Sequence[str]:
        """The lines of what is told at present."""
        return self._wrapped(self.sentence or self.part.told()[0])

    @property
    def is_animating(self) -> bool:
        return self.podium_box is not None and self._risen_s < RISE_S

    def update(self, step_s: float) -> None:
        speed = 0.0 if self.context.is_still else SPEEDS[self.context.settings.speed]
        self._risen_s = min(RISE_S, self._risen_s + step_s / speed) if speed else RISE_S
        if self.podium_box is not None:
            self.redraw(self.podium_box)

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures, column, px = self.context.pictures, self._column, self.context.pictures.px
        self._paint_head(surface)
        self.table.draw(surface, pictures)
        if self.podium_box is not None:
            self._podium.draw(surface, pictures, self.podium_box, min(1.0, self._risen_s / RISE_S))
        lines = self._told_lines
        y = min(button.box.y for button in (self._others[0], *self._first)) - px(6)
        y -= len(lines) * pictures.font("small").get_height()
        for line, colour in lines:
            words = pictures.text(line, "small", colour)
            surface.blit(words, (round(column.centre.x - words.get_width() / 2), round(y)))
            y += words.get_height()

    @property
    def _told_lines(self) -> list[tuple[str, RGB]]:
        """Lines between the table and the buttons, with their colours."""
        colour = WARNING if self.sentence else self.part.told()[1]
        lines = [(line, colour) for line in self._told[: None if self.context.is_large else MAX_LINES]]
        return lines + [(line, QUIET) for line in self._wrapped(self.part.footnote)]

    def _wrapped(self, words: str) -> Sequence[str]:
        return wrapped(words, self.context.pictures, self._column.width, "small") if words else ()

    def _head_lines(self) -> list[tuple[str, str, RGB]]:
        """The lines of title and facts, with size and colour: one for each, or more if letters are large."""
        pictures, won, name, facts = (
            self.context.pictures,
            self._winners,
            tournament_name(self.referee),
            self.facts,
        )
        heading, colour, facts = (name, TEXT, facts) if won is None else (won, GOLD, [name, *facts])
        room = self._column.width - self._trophy_px
        if self.context.is_large:
            gap = pictures.text_width(BETWEEN_FACTS, "small")
            rows = in_rows([pictures.text_width(fact, "small") + gap for fact in facts], room + gap)
            lines: list[str] = [joined(BETWEEN_FACTS, [facts[index] for index in row]) for row in rows]
            titles, size = wrapped(heading, pictures, room, "title", True), "title"
        else:
            size = "title" if pictures.text_width(heading, "title", True) <= room else "large"
            titles = [fitting(heading, pictures, room, size, True)]
            lines = [fitting(joined(BETWEEN_FACTS, facts), pictures, room, "small")]
        return [*((line, size, colour) for line in titles), *((line, "small", QUIET) for line in lines)]

    @property
    def _trophy_px(self) -> int:
        """The width that the winners' trophy takes, if there is one."""
        pictures = self.context.pictures
        side = pictures.font("title", True).get_height() + pictures.px(14)
        return 0 if self._winners is None else side

    def _paint_head(self, surface: pygame.Surface) -> None:
        pictures, column, px = self.context.pictures, self._column, self.context.pictures.px
        x, y = column.x, px(20)
        if trophy := self._trophy_px:
            surface.blit(pictures.icon("trophy", trophy - px(14), GOLD), (x, y))
            x += trophy
        for line, size, colour in self._head:
            text = pictures.text(line, size, colour, size != "small")
            surface.blit(text, (x, y))
            y += text.get_height()
        if self.part.after_round is not None:
            words = pictures.text(msg("after round {number}", number=self.part.after_round), "small", QUIET)
            tabs_end = self.part.tabs[-1].box.x + self.part.tabs[-1].box.width
            right = column.x + column.width - words.get_width()
            if right > tabs_end + px(10):
                surface.blit(words, (right, self.part.tabs[0].box.y + px(8)))


FAULTS = {
    "commitment": msg("The deck is not the one that was promised before the round."),
    "promise": msg("A different deck was promised to you before the round."),
    "no_deck": msg("There is no deck in this round."),
    "times": msg("The times of this round are impossible."),
    "twice": msg("There are two games of {player}."),
    "record": msg("The game of {player} failed the check."),
}


class ProofScreen(FormScreen):
    """Who played what in a closed round, as proved here."""

    def __init__(self, context: Context, proof: Proof) -> None:
        super().__init__(context, msg("Round {number}", number=proof.number))
        checked = proof.checked
        self._proved = checked.proved
        rows = [
            FileRow(_who(game), verbatim(str(game.result.total)), _facts(game, proof))
            for game in checked.proved
        ]
        names = [verbatim(game.played.player) for game in checked.proved]
        for place, row in enumerate(rows):
            row.badge = badge_drawer(names, place)
        self._list = FileList(rows, msg("Nobody has played this round."), lambda _: self.redraw(), self.enter)
        self.panel.rows = [FormRow("", "", self._list, is_below=True, grows=True)]
        watch = (
            [Button(msg_p("a button", "Watch"), "eye", self.enter, self._refusal, is_strong=True)]
            if rows
            else []
        )
        self.panel.buttons = [*watch, Button(msg_p("a button", "Back"), "back", self.close)]
        self.panel.sentence = proof_words(proof)
        self.panel.sentence_colour = WARNING if checked.faults else TEXT
        if rows:
            self._list.chosen = 0

    def _refusal(self) -> Message | None:
        return msg("Choose a game first.") if self._list.chosen is None else None

    def enter(self) -> None:
        if self._list.chosen is None:
            return
        try:
            replay = Replay(read_record(self._proved[self._list.chosen].played.record.encode()))
        except RecordError as error:
            self.refuse(str(error))
            return
        self.context.navigation.go("replay", replay)


def proof_words(proof: Proof) -> str:
    """Returns the result of the check, as a sentence or two."""
    checked = proof.checked
    if checked.faults:
        first = checked.faults[0]
        words: Message = FAULTS.get(first.code, FAULTS["record"])
        return words.with_parts(player=printable(first.player, 40)) if first.player else words
    games = msg_n(
        "{count} game was checked: it is correct.",
        "{count} games were checked: all are correct.",
        len(checked.proved),
    )
    if proof.is_promised is None:
        return games
    if proof.is_promised:
        return joined(" ", [msg("The deck is the one that was promised to you before the round."), games])
    return joined(" ", [msg("The deck is the one the server promised."), games])


def _who(proved: Proved) -> str:
    played = proved.played
    if played.kind == "person":
        return verbatim(printable(played.player, 40))
    return msg("{name} (robot)", name=printable(played.player, 40))


def _beginning(proved: Proved, proof: Proof) -> list[str]:
    """When a person began at a server, and how many could have told of the cards by then."""
    if proved.played.kind != PERSON or proof.is_promised is None:
        return []
    began, count = minutes(proved.began_ms / 1000), proved.before
    # Translators: {time} after the opening; {count} others had turned or moved cards by then.
    return [
        msg_n(
            "started {time} in, after {count} other",
            "started {time} in, after {count} others",
            count,
            time=began,
        )
    ]


def _facts(proved: Proved, proof: Proof) -> str:
    result = proved.result
    parts = [  # where there is no room for all, the last are missing
        *(remark.value for remark in proved.remarks),
        *_beginning(proved, proof),
        tenths(result.elapsed_ms),
        msg("{count} of {all}", count=result.home, all=52),
        msg("score {score}", score=result.score),
    ]
    return joined(BETWEEN_FACTS, parts)

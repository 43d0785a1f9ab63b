"""Page of a tournament: its standings, whose turn it is, and finally the winner; and what a round has proved.

Local or at a server. What only one kind of referee has is a part of the page: tabs and files at this machine,
news and proofs at a server.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.message import Message, joined, msg, msg_n, msg_p, verbatim
from game.online.check import Proved
from game.play.phrases import minutes, tenths
from game.play.record import RecordError, read_record
from game.play.replay import Replay
from game.rounds.asking import PendingRequest, trouble_words
from game.rounds.port import Proof, Referee
from game.rounds.remote import LeftSeat, RemoteReferee
from game.storage.files import printable
from game.tournament.player import PERSON
from game.ui.drawing.badges import badge_drawer
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET, SPEEDS, TEXT, WARNING
from game.ui.drawing.words import BETWEEN_FACTS
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.focus import ButtonScreen, drawn_order
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.tree import Column, Ends, Gap, Held, Node, Row, Size, Text
from game.ui.forms.widgets import Button
from game.ui.screen import Context
from game.ui.spoken import ScreenDescription
from game.ui.tournament.page_parts import part_of
from game.ui.tournament.standings import Podium, StandingsTable
from game.ui.tournament.words import (
    SAVE_AGAIN,
    conditions,
    players_counted,
    tournament_help,
    tournament_name,
    winners,
)

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
        self._proving = PendingRequest(lambda error: self.refuse(trouble_words(error)))
        self._tools: dict[tuple[str, int], Sequence[Button]] = {}
        self.table: StandingsTable
        self._said = Text("")
        self._risen_s = 0.0

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
        """All buttons, those below the standings first."""
        return sorted(super().buttons, key=[*self._first, *self._others].__contains__, reverse=True)

    @property
    def walk(self) -> Sequence[Button]:
        return drawn_order(self.buttons)

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
        """Shows one game of a round, perhaps beside one's own."""
        self._ask_proof(number, partial(self._show_game, player, is_beside))

    def _show_game(self, player: str, is_beside: bool, proof: Proof) -> None:
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
                self.say(referee.refused)

    def prove(self, number: int) -> None:
        """Has the games of a round checked and shows what has been proved, at once or when it is there."""
        self._ask_proof(number, lambda proof: self.context.lay_over(ProofScreen(self.context, proof)))

    def _ask_proof(self, number: int, then: Callable[[Proof], None]) -> None:
        def proved(proof: Proof) -> None:
            self.say("")
            then(proof)

        if not self._proving.is_pending:
            self.say(msg("Fetching and checking round {number}…", number=number))
            self.referee.prove(number, self._proving, proved)

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
            # Who is elsewhere in the program is told what opens.
            self.context.program.leave_seat(LeftSeat(referee))
        else:
            referee.close()

    # Time ----------------------------------------------------------------------------------------

    @property
    def next_tick_s(self) -> float | None:
        return self.part.next_tick_s

    def on_tick(self) -> None:
        if self.part.on_tick() or self._next_word() != self._next.word:
            self.changed()
        self._proving.poll()
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

    def column(self, size: tuple[int, int]) -> Box:
        px = self.context.pictures.px
        inner = min(size[0] - px(32), px(WIDTH_PX))
        return Box((size[0] - inner) // 2, px(20), inner, size[1] - px(20 + 14))

    def tree(self) -> Node:
        part, is_large = self.part, self.context.is_large
        self._next.word, self.table = self._next_word(), part.table()
        if number := part.watched_round:
            self.table.tools = [self._tools_of(row.player.name, number) for row in self.table.found]
        self.table.is_large = is_large
        if self.referee.is_over and part.after_round is None and any(row.rank for row in self.table.found):
            self.table.podium = Podium(self.table.found, self._risen_s / RISE_S)
        told, colour = (self.sentence, WARNING) if self.sentence else part.told()
        lines = 0 if is_large else MAX_LINES
        self._said = Text(told, "small", colour, most=lines, least=MAX_LINES, align=0.5)
        footnote = [Text(part.footnote, "small", QUIET, align=0.5)] if part.footnote else []
        buttons = [Held(button, 42) for button in (*self._first, *self._others)]
        self.foot = Row(buttons, 10, align=0.5)
        below: list[Node] = [Gap(0, grows=1), Column([self._said, *footnote]), self.foot]
        return Column([self._head(), *self._tabs(), self.table, *below], 10)

    def _head(self) -> Node:
        """The name or the winners, and the facts."""
        name, won, facts = tournament_name(self.referee), self._winners, self.facts
        if won is not None:
            facts = [name, *facts]
        title = Text(won or name, "title", TEXT if won is None else GOLD, True)
        words = Column([title, Text(joined(BETWEEN_FACTS, facts), "small", QUIET)])
        return words if won is None else Won(words)

    def _tabs(self) -> list[Node]:
        """The tabs, if there are any, and after which round the standings are."""
        if not self.part.tabs:
            return []
        tabs, after = Row([Held(tab, TAB_PX) for tab in self.part.tabs]), self.part.after_round
        words = "" if after is None else msg("after round {number}", number=after)
        return [Ends(tabs, Text(words, "small", QUIET))]

    @property
    def sentence_box(self) -> Box:
        return self._said.box

    @property
    def is_animating(self) -> bool:
        return self.table.podium_box is not None and self._risen_s < RISE_S

    def update(self, step_s: float) -> None:
        speed = 0.0 if self.context.is_still else SPEEDS[self.context.settings.speed]
        self._risen_s = min(RISE_S, self._risen_s + step_s / speed) if speed else RISE_S
        if self.table.podium is not None and self.table.podium_box is not None:
            self.table.podium.risen = self._risen_s / RISE_S
            self.redraw(self.table.podium_box)


class Won(Node):
    """Words right of a cup that is as high as a title."""

    def __init__(self, words: Node) -> None:
        self.children = (words,)

    @staticmethod
    def _cup_px(pictures: Pictures) -> int:
        return pictures.font("title", True).get_height() + pictures.px(14)

    def measure(self, pictures: Pictures, width: float) -> Size:
        wide, high = self.children[0].size(pictures, width - self._cup_px(pictures))
        return wide + self._cup_px(pictures), high

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box, cup = box, self._cup_px(pictures)
        self.children[0].place(pictures, box._replace(x=box.x + cup, width=box.width - cup))

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        side = self._cup_px(pictures) - pictures.px(14)
        surface.blit(pictures.icon("trophy", side, GOLD), (self.box.x, self.box.y))
        super().paint(surface, pictures, area)


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

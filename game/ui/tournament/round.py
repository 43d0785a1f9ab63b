"""A round of a tournament at the table of Rush: no pause, no hint, no second try, and a clock that goes on.

Knows the table and the round's session; must not know standings or files.
"""

from __future__ import annotations

from typing import cast

from game.message import joined, msg, verbatim
from game.play.phrases import tenths
from game.rounds.local import LocalTournament, RoundRecorder, round_session
from game.rounds.local_round import OpenRound
from game.rules.rush import Rush
from game.ui.drawing.theme import QUIET, TEXT, WARNING
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button
from game.ui.games.rush.practice import ENDINGS, LastSeconds, score_lines
from game.ui.games.rush.view import RushView
from game.ui.scene import Stage
from game.ui.table.assembly import played
from game.ui.table.hand import Hand
from game.ui.table.table import Table
from game.ui.tournament.played_once import PlayedOnce


def round_table(stage: Stage, local: LocalTournament, opened: OpenRound) -> Table:
    """The table of a round; its clock runs from now on."""
    recorder = RoundRecorder(local, opened)
    session = round_session(recorder, stage.now_ns, stage.utc_now)
    variant = cast(Rush, session.game.variant)
    table = Table(stage, session.game, RushView(variant, always_tells_time=True), session)
    hand = Hand(table)
    occasion = Round(table, hand, variant, recorder)
    table.bars.title, table.bars.subtitle = occasion.of, verbatim(opened.seat.player.label)
    # Nobody waits for cards to be dealt.
    return played(table, occasion, hand, last=[LastSeconds(table, variant.limit_ms)])


class Round(PlayedOnce):
    """One round, played once."""

    def __init__(self, table: Table, hand: Hand, variant: Rush, recorder: RoundRecorder) -> None:
        super().__init__(table, hand, variant)
        self.recorder = recorder
        """The record with its seat and round."""
        rounds = recorder.local.tournament.rounds
        self.of = msg("Round {number} of {rounds}", number=recorder.opened.round_number, rounds=rounds)

    @property
    def title(self) -> str:
        return joined(" — ", [self.of, self.recorder.opened.seat.player.label])

    def go_back(self) -> None:
        """Leaves the table for the tournament; the clock goes on."""
        local, number = self.recorder.local, self.recorder.opened.round_number
        self._table.session.leave()
        local.look_at_clock()
        self._table.stage.routes.tournament(local, number)

    # The end -------------------------------------------------------------------------------------

    def result_panel(self) -> Panel:
        game = self._table.game
        who = Line(verbatim(self.recorder.opened.seat.player.label), "", TEXT, is_bold=True)
        time = Line(msg("Time used"), tenths(game.elapsed_ms))
        lines = [who, *score_lines(self._variant, game), time]
        buttons = [Button(msg("Continue"), "play", self._continue, is_strong=True)]
        if self.recorder.unsaved is not None:
            lines += [
                Line(self.recorder.unsaved, "", WARNING),
                Line(msg("Make room and press Try again; it counts here already."), "", QUIET),
            ]
            buttons.append(Button(msg("Try again"), "save", self._try_again))
        return Panel(ENDINGS[game.outcome], lines, buttons, hides_cards=self._next_is_waiting)

    @property
    def _next_is_waiting(self) -> bool:
        """Whether somebody here has still to play this round, and should not see its cards."""
        due = self.recorder.local.state.due()
        return bool(due) and due[0][1] == self.recorder.opened.round_number

    def _try_again(self) -> None:
        self.recorder.save()
        self._table.show_panel(self.result_panel())

    def _continue(self) -> None:
        local = self.recorder.local
        if self._next_is_waiting:
            seat, number = local.state.due()[0]
            self._table.stage.routes.ready(local, seat, number)
        else:
            self.go_back()

"""What can be taken out of a tournament again: players and results of files, and the whole of it by a close.

Knows the tournament and its seats; must not know how a round is played. Nothing is taken out before
it was asked for twice, and what is taken out is kept aside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.message import joined, msg, msg_n, msg_p
from game.play.lines import FileError
from game.rounds.local import LocalTournament
from game.storage.files import StorageError
from game.tournament.state import Seat
from game.ui.drawing.foreign import reason_shown
from game.ui.drawing.words import BETWEEN_FACTS
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.form import FormScene
from game.ui.forms.form_panel import Row
from game.ui.forms.widgets import Button
from game.ui.scene import Stage

NOTHING = msg("Who plays here and has begun stays, and so does what they played.")


@dataclass(frozen=True)
class Removal:
    """One thing that can be taken out: what the list says of it, the question, the word, and what is done."""

    name: str
    facts: str
    question: str
    word: str
    do: Callable[[], None]


class RemoveScene(FormScene):
    """A list of what can be taken out; pressed once it asks, pressed again it does."""

    def __init__(self, stage: Stage, local: LocalTournament) -> None:
        super().__init__(stage, msg_p("page", "Remove"))
        self._removals = removals(stage, local)
        rows = [FileRow(each.name, "", each.facts) for each in self._removals]
        self._list = FileList(rows, NOTHING, self._chosen, self.enter)
        self.panel.rows = [Row("", "", self._list, is_below=True, grows=True)]
        self._asked: Removal | None = None  # what the next press does
        self._button = Button(msg_p("a button", "Remove…"), "delete", self._press_button, self._refusal)
        self._back = Button(msg_p("a button", "Back"), "back", self.close, is_strong=True)
        self.panel.buttons = [self._button, self._back]
        self.focus.begin_with(self._list if rows else self._back)

    def _refusal(self) -> str | None:
        return msg("Choose what to remove.") if self._list.chosen is None else None

    def _chosen(self, _: int) -> None:
        self._ask(None)
        self.say("")
        self.redraw()

    def _ask(self, removal: Removal | None) -> None:
        if removal is not self._asked:
            self._asked = removal
            self._button.word = msg_p("a button", "Remove…") if removal is None else removal.word
            self.lay_out()

    def enter(self) -> None:
        if (refusal := self._refusal()) is not None:
            self.refuse(refusal)
        else:
            self._press_button()

    def _press_button(self) -> None:
        assert self._list.chosen is not None
        removal = self._removals[self._list.chosen]
        if removal is not self._asked:
            self._ask(removal)
            # Whoever goes on pressing Enter, or the list, must not answer the question.
            self.go_to(self._back)
            self.refuse(msg("{question} Press {button}.", question=removal.question, button=removal.word))
            return
        try:
            removal.do()
        except (StorageError, FileError) as error:
            self._ask(None)
            self.refuse(msg("It cannot be removed: {reason}.", reason=reason_shown(error)))
            return
        self.stage.back(msg("{what}: done.", what=removal.name))


def removals(stage: Stage, local: LocalTournament) -> list[Removal]:
    """All that can be taken out now."""
    seats = local.seats
    found = []
    if not local.state.is_over and seats.close_refusal() is None:
        found.append(
            Removal(
                msg("Close “{tournament}”", tournament=local.tournament.name),
                msg("Nobody here plays on. What was begun stays."),
                msg("Rounds that nobody here has begun are not played any more."),
                msg("Close it"),
                lambda: seats.close(stage.utc_now()),
            )
        )
    for seat in local.state.seats:
        if seats.removal_refusal(seat) is None:
            found.append(_of_seat(local, seat))
        if not seat.is_here:
            found += [_of_round(local, seat, number) for number in _rounds(seat)]
    return found


def _rounds(seat: Seat) -> list[int]:
    return sorted({*seat.results, *seat.spoilt, *seat.unproven})


def _of_seat(local: LocalTournament, seat: Seat) -> Removal:
    label, count = seat.player.label, len(_rounds(seat))
    if seat.is_here:
        facts = msg("plays here, and has begun nothing")
    else:
        facts = msg_n("{count} round from files", "{count} rounds from files", count)
    return Removal(
        msg("{player}, as a player", player=label),
        facts,
        msg("{player} leaves the tournament; files are kept aside.", player=label),
        msg("Remove it"),
        lambda: local.seats.remove(seat),
    )


def _of_round(local: LocalTournament, seat: Seat, number: int) -> Removal:
    result = seat.results.get(number)
    total = msg("it does not count yet") if result is None else msg("total {points}", points=result.total)
    return Removal(
        msg("Round {number} of {player}", number=number, player=seat.player.label),
        joined(BETWEEN_FACTS, [msg("from a file"), total]),
        msg("It does not count any more; its record is kept aside."),
        msg("Remove it"),
        lambda: local.seats.remove_round(seat, number),
    )

"""A round that is over: what its proof has shown, and everybody's game to be watched."""

from __future__ import annotations

from game.message import Message, joined, msg, msg_n, msg_p, verbatim
from game.online.check import Proved
from game.play.phrases import minutes, tenths
from game.play.record import RecordError, read_record
from game.play.replay import Replay
from game.rounds.port import Proof
from game.tournament.player import PERSON
from game.ui.drawing.theme import TEXT, WARNING
from game.ui.drawing.words import BETWEEN_FACTS, shown
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import Row
from game.ui.forms.widgets import Button
from game.ui.screen import Context

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
        self._list = FileList(rows, msg("Nobody has played this round."), self._chosen, self.enter)
        self.panel.rows = [Row("", "", self._list, is_below=True, grows=True)]
        watch = [Button(msg("Watch"), "eye", self.enter, self._refusal, is_strong=True)] if rows else []
        self.panel.buttons = [*watch, Button(msg_p("a button", "Back"), "back", self.close)]
        self.panel.sentence = proof_words(proof)
        self.panel.sentence_colour = WARNING if checked.faults else TEXT
        if rows:
            self._list.chosen = 0

    def _chosen(self, _: int) -> None:
        self.redraw()

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
        self.context.navigation.replay(replay)


def proof_words(proof: Proof) -> str:
    """What the check has shown, as a sentence or two."""
    checked = proof.checked
    if checked.faults:
        first = checked.faults[0]
        words: Message = FAULTS.get(first.code, FAULTS["record"])
        return words.with_parts(player=shown(first.player, 40)) if first.player else words
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
        return verbatim(shown(played.player, 40))
    return msg("{name} (robot)", name=shown(played.player, 40))


def _beginning(proved: Proved, proof: Proof) -> list[str]:
    """When a person began at a server, and how many could have told of the cards by then."""
    if proved.played.kind != PERSON or proof.is_promised is None:
        return []
    began, count = minutes(proved.began_ms / 1000), proved.before
    # Translators: {time} after the opening; {count} others had turned or moved cards by then.
    return [
        msg_n(
            "started at {time}, {count} had played",
            "started at {time}, {count} had played",
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

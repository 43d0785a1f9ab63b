"""A new tournament, or one from a file: its name, rules, rounds and players, all with good defaults.

Knows what a tournament may be and what was chosen last; must not know what is played.
"""

from __future__ import annotations

from contextlib import suppress

from game.message import msg, msg_p, verbatim
from game.play.phrases import minutes
from game.robots.cast import MIXED, NAMES, STRENGTHS, robots_at_table
from game.rounds.decks import LAID_BY, Wanted
from game.session.daily import day_name
from game.storage.files import StorageError
from game.tournament.player import (
    MOST_LETTERS,
    Player,
    PlayerError,
    check_different,
    players_from_text,
    tidied,
)
from game.tournament.tournament import (
    GAME,
    LIMITS_S,
    MOST_NAME_LETTERS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    Tournament,
    TournamentError,
)
from game.ui.drawing.foreign import shown
from game.ui.forms.controls import Choice, Stepper
from game.ui.forms.difficulty import ANY, DIFFICULTIES, difficulty_named
from game.ui.forms.form import FormScene
from game.ui.forms.form_panel import Row
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button
from game.ui.scene import Stage
from game.ui.tournament.begin import REMEMBERED, SOMEBODY, begin, go_to_first_round, with_decks

STEP_S = 30
USUAL_ROUNDS = 3
ROBOTS_REMEMBERED = "tournament robots"
"""Under which name the profile keeps the robots that played last."""
SEATS = range(len(NAMES) + 1)
CAST = (MIXED, *STRENGTHS)


class NewTournamentScene(FormScene):
    """Asks how a tournament shall be, and begins it."""

    def __init__(self, stage: Stage, tournament: Tournament | None = None) -> None:
        """`tournament` is one that came as a file: then only the players are asked for."""
        super().__init__(
            stage, msg("New tournament") if tournament is None else verbatim(shown(tournament.name, 28))
        )
        self._given = tournament
        if tournament is None:
            stage.decks.seek(GAME(), LAID_BY)
        self._draw, self._limit, self._rounds = "3", 300, USUAL_ROUNDS
        self._difficulty = ANY
        say = stage.pictures.language.say
        # Translators: the name of a tournament, with its day: at most 40 letters.
        self._name = self._field(
            say(msg("Tournament of {day}", day=day_name(stage.today))), MOST_NAME_LETTERS
        )
        players = stage.profile.options.get(REMEMBERED, say(SOMEBODY))
        self._players = self._field(players, (MOST_LETTERS + 2) * MOST_PLAYERS)
        hint = msg("up to {count} names, with commas between", count=MOST_PLAYERS)
        who = Row(msg("Players here"), hint, self._players, is_below=True)
        robots, _, self._strength = stage.profile.options.get(ROBOTS_REMEMBERED, f"0 {MIXED}").partition(" ")
        self._robots = int(robots) if robots in map(str, SEATS) else 0
        self._strength = self._strength if self._strength in CAST else MIXED
        rows = [*self._robot_rows(), who]
        self.panel.rows = rows if tournament is not None else [*self._rule_rows(), *rows]
        self.panel.buttons = [
            Button(msg("Start"), "play", self.enter, is_strong=True),
            Button(msg("Cancel"), "close", self.close),
        ]
        self.focus.begin_with(self._players)

    def _field(self, text: str, most: int) -> TextField:
        field = TextField(text, self._changed, most)
        field.edit.select_all()
        return field

    def _rule_rows(self) -> list[Row]:
        draws = [(msg("Draw 3"), "3"), (msg("Draw 1"), "1")]
        limits = range(LIMITS_S[0], LIMITS_S[-1] + 1, STEP_S)
        rounds = range(1, MOST_ROUNDS + 1)
        return [
            Row(msg("Name"), "", self._name),
            Row(msg("Rules"), GAME.title, Choice(draws, lambda: self._draw, self._set_draw)),
            Row(
                msg("Time"),
                msg("for each round"),
                Stepper(limits, lambda: self._limit, self._set_limit, minutes),
            ),
            Row(msg("Rounds"), msg("a deal each"), Stepper(rounds, lambda: self._rounds, self._set_rounds)),
            Row(msg("Deals"), "", Choice(DIFFICULTIES, lambda: self._difficulty, self._set_difficulty)),
        ]

    def _robot_rows(self) -> list[Row]:
        strengths = [(verbatim(word).capitalised(), word) for word in CAST]
        return [
            Row(
                msg("Robots"),
                msg("they play while you do"),
                Stepper(SEATS, lambda: self._robots, self._set_robots, _how_many),
            ),
            Row(
                msg("Strength"),
                msg("of the robots"),
                Choice(strengths, lambda: self._strength, self._set_strength),
            ),
        ]

    def _set_robots(self, robots: int) -> None:
        self._robots = robots
        self.redraw()

    def _set_strength(self, strength: str) -> None:
        self._strength = strength
        self.redraw()

    def _set_draw(self, draw: str) -> None:
        self._draw = draw
        self.redraw()

    def _set_limit(self, limit: int) -> None:
        self._limit = limit
        self.redraw()

    def _set_rounds(self, rounds: int) -> None:
        self._rounds = rounds
        self.redraw()

    def _set_difficulty(self, difficulty: str) -> None:
        self._difficulty = difficulty
        self.redraw()

    def _changed(self) -> None:
        self.say("")
        self.redraw()

    def enter(self) -> None:
        try:
            players = self._who()
            if self._given is not None:
                self._begin(self._given, players)
            else:
                with_decks(self.stage, self._wanted(), lambda tournament: self._begin(tournament, players))
        except (PlayerError, TournamentError) as error:
            self.refuse(str(error))
            return
        except StorageError as error:
            self.refuse(msg("The tournament cannot be kept: {reason}.", reason=str(error)))

    def _begin(self, tournament: Tournament, players: tuple[Player, ...]) -> None:
        local = begin(self.stage, tournament, players)
        self._remember(players)
        if self._given is None:
            go_to_first_round(self.stage, local)
        else:
            self.stage.routes.tournament(local)

    def _who(self) -> tuple[Player, ...]:
        players = players_from_text(self._players.text)
        if not players:
            raise PlayerError(msg("Somebody has to play: type a name."))
        everybody = (*players, *robots_at_table(self._robots, self._strength))
        if len(everybody) > MOST_PLAYERS:
            count = len(everybody)
            raise PlayerError(
                msg("There are at most {most} players, not {count}.", most=MOST_PLAYERS, count=count)
            )
        check_different(everybody)
        return everybody

    def _wanted(self) -> Wanted:
        game = GAME(draw=int(self._draw), limit=self._limit)
        return Wanted(tidied(self._name.text), game, self._rounds, difficulty_named(self._difficulty))

    def _remember(self, players: tuple[Player, ...]) -> None:
        persons = [player.name for player in players if not player.is_robot]
        self.stage.profile.options[REMEMBERED] = ", ".join(persons)
        self.stage.profile.options[ROBOTS_REMEMBERED] = f"{self._robots} {self._strength}"
        with suppress(StorageError):  # next time the names are typed again
            self.stage.profile.save()


def _how_many(robots: int) -> str:
    return str(robots) if robots else msg_p("robots", "none")

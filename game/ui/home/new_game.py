"""Forms over the home screen: a game of a certain deal, the deals of past days, the players here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from game.cards import NUMBERS
from game.message import Message, joined, msg, msg_n, msg_p
from game.play.deal import deal_number
from game.play.record import RecordError
from game.rules import variant_with
from game.rules.options import options_to_text
from game.rules.variant import Variant
from game.session.daily import RULES, WEEKDAYS, daily_difficulty, day_name, games_of_day
from game.solver.answer import Verdict
from game.solver.service.messages import RequestFailed, SolveProgress, SolveRequest, SolveResponse
from game.storage.files import StorageError
from game.storage.library import Library
from game.storage.profile import MAX_LETTERS, MAX_PLAYERS
from game.tournament.player import PlayerError, new_player, tidied
from game.ui.drawing.badges import badge_drawer
from game.ui.drawing.words import BETWEEN_FACTS
from game.ui.forms.controls import ANY, DIFFICULTIES, HIDE_SCORE, RadioGroup, Switch, difficulty_named
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.text_field import NumberField, TextField
from game.ui.forms.widgets import Button
from game.ui.games.tables import view_class
from game.ui.home.strips import daily_button, daily_state, name_of
from game.ui.screen import Context
from game.ui.table.tutorial import LEARN_IT

DIGITS = len(str(NUMBERS - 1))
TIMEOUT_S = 10.0
"""Maximum wait for proof that a deal can be won."""


class NewGameScreen(FormScreen):
    """Asks for a deal number."""

    def __init__(self, context: Context, variant: Variant) -> None:
        super().__init__(context, variant.title)
        self._variant = self._usual = variant
        self._question: int | None = None
        self._told_of: int | None = None  # the number of which it was said that it cannot be won
        self._next: int | None = None  # the winnable one that is offered in its place
        self._difficulty = ANY  # of a random number
        self._number = NumberField(
            DIGITS,
            self._changed,
            self.refuse,
            no_digits=msg("A deal number contains only digits."),
            too_long=msg("A deal number contains at most {digits} digits.", digits=DIGITS),
            takes=context.navigation.take_code,
        )
        rows = [FormRow(msg("Deal number"), msg("or paste a code that was shared with you"), self._number)]
        choices = view_class(variant.name).tile_options
        if choices:
            rows.append(
                FormRow(msg_p("a field", "Rules"), "", RadioGroup(choices, self._chosen, self._choose))
            )
        if passes := view_class(variant.name).passes:
            rows.append(
                FormRow(
                    msg_p("a field", "Passes"),
                    msg("through the stock; 3 and 1 have no clock"),
                    RadioGroup(passes, self._passes, self._choose_passes),
                )
            )
        if variant.deals_can_be_won:
            hard = RadioGroup(DIFFICULTIES, lambda: self._difficulty, self._choose_difficulty)
            rows.append(FormRow(msg_p("a field", "Difficulty"), msg("for a random number"), hard))
        rows.append(FormRow(*HIDE_SCORE, Switch(lambda: context.settings.hide_score, self._hide_score)))
        self.panel.rows = rows
        self.panel.buttons = self._buttons()

    def _buttons(self) -> list[Button]:
        play = Button(
            msg_p("a button", "Play"), "play", self._play, self._refusal, is_strong=self._next is None
        )
        cancel = Button(msg_p("a button", "Cancel"), "close", self.close)
        if self._next is None:
            learn = Button(
                LEARN_IT,
                "hint",
                lambda: self.context.navigation.go("tutorial", self._variant),
            )
            teaches = self.context.navigation.has_tutorial(self._variant.name)
            rolls = Button(msg("Random number"), "restart", self._random)
            return [play, rolls, *([learn] if teaches else []), cancel]
        play.word = msg("Play anyway")
        return [
            Button(msg("Play {number}", number=self._next), "play", self._play_next, is_strong=True),
            play,
            cancel,
        ]

    def _chosen(self) -> str:
        return self._chosen_of(view_class(self._variant.name).tile_options)

    def _passes(self) -> str:
        return self._chosen_of(view_class(self._variant.name).passes)

    def _chosen_of(self, offered: Sequence[tuple[str, str]]) -> str:
        words = set(options_to_text(self._variant).split())
        return next((text for _, text in offered if text and words.issuperset(text.split())), "")

    def _choose_passes(self, options: str) -> None:
        """Limits the passes, without a clock; or takes the game's own time back."""
        self._variant = variant_with(self._usual, f"{self._chosen()} {options}")
        self._changed()

    def _choose(self, options: str) -> None:
        self._variant = variant_with(self._variant, options)
        if self._difficulty != ANY:  # by the other rules a deal is otherwise hard
            self._random()
        else:
            self._changed()

    def _choose_difficulty(self, difficulty: str) -> None:
        self._difficulty = difficulty
        self._random()

    def _hide_score(self, hides: bool) -> None:
        self.context.settings.hide_score = hides
        try:
            self.context.profile.save()
        except StorageError as error:
            self.say(msg("The settings cannot be saved: {reason}.", reason=str(error)))
        self.redraw()

    def _changed(self) -> None:
        self._forget()
        too_large = self._number.text and int(self._number.text) >= NUMBERS
        self.say(self._refusal() or "" if too_large else "")
        self.redraw()

    def _refusal(self) -> Message | None:
        if not self._number.text:
            return msg("Type a deal number, or take a random one.")
        if int(self._number.text) >= NUMBERS:
            return msg("The largest deal number is {largest}.", largest=NUMBERS - 1)
        return None

    def _random(self) -> None:
        number = self.context.dealer.number(self._variant, difficulty_named(self._difficulty))
        self._number.set_text(str(number))
        self._changed()

    def enter(self) -> None:
        refusal = self._refusal()
        if refusal is not None:
            self.refuse(refusal)
        elif self._next is not None:
            self._play_next()
        else:
            self._play()

    # Whether it can be won -------------------------------------------------------------------------

    def _play(self) -> None:
        number, variant = int(self._number.text), self._variant
        is_known = not variant.deals_can_be_won or self.context.dealer.is_proven(variant, number)
        if is_known or number == self._told_of:
            self._start(number)
        elif self._question is None:
            self.say(msg("Checking whether deal {number} can be won…", number=number))
            position = deal_number(variant, number).position
            solver = self.context.solver
            solver.warm(variant)
            self._question = solver.ask(SolveRequest(variant, TIMEOUT_S, position), self._judged)

    def _judged(self, answer: SolveResponse | SolveProgress | RequestFailed) -> None:
        if isinstance(answer, SolveProgress):
            return
        self._question = None
        number = int(self._number.text)
        verdict = answer.verdict if isinstance(answer, SolveResponse) else Verdict.GAVE_UP
        if verdict is Verdict.SOLVED:
            self._start(number)
        elif verdict is Verdict.UNSOLVABLE:
            self._told_of = number
            self.refuse(msg("Deal {number} cannot be won: every possibility was checked.", number=number))
            self._next = self.context.dealer.next_after(self._variant, number)
            self.put_buttons(self._buttons())
        else:
            self._told_of = number
            sentence = msg(
                "Deal {number} may or may not be winnable: the search ran out of time. “{button}” starts "
                "it anyway.",
                number=number,
                button=msg_p("a button", "Play"),
            )
            self.refuse(sentence)

    def _play_next(self) -> None:
        assert self._next is not None
        self._start(self._next)

    def _forget(self) -> None:
        """Drops findings because number or rules have changed."""
        self.context.solver.cancel(self._question)
        self._question = self._told_of = None
        if self._next is not None:
            self._next = None
            self.put_buttons(self._buttons())

    def _start(self, number: int) -> None:
        session = self.context.sessions.deal(self._variant, number)
        self.context.navigation.table(session, is_fresh=True)

    def on_close(self) -> None:
        self.context.solver.cancel(self._question)
        super().on_close()


DAYS = 365
"""Number of days offered."""


class PastDaysScreen(FormScreen):
    """The days before today, the latest first."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg("Daily deals of past days"))
        self._today = context.sessions.today
        self.days = [self._today - timedelta(days=before) for before in range(1, DAYS + 1)]
        self._game = RULES.name
        self._standings = context.sessions.standings()
        self._list = FileList(self._rows(), "", self._chosen, self.enter)
        self._list.chosen = 0
        reading = self.read_rows(self._list, self._read_row)
        self._forget_rows = reading.forget_rows
        games = [(rules.short_title or rules.title, rules.name) for rules in games_of_day()]
        self.panel.rows = [
            FormRow("", "", RadioGroup(games, lambda: self._game, self._choose_game)),
            FormRow("", "", self._list, is_below=True, grows=True),
        ]
        self.focus.begin_with(self._list)
        self._open = Button(msg_p("a button", "Play"), "play", self.enter, is_strong=True)
        self._name_button()
        self.panel.buttons = [self._open, Button(msg_p("a button", "Back"), "back", self.close)]

    def _rows(self) -> list[FileRow]:
        return [_row(day, self._today) for day in self.days]

    def _choose_game(self, game: str) -> None:
        """Shows the days of another game."""
        chosen = self._list.chosen
        self._game, self._standings = game, self.context.sessions.standings(game)
        self._list.renew(self._rows(), chosen)
        self._forget_rows()
        self._chosen(chosen or 0)

    def _read_row(self, index: int) -> None:
        day = self.days[index]
        standing = self._standings(day)
        facts: list[str] = [daily_state(standing)]
        if self._game == RULES.name:
            facts.insert(0, daily_difficulty(day).word)
        if standing.is_late:
            facts.append(msg_p("a deal of the day", "late"))
        self._list.rows[index].facts = joined(BETWEEN_FACTS, facts)

    def _name_button(self) -> None:
        assert self._list.chosen is not None
        word, self._open.icon = daily_button(self._standings(self.days[self._list.chosen]))
        self._open.word = msg("Catch up") if word == "Play" else word

    def _chosen(self, _: int) -> None:
        self._name_button()
        self.say("")
        self.lay_out()

    def enter(self) -> None:
        assert self._list.chosen is not None
        try:
            day = self.days[self._list.chosen]
            session = self.context.sessions.daily_or_its_result(day, self._game)
        except (StorageError, RecordError) as error:
            self.refuse(msg("This day’s deal cannot be opened: {reason}.", reason=str(error)))
            return
        self.context.navigation.table(session, is_fresh=not session.game.entries)


def _row(day: date, today: date) -> FileRow:
    parts = {"weekday": WEEKDAYS[day.weekday()], "day": day_name(day)}
    if day.year == today.year:
        name = msg("{weekday}, {day}", **parts)
    else:
        name = msg("{weekday}, {day} {year}", **parts, year=day.year)
    return FileRow(name, msg_p("a deal of the day", "yesterday") if day == today - timedelta(days=1) else "")


class PlayersScreen(FormScreen):
    """Everybody who plays here; each has games, statistics and settings of their own."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg_p("a page", "Players"))
        self._players = context.players
        self._list = FileList([], "", self.unsay, self.enter)
        self._name = TextField("", lambda: self.say(""), MAX_LETTERS)
        self.panel.rows = [
            FormRow("", "", self._list, is_below=True, grows=True),
            FormRow(
                msg_p("a button", "Name"),
                msg("New player, or new name for the selected one"),
                self._name,
                is_below=True,
            ),
        ]
        self.panel.buttons = [
            Button(msg_p("a button", "Play"), "play", self.enter, is_strong=True),
            # Translators: A button: another player of this computer.
            Button(msg("Add player"), "new", self._add),
            Button(msg_p("a button", "Rename"), "text", self._rename),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]
        self._fill(self._players.playing)
        self.focus.begin_with(self._list)

    def _fill(self, chosen: str) -> None:
        players = self._players
        rows = []
        called = [name_of(players, number) for number in players.names]
        for place, number in enumerate(players.names):
            left = len(Library(players.folder_of(number)).unfinished_files())
            facts = msg_n("{count} unfinished", "{count} unfinished", left) if left else ""
            plays = msg("playing now") if number == players.playing else ""
            rows.append(FileRow(called[place], plays, facts))
            rows[-1].badge = badge_drawer(called, place)
        self._list.put(rows, [*players.names].index(chosen))

    @property
    def _number(self) -> str:
        return [*self._players.names][self._list.chosen or 0]

    def enter(self) -> None:
        """Has the chosen player play."""
        if self._number == self._players.playing:
            self.close()
        else:
            self.context.play_as(self._number)

    def _new_name(self, but: str = "") -> str | None:
        """The typed name; None, with a sentence, if it is not allowed."""
        name = tidied(self._name.text)
        try:
            new_player(name)
        except PlayerError as error:
            self.refuse(str(error))
            return None
        if name in [label for key, label in self._players.names.items() if key != but]:
            self.refuse(msg("That name is taken."))
            return None
        return name

    def _add(self) -> None:
        if len(self._players.names) >= MAX_PLAYERS:
            self.refuse(msg("There is room for {count} players.", count=MAX_PLAYERS))
        elif (name := self._new_name()) is not None:
            self._keep(lambda: self._players.add(name))

    def _rename(self) -> None:
        number = self._number
        if (name := self._new_name(number)) is not None:
            self._keep(lambda: self._players.rename(number, name))

    def _keep(self, change: Callable[[], str]) -> None:
        """Makes a change, and shows the player whose number it returns."""
        try:
            number = change()
        except StorageError as error:
            self.refuse(msg("The names cannot be saved: {reason}.", reason=str(error)))
            return
        self._name.set_text("")
        self._fill(number)
        self.lay_out()

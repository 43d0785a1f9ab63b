"""Parts of a tournament's page that only one kind of referee has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.message import Message, joined, msg, msg_n, msg_p, verbatim
from game.play.phrases import place_words
from game.rounds.asking import HOST_SAYS, NOBODY, PendingRequest, TakenSeat, join, trouble_words
from game.rounds.local import LocalReferee
from game.rounds.port import TIME_IS_OVER, Referee
from game.rounds.remote import RemoteReferee
from game.storage.tournament_store import OnlineKeys
from game.tournament.standings import StandingRow, placed
from game.ui.drawing.theme import QUIET, RGB, WARNING
from game.ui.drawing.words import BETWEEN_FACTS
from game.ui.forms.focus import ButtonScreen
from game.ui.forms.widgets import Button
from game.ui.spoken import Role
from game.ui.tournament.connect import held_here, next_words, seat_taken
from game.ui.tournament.new import begin_again
from game.ui.tournament.standings import StandingsTable, round_columns, sum_columns
from game.ui.tournament.words import FRIENDS, tournament_name

FEW_ROUNDS = 5
"""Maximum number of tabs with words."""
LISTENING_S = 0.1
ALL = 0
"""Standings of all rounds; a number means after that round."""


class PagePart:
    """Part of the page for one kind of referee."""

    tabs: Sequence[Button]
    """A button for each round."""
    footnote: str = ""
    """Permanent line beneath the standings."""
    others: Sequence[Button] = ()
    """Buttons besides help and the way home."""

    @property
    def next_tick_s(self) -> float | None:
        """Poll interval."""
        return LISTENING_S

    @property
    def after_round(self) -> int | None:
        """Selected round of the standings, if any."""
        return None

    own_name: str = ""
    """Player to compare others with, or ""."""

    @property
    def watched_round(self) -> int:
        """Round whose games can be watched from the standings shown, or 0."""
        return 0

    @property
    def title(self) -> str:
        """The title of the page."""
        raise NotImplementedError

    def facts(self) -> Sequence[str]:
        """Facts besides conditions and players."""
        raise NotImplementedError

    def told(self) -> tuple[str, RGB]:
        """Default line beneath the standings."""
        raise NotImplementedError

    def table(self) -> StandingsTable:
        """The standings shown."""
        raise NotImplementedError

    def again(self) -> Sequence[Button]:
        """Main offer once nothing is left to play."""
        return ()

    def on_tick(self) -> bool:
        """Polls for news; returns whether the page has changed."""
        raise NotImplementedError

    def is_called(self) -> bool:
        """Returns once whether everybody is led to the next round now."""
        return False


def part_of(
    page: ButtonScreen, referee: Referee, shown: int | None, prove: Callable[[int], None]
) -> PagePart:
    """Returns the part for the page's referee; `prove` shows the proof of a round."""
    if isinstance(referee, LocalReferee):
        return LocalPart(page, referee, shown, prove)
    assert isinstance(referee, RemoteReferee), "there are two"
    return RemotePart(page, referee, prove)


def own_place(found: Sequence[StandingRow], own: str) -> str:
    """Tells a player of that name the place and the distance to the first, or to the second."""
    found = placed(found)
    row = next(
        (standing for standing in found if standing.player.name == own and standing.rank is not None), None
    )
    other = next(
        (standing for standing in found if standing.player.name != own and standing.rank is not None), None
    )
    if row is None or row.rank is None or other is None:
        return ""
    points, player = abs(row.total - other.total), other.player.label
    if row.rank > 1:
        return msg(
            "You came {place}, {points} behind {player}.",
            place=place_words(row.rank),
            points=points,
            player=player,
        )
    if other.rank == 1:
        return msg("You share first place with {player}.", player=player)
    return msg("You won, {points} ahead of {player}.", points=points, player=player)


def _round_word(number: int, rounds: int) -> str:
    return msg("Round {number}", number=number) if rounds <= FEW_ROUNDS else verbatim(str(number))


class LocalPart(PagePart):
    """Standings after each round, robots in the background, and rematches."""

    footnote = FRIENDS

    def __init__(
        self, page: ButtonScreen, local: LocalReferee, shown: int | None, prove: Callable[[int], None]
    ) -> None:
        self._page, self._local = page, local
        state = local.state
        self._shown = ALL if state.is_over or shown is None or shown > state.complete_rounds else shown
        self._rounds = local.tournament.rounds
        self.tabs = [self._tab(number) for number in (*range(1, self._rounds + 1), ALL)]
        self._watch = Button(msg_p("a button", "Watch"), "eye", lambda: prove(self._shown))
        again = partial(begin_again, page.context, local, page.say)
        self._again = Button(msg_p("a button", "Rematch"), "restart", again, is_strong=True)
        page.sentence = joined(" ", self._local.warnings[:2])
        local.let_robots_play()
        self._robots_at_play = len(self._local.robots_at_play)
        persons = [seat.player.name for seat in state.seats if seat.is_here and not seat.player.is_robot]
        self.own_name = persons[0] if len(persons) == 1 else ""

    @property
    def watched_round(self) -> int:
        number = self._shown or self._local.state.complete_rounds
        return number if number and self._local.proof_refusal(number) is None else 0

    @property
    def title(self) -> str:
        return msg("{name} — tournament", name=self._local.tournament.name)

    @property
    def others(self) -> Sequence[Button]:  # type: ignore[override]
        may_be_watched = self._shown and self._local.proof_refusal(self._shown) is None
        return [self._watch] if may_be_watched else []

    def _tab(self, number: int) -> Button:
        def refusal() -> Message | None:
            if number == ALL or any(number in seat.results for seat in self._local.state.seats):
                return None
            return msg("Nobody has played round {number} yet.", number=number)

        def show() -> None:
            self._shown = number
            self._page.changed()

        word = msg("All rounds") if number == ALL else _round_word(number, self._rounds)
        return Button(word, None, show, refusal, is_chosen=lambda: self._shown == number, role=Role.TAB)

    def again(self) -> Sequence[Button]:
        persons = any(seat.is_here and not seat.player.is_robot for seat in self._local.state.seats)
        return [self._again] if self._local.is_over and persons else []

    def facts(self) -> Sequence[str]:
        state, rounds = self._local.state, self._rounds
        facts: list[str] = [msg_p("a tournament", "closed")] if state.is_closed else []
        if under_way := self._robots_at_play:
            facts.append(msg_n("{count} robot round under way", "{count} robot rounds under way", under_way))
        found = self._local.standings(rounds) if state.is_over else ()
        if missing := [row.player.label for row in found if row.played < rounds]:
            facts.append(msg("rounds still missing: {players}", players=joined(", ", missing)))
        return facts

    def told(self) -> tuple[str, RGB]:
        is_end = self._local.state.is_over and not self._shown
        return own_place(self._local.standings(self._rounds), self.own_name) if is_end else "", QUIET

    @property
    def after_round(self) -> int | None:
        return self._shown or None

    def table(self) -> StandingsTable:
        state = self._local.state
        after = self._shown or (self._rounds if state.is_over else state.latest_round)
        found = self._local.standings(after)
        columns = sum_columns(found) if self._shown == ALL else round_columns(found)
        return StandingsTable(found, columns, shows_movement=self._shown > 1)

    @property
    def next_tick_s(self) -> float | None:
        return 1.0 if self._local.running is not None else None

    def on_tick(self) -> bool:
        if self._local.left_ms == 0:
            self._local.look_at_clock()
            self._page.say(TIME_IS_OVER)
        playing = len(self._local.robots_at_play)
        if playing == self._robots_at_play:
            return False
        self._robots_at_play = playing
        self._page.sentence = self._local.robot_warning or self._page.sentence
        return True


class RemotePart(PagePart):
    """News from a server, and the proof of each closed round."""

    def __init__(self, page: ButtonScreen, referee: RemoteReferee, prove: Callable[[int], None]) -> None:
        self._page, self._referee, self._prove = page, referee, prove
        self.tabs = [self._tab(number) for number in range(1, len(referee.tournament.rounds) + 1)]
        self._seen: tuple[object, str] | None = None  # how it stood last, and the news of it
        held = held_here(page.context, referee.server, referee.tournament.id)
        hosting = Button(msg("Continue hosting"), "trophy", page.context.navigation.host)
        self.others = [] if held is None else [hosting]
        self._following = PendingRequest(lambda error: page.say(trouble_words(error)))
        self._followed = ""  # the evening that is gone on to
        referee.look_at_table()

    @property
    def own_name(self) -> str:  # type: ignore[override]
        return self._referee.own_name

    @property
    def watched_round(self) -> int:
        numbers = range(len(self._referee.tournament.rounds), 0, -1)
        return next((number for number in numbers if self._referee.proof_refusal(number) is None), 0)

    @property
    def title(self) -> str:
        return msg("{name} — online", name=tournament_name(self._referee))

    def _tab(self, number: int) -> Button:
        rounds = len(self._referee.tournament.rounds)
        icon = "eye" if rounds <= FEW_ROUNDS else None
        refusal = partial(self._referee.proof_refusal, number)
        return Button(_round_word(number, rounds), icon, lambda: self._prove(number), refusal)

    def facts(self) -> Sequence[str]:
        return [msg_p("rounds", "friendly")] if self._referee.tournament.start == "own" else []

    def told(self) -> tuple[str, RGB]:
        announced = self._referee.tournament.announced
        line: str = self.news
        if announced is not None:
            line = joined(BETWEEN_FACTS, [HOST_SAYS.with_parts(line=announced.line), line])
        return line, QUIET if self._referee.is_connected else WARNING

    @property
    def news(self) -> str:
        """State of the connection, or which round is open."""
        referee = self._referee
        if referee.over is not None:
            return referee.over
        if not referee.is_connected:
            if referee.has_been_connected:
                return msg("The connection is lost; trying again.")
            if referee.is_tried_again:
                return msg("The server cannot be reached; trying again.")
            return msg_p("a connection", "Connecting…")
        if not referee.is_admitted:
            return msg(
                "You have asked to join. This page continues by itself as soon as the host lets you in."
            )
        if referee.is_over:
            place = own_place(referee.standings(len(referee.tournament.rounds)), referee.own_name)
            closed = msg("All rounds are closed: choose one to watch its games and see what is proved.")
            return joined(" ", [place, closed]) if place else closed
        return next_words(referee.tournament, referee.is_played, referee.until_start_s).capitalised()

    def table(self) -> StandingsTable:
        found = self._referee.standings(len(self._referee.tournament.rounds))
        columns = sum_columns(found, self._referee.running_scores())
        return StandingsTable(found, columns, shows_movement=False, own=self._referee.own_name)

    def on_tick(self) -> bool:
        page, referee = self._page, self._referee
        referee.poll()
        said = referee.take_said()
        seen, before = (self._state(), self.news), self._seen
        has_changed = seen != before
        if has_changed:
            self._seen = seen
            if before is not None and before[0] != seen[0] and before[1] != seen[1]:
                page.sentence = ""  # what was said of a button matters less now
        if said is not None:
            page.say(said)
        if len(self.tabs) < (rounds := len(referee.tournament.rounds)):  # one more than there were
            self.tabs = [self._tab(number) for number in range(1, rounds + 1)]
        self._follow()
        return has_changed

    def _follow(self) -> None:
        """Goes on in the next evening of the same people, by the same key."""
        page, referee, coming = self._page, self._referee, self._referee.tournament.next
        self._following.poll()
        if coming is None or coming == self._followed:
            return
        self._followed, keys = coming, OnlineKeys(page.context.library.folder)

        def follow() -> TakenSeat:
            key = keys.key_for(referee.server, referee.tournament.id)
            if keys.key_for(referee.server, coming) != key:
                keys.keep_seat(referee.server, coming, key)
            return join(referee.server, coming, NOBODY, key)

        self._following.ask(
            follow, lambda seat: page.context.navigation.tournament(seat_taken(page.context, seat))
        )

    def is_called(self) -> bool:
        """Whether all clocks start soon."""
        referee = self._referee
        turn = next(iter(referee.due()), None)
        if turn is None or turn.number == referee.led_to:
            return False
        is_soon = (referee.until_start_s(turn.number) or 0) > 0
        if is_soon:
            referee.led_to = turn.number
        return is_soon

    def _state(self) -> object:
        referee = self._referee
        known = referee.tournament, referee.table, referee.running, referee.is_admitted
        return known, referee.is_connected, referee.is_tried_again, referee.over

"""What the home screen offers besides the games: the deal of the day, and tournaments, each on a low tile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.message import Message, joined, msg, msg_n, msg_p
from game.play.lines import FileError
from game.play.record import RecordError, read_record_while_good
from game.session.daily import RULES, DailyStanding, day_name, day_name_short
from game.storage.files import StorageError, is_there
from game.storage.library import play_time_ms
from game.storage.places import ONLINE_SEATS
from game.storage.tournament_store import SeatFolder, TournamentStore
from game.tournament.player import PlayerError
from game.tournament.rounds import elapsed_on_return_ms, moment_from_text
from game.tournament.state import seat_from_text
from game.tournament.tournament import read_tournament
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.shapes import fill_rounded, outline
from game.ui.drawing.theme import GOLD, OUTLINE, QUIET, TEXT
from game.ui.drawing.words import BETWEEN_FACTS, fitting, fitting_facts, shown, with_less_of
from game.ui.forms.widgets import Button
from game.ui.home.tile import GROUND
from game.ui.screen import Context

if TYPE_CHECKING:
    from game.storage.online_seats import BegunRound
    from game.storage.statistics_rows import DayPlayed


class LastTournament(NamedTuple):
    """A line, and whether the clock of a round may be running."""

    line: str
    is_running: bool = False


def last_tournament(store: TournamentStore, now: datetime) -> LastTournament:
    """What the home screen says of tournaments at a moment."""
    folder = next(iter(store.tournaments()), None)
    if folder is None:
        return LastTournament(msg("There is none any more"))
    try:
        tournament = read_tournament(folder.text())
    except (StorageError, FileError):
        return LastTournament(msg("One of them cannot be read"))
    seats = folder.seats()
    played = sum(len(seat.rounds()) for seat in seats)
    latest = _latest(seats)
    if latest is not None and _is_running(latest, now):
        line = msg("{tournament}: the clock of a round is running", tournament=tournament.name)
        return LastTournament(line, is_running=True)
    line = msg_n(
        "{tournament}: {played} of {count} game played",
        "{tournament}: {played} of {count} games played",
        tournament.rounds * len(seats),  # a round is a game of every player
        tournament=tournament.name,
        played=played,
    )
    return LastTournament(line)


def _latest(seats: list[SeatFolder]) -> SeatFolder | None:
    """The seat of a person in which a record was made last: a robot's clock never runs."""

    def made_s(seat: SeatFolder) -> float:
        try:
            return seat.path.stat().st_mtime
        except OSError:
            return 0.0

    newest_first = sorted(seats, key=made_s, reverse=True)
    return next((seat for seat in newest_first if not _is_robot(seat)), None)


def _is_robot(seat: SeatFolder) -> bool:
    try:
        return seat_from_text(seat.player()).player.is_robot
    except (StorageError, PlayerError):
        return False


def _is_running(seat: SeatFolder, now: datetime) -> bool:
    """Whether the last record of a seat is of a game that is not over and has time left."""
    rounds = seat.rounds()
    if not rounds:
        return False
    try:
        data = seat.record(rounds[-1])
        record, _ = read_record_while_good(data)
    except (StorageError, RecordError):
        return False
    game, _ = record.replay_while_legal()
    started = moment_from_text(record.about.get("started", ""))
    elapsed_ms = elapsed_on_return_ms(started, now, play_time_ms(game, data))
    return not game.is_over and elapsed_ms < (game.variant.limit_ms or 0)


STRIP_PX = 54
PAD_PX = 16
BUTTON_PX = 38
LOW_PX = 42
"""Where there is little room, one line has to do."""


class Strip:
    """One thing to do besides the games."""

    def __init__(
        self,
        name: str,
        facts: Sequence[str],
        button: Button,
        is_urgent: bool = False,
        other: Button | None = None,
        gives_way: str = "",
    ) -> None:
        """`is_urgent` when something goes on there without the player; `other` is meant less.

        `gives_way` is the part of the only fact of which letters are left out where there is no room.
        """
        self._gives_way = gives_way
        self.name, self.facts, self.button, self.is_urgent = name, facts, button, is_urgent
        self.short_name = name
        """What it is called where there is no room for its name."""
        self.buttons = [button] if other is None else [button, other]
        for each in self.buttons:
            each.about = joined(", ", [name, self.line])
        self.box = Box(0, 0, 0, 0)

    @property
    def line(self) -> str:
        """The facts in a line."""
        return joined(BETWEEN_FACTS, self.facts)

    def place(self, pictures: Pictures, box: Box) -> None:
        """Gives it a box."""
        px = pictures.px
        self.box = self.button.area = box
        for hidden in range(len(self.buttons) + 1):  # those that are meant less lose their words first
            for index, button in enumerate(self.buttons):
                button.shows_word = index < len(self.buttons) - hidden
            widths = [button.width(pictures) for button in self.buttons]
            if sum(widths) < box.width * 0.45:
                break
        x = box.x + box.width - px(PAD_PX)
        for button, width in zip(self.buttons, widths, strict=True):
            x -= width
            button.box = Box(round(x), round(box.centre.y - px(BUTTON_PX) / 2), width, px(BUTTON_PX))
            x -= px(6)

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        """Draws it in its box, except for the button."""
        px, box = pictures.px, self.box
        fill_rounded(surface, box, GROUND, px(14))
        outline(surface, box, (*GOLD, 255) if self.is_urgent else OUTLINE, px(14), px(1.5))
        room = self.buttons[-1].box.x - box.x - px(PAD_PX) - px(10)
        called = self.name if pictures.text_width(self.name, "body", True) <= room else self.short_name
        name = pictures.text(fitting(called, pictures, room, "body", True), "body", TEXT, True)
        facts = fitting_facts(self.facts, pictures, room, "small")
        if not facts and isinstance(only := self.facts[-1], Message) and self._gives_way in only.parts:
            facts = with_less_of(self._gives_way, only, pictures, room, "small")
        line = pictures.text(facts, "small", GOLD if self.is_urgent else QUIET)
        said = [name, line]
        if name.get_height() + line.get_height() > box.height - px(4):
            said = [line if self.is_urgent else name]
        y = round(box.centre.y - sum(words.get_height() for words in said) / 2)
        for words in said:
            surface.blit(words, (box.x + px(PAD_PX), y))
            y += words.get_height()


def place_side_by_side(strips: Sequence[Strip], pictures: Pictures, room: Box, gap_px: int) -> None:
    """Gives strips an equal share of a row."""
    width = (room.width - (len(strips) - 1) * gap_px) / len(strips)
    for index, strip in enumerate(strips):
        strip.place(pictures, room._replace(x=round(room.x + index * (width + gap_px)), width=round(width)))


CLOCK_RUNS = msg("{tournament}: the clock of a round is running")


def daily_strip(context: Context, days: Sequence[DayPlayed], say: Callable[[str], None]) -> Strip:
    """Today's deal: begun once a day, gone on with, and then its result.

    `days` as far as they were read; `say` tells what cannot be.
    """
    standing = context.sessions.daily_standing(days)

    def open_deal() -> None:
        try:
            session = context.sessions.daily_or_its_result()
        except (StorageError, RecordError) as error:
            say(msg("The deal of the day cannot be opened: {reason}.", reason=str(error)))
            return
        context.navigation.table(session, is_fresh=not session.game.entries)

    past = Button(msg("Past days"), "calendar", context.navigation.past_days)
    word, icon = daily_button(standing)
    button = Button(word, icon, open_deal)
    strip = Strip(daily_title(standing.day), daily_facts(standing), button, other=past)
    strip.short_name = msg("Daily — {day}", day=day_name_short(standing.day))
    return strip


def daily_button(standing: DailyStanding) -> tuple[str, str]:
    """What there is to do with a day's deal, and its icon."""
    if standing.unfinished is not None:
        return msg("Continue"), "play"
    if standing.total is not None:
        return msg_p("a button", "Result"), "trophy"
    return (msg_p("a button", "Practise") if standing.is_begun else msg("Play")), "play"


def daily_title(day: date) -> str:
    """What a day's deal is called: `Daily deal — 21 November`."""
    return msg("Daily deal — {day}", day=day_name(day))


def daily_facts(standing: DailyStanding) -> list[str]:
    """Which game it is and how it stands: `Solitaire Rush`, `finished, 640`, `streak 3`, `best 812`."""
    parts = [RULES.title, daily_state(standing)]
    if standing.streak:
        parts.append(msg("streak {days}", days=standing.streak))
    if standing.best is not None:
        parts.append(msg("best {total}", total=standing.best))
    return parts


def daily_state(standing: DailyStanding) -> str:
    """How far a day's deal is: `finished, 640`."""
    if standing.unfinished is not None:
        return msg_p("a deal of the day", "begun")
    if standing.total is not None:
        return msg("finished, {total}", total=standing.total)
    if standing.is_begun:
        return msg_p("a deal of the day", "left")
    return msg_p("a deal of the day", "not begun")


def tournament_strip(context: Context, say: Callable[[str], None]) -> Strip:
    """The way to the tournaments; straight to a round whose clock runs. `say` tells what cannot be."""

    def go_to_round() -> None:
        from game.play.lines import FileError

        try:
            context.navigation.last_tournament()
        except (StorageError, FileError) as error:
            say(msg("The tournament cannot be opened: {reason}.", reason=str(error)))

    line: str = msg("The same deals for all, against the clock")
    is_running = False
    if (begun := _begun_online(context)) is not None:
        line = CLOCK_RUNS.with_parts(tournament=shown(begun.name, 40))
        there = partial(context.navigation.online_return, begun)
        button = Button(msg("Go on"), "play", there, is_strong=True)
        return Strip(msg("Tournaments"), [line], button, is_urgent=True, gives_way="tournament")
    if context.tournament_store.tournaments():
        line, is_running = last_tournament(context.tournament_store, context.utc_now())
    if is_running:
        button = Button(msg("Go on"), "play", go_to_round, is_strong=True)
    else:
        button = Button(msg("Tournament"), "trophy", context.navigation.tournaments)
    return Strip(msg("Tournaments"), [line], button, is_running, gives_way="tournament")


def _begun_online(context: Context) -> BegunRound | None:
    """The round over a network whose clock is running, if there is one."""
    if not is_there(context.library.folder / ONLINE_SEATS):
        return None
    from game.storage.online_seats import OnlineSeats  # few have ever been online

    return OnlineSeats(context.library.folder).begun(context.utc_now())

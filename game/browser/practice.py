"""Practice in a browser: a game by the same referee, kept only by its page, with the window's hints.

The page's first message contains the game so far, which is replayed, so a lost connection costs nothing.
Where page and table are in one place messages are answered as by a server, without one.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from random import Random

from game.browser.table import BROWSER_GAMES, because, language_of, layout, table
from game.cards import NotationError
from game.codec import MessageError
from game.language import Translator
from game.message import Message, joined, msg, msg_p
from game.online.messages import (
    MAX_PRACTICE_ENTRIES,
    Because,
    ClientMessage,
    DoAction,
    Goodbye,
    Hint,
    HintWanted,
    Look,
    Ping,
    Pong,
    Practice,
    Practise,
    RecordRequest,
    RecordText,
    Rejected,
    RoundEnded,
    ServerMessage,
    SetClock,
    Why,
    frame,
    read_client_message,
)
from game.play.deal import deal_number
from game.play.game import ControlAction, Entry, Game
from game.play.played import DAILY
from game.play.record import action_from_text, record_text
from game.rounds.referee import (
    PLAY_OUT,
    Rejection,
    StoredGame,
    done_of,
    ended_of,
    entries_told,
    judge,
    played_on,
    stored,
    time_up,
)
from game.rules import find_variant
from game.rules.options import OptionError, game_text
from game.rules.variant import IllegalMove, Variant
from game.session.daily import PLAYERS_NUMBERS, Dealer, daily_number, daily_rules, day_key
from game.solver.answer import Advice, SolverError, leading
from game.solver.catalogue import read_catalogue
from game.solver.hint_words import NOTHING, UNKNOWN
from game.solver.service.messages import HintRequest
from game.solver.solve import SOLVERS, advise, hint_words
from game.storage.files import assets_folder
from game.tournament.tournament import moment_to_text

LATE = msg("No hint was found in time. Ask again.")
OVER = msg("The game is over.")


def question(game: Game) -> HintRequest | None:
    """Returns what is asked of a game's adviser; None if nothing can be advised."""
    if game.is_over or game.is_solved or game.variant.name not in SOLVERS:
        return None
    seed = game.elapsed_ms + len(game.entries)  # the same game gets the same hint
    return HintRequest(game.variant, BROWSER_GAMES[game.variant.name].thinks_s, game.position, seed)


def hint(game: Game, advice: Sequence[Advice], language: Translator, why: Message = NOTHING) -> Hint:
    """Returns the best advice in words; without any, `why` there is none."""
    variant, position = game.variant, game.position
    number = None if game.is_over else len(game.entries) + 1
    been = {table.faces() for table in game.positions()}
    best = leading(variant, position, advice, been, {position.faces()})
    if not best:
        return Hint(number, None, language.translate(why if number else OVER))
    return Hint(number, variant.move_to_text(best[0].move), language.translate(_said(game, best)))


def _said(game: Game, advice: Sequence[Advice]) -> Message:
    """The move as who sees it marked is told it, what it gains, and its odds."""
    words, best, position = hint_words(game.variant), advice[0], game.position
    move = words.move_words(position, best.move, is_heard=True)
    if gain := words.gain_words(position, best.move):
        move = joined(": ", [move, gain])
    return msg("{move}. {more}", move=move, more=words.odds_words(position, best) or UNKNOWN)


A_DAY, NO_CLOCK = "limit=86400", "limit=none"
"""Limit that older pages send for no clock, and its meaning."""
MAX_INLINE_ENTRIES = 100
"""Games longer than this are replayed in a thread."""
ROUND = 1


class Practices:
    """Starts practice games."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._dealer = Dealer(
            lambda: 1 + secrets.randbelow(PLAYERS_NUMBERS),
            lambda: read_catalogue(assets_folder() / "deals"),
        )

    async def begin(
        self, asked: Practise, before: PracticeTable | None, language: Translator, number: int = ROUND
    ) -> PracticeTable:
        """Begins a game, a long one in a thread."""
        if len(asked.entries) > MAX_INLINE_ENTRIES:
            return await asyncio.to_thread(self.begun, asked, before, language, number)
        return self.begun(asked, before, language, number)

    def begun(
        self, asked: Practise, before: PracticeTable | None, language: Translator, number: int = ROUND
    ) -> PracticeTable:
        """Returns a game as far as it was played, as round `number`; that of the table `before` goes on.

        Raises:
            MessageError: there is no such game or day.
        """
        name, *options = asked.game.replace(A_DAY, NO_CLOCK).split(" ")
        try:
            variant = find_variant(name, options)
        except OptionError as wrong:
            raise MessageError(language.translate(wrong.args[0])) from None
        day = ""
        if asked.day:
            when = self._day(asked.day)
            variant, day = daily_rules(name), when.isoformat()
            deal = daily_number(self._dealer, when, name)
        else:
            deal = self._dealer.number(variant) if asked.deal is None else asked.deal
        kept = _played(variant, deal, asked.entries, None if before is None else before.kept)
        elapsed_ms = max(asked.elapsed, kept.game.elapsed_ms) if kept.game.entries else 0
        started = kept._replace(started=self._now() - elapsed_ms)
        return PracticeTable(started, day, language, self._now, number)

    def _day(self, wanted: str) -> date:
        """The day that is asked for, today by UTC; raises MessageError if there is no such day."""
        if wanted == "today":
            return datetime.fromtimestamp(self._now() / 1000, UTC).date()
        try:
            return date.fromisoformat(wanted)
        except ValueError:
            raise MessageError("there is no such day") from None


def _played(variant: Variant, number: int, entries: Sequence[str], before: StoredGame | None) -> StoredGame:
    """Replays a deal as far as it was played, after what is the same in the game `before`.

    It is as dealt if the rules refuse anything.
    """
    dealt = kept = stored(deal_number(variant, number), 0, ())
    if before is not None and (before.game.variant, before.game.deal.number) == (variant, number):
        told = entries_told(before.game, before.game.entries)
        if told == tuple(entries[: len(told)]):
            kept, entries = before, entries[len(told) :]
    with suppress(NotationError, IllegalMove):
        split = [entry.partition(" ") for entry in entries]
        return played_on(kept, [Entry(int(at), action_from_text(variant, action)) for at, _, action in split])
    return dealt


class PracticeTable:
    """A practice game, for as long as its connection lasts."""

    def __init__(
        self, kept: StoredGame, day: str, language: Translator, now: Callable[[], int], number: int
    ) -> None:
        self.kept, self._day, self._language, self._now, self._number = kept, day, language, now, number

    def begun(self) -> list[ServerMessage]:
        """The first message."""
        game, started = self.kept.game, self.kept.started
        entries = entries_told(game, game.entries)
        name, number = game_text(game.variant), game.deal.number or 0
        begun = Practice(name, number, self._day, started, self._now(), entries)
        return [begun, layout(game.variant, self._language), *self._table(None)]

    def answer(self, asked: ClientMessage) -> list[ServerMessage]:
        """Answers a message; raises MessageError if that cannot be asked of practice."""
        match asked:
            case DoAction(number=number, action=action):
                return self._done(number, action)
            case Look():
                return [*self._ended(), *self._table(None)]
            case SetClock(elapsed=elapsed_ms):
                elapsed_ms = max(elapsed_ms, self.kept.game.elapsed_ms)
                self.kept = self.kept._replace(started=self._now() - elapsed_ms)
                return [*self._ended(), *self._table(None)]
            case Why(pile=pile, count=count, place=place):
                return [Because(self._number, because(self.kept, pile, count, place, self._language))]
            case RecordRequest():
                started = datetime.fromtimestamp(self.kept.started / 1000, UTC)
                tags = {"started": moment_to_text(started)}
                if self._day:
                    tags[DAILY] = day_key(date.fromisoformat(self._day), self.kept.game.variant.name)
                return [RecordText(record_text(self.kept.game, tags))]
        raise MessageError("that belongs to a seat, which “hello” takes")

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.kept.game

    def hint(self, advice: Sequence[Advice], why: Message = NOTHING) -> list[ServerMessage]:
        """Tells advice about the game as it stands; without any, `why` there is none."""
        return [hint(self.game, advice, self._language, why)]

    def _done(self, number: int, action: str) -> list[ServerMessage]:
        if not self.kept.game.entries:  # the clock starts with the first action
            self.kept = self.kept._replace(started=self._now())
        before = self.kept
        ruling = judge(before, number, action, self._now())
        if len(before.game.entries) >= MAX_PRACTICE_ENTRIES - PLAY_OUT and action != ControlAction.END.value:
            ruling = Rejection("too_long", len(before.game.entries) + 1)
        if isinstance(ruling, Rejection):
            said = self._language.translate(ruling.said)
            refused = Rejected(self._number, number, ruling.code, ruling.parts, ruling.expected, said)
            return [refused, *self._ended(), *self._table(None, said)]
        self.kept = ruling.after
        done = replace(done_of(self._number, ruling), shown=())  # no page needs their places in the deck
        return [done, *self._table(before if ruling.entries else None)]

    def _ended(self) -> list[RoundEnded]:
        """Message that time is up, if it is."""
        ruling = time_up(self.kept, self._now()) if self.kept.game.entries else None
        if ruling is None:
            return []
        self.kept = ruling.after
        return [ended_of(self._number, self.kept)]

    def _table(self, before: StoredGame | None, said: str = "") -> list[ServerMessage]:
        return [table(self._number, self.kept, before, self._language, said)]


WORDS: Mapping[str, Message] = {
    "away": msg("Getting the game ready…"),
    "broken": msg("This link is damaged: there is no such game."),
    "about": msg_p("a page", "About"),
}
"""Additional texts for pages that no server has made."""


class LocalPractice:
    """The practice of one page."""

    def __init__(self, now: Callable[[], int]) -> None:
        """`now` gives the moment in ms since 1970."""
        self._now, self._practices = now, Practices(now)
        self._table: PracticeTable | None = None
        self._languages: dict[str, Translator] = {}
        self._thoughts: Iterator[list[Advice]] | None = None
        self._advice: list[Advice] = []
        self._due = 0

    def hear(self, text: str) -> list[str]:
        """Answers a message of the page; a hint is thought about afterwards."""
        try:
            answers = self._answers(text)
        except MessageError as wrong:
            self._table = None
            answers = [Goodbye("bad_message", (str(wrong),))]
        return [frame(message) for message in answers]

    def think(self) -> list[str] | None:
        """Thinks about a hint a little more: returns the hint in the end, None if none is wanted."""
        if self._thoughts is None or self._table is None:
            return None
        why = NOTHING
        try:
            self._advice = next(self._thoughts)
        except StopIteration:
            self._due = 0
        except SolverError as error:
            self._due, why = 0, msg("There is no hint: {reason}.", reason=str(error))
        if self._now() < self._due:
            return []
        self._thoughts = None
        return [frame(message) for message in self._table.hint(self._advice, why)]

    def _wonder(self, table: PracticeTable) -> list[ServerMessage]:
        """Begins to think about a hint."""
        asked = question(table.game)
        if asked is None:
            return table.hint(())
        self._advice, self._due = [], self._now() + round(1000 * asked.seconds)
        self._thoughts = advise(asked.variant, asked.position, Random(asked.seed))
        return []

    def _answers(self, text: str) -> list[ServerMessage]:
        asked = read_client_message(text)
        if isinstance(asked, Ping):
            return [Pong(asked.sent, self._now())]
        if isinstance(asked, Practise):
            if asked.language not in self._languages:
                self._languages[asked.language] = language_of(asked.language)
            self._thoughts = None
            self._table = self._practices.begun(asked, self._table, self._languages[asked.language])
            return self._table.begun()
        if self._table is None:
            raise MessageError("it begins with a game")
        if isinstance(asked, HintWanted):
            return self._wonder(self._table)
        if isinstance(asked, DoAction):
            self._thoughts = None
        return self._table.answer(asked)

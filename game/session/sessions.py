"""Starts sessions: a new deal, the same deal again, the deal of the day, an unfinished game, a file.

A deal is known if it was played, or is among the unfinished games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from game.cards import Card, NotationError
from game.message import msg
from game.play.deal import BEAT, UNSEEN, Deal, Difficulty, deal_number, named, read_challenge, turned_up
from game.play.game import Game
from game.play.played import BEGUN, DAILY, ELSEWHERE, LATE, PROGRAM
from game.rules.variant import IllegalMove, Variant
from game.session.daily import (
    RULES,
    DailyStatus,
    Dealer,
    Goal,
    daily_number,
    daily_rules,
    daily_status,
    daily_tags,
    goals_of_day,
    is_of_day,
)
from game.session.recorder import PracticeRecorder, Recorder
from game.session.session import PlayTime, Session
from game.storage.files import StorageError
from game.storage.journal import Journal
from game.storage.library import Library, UnfinishedGame
from game.version import VERSION

if TYPE_CHECKING:
    from game.play.replay import Replay
    from game.storage.saved import SavedGame
    from game.storage.statistics_rows import DayPlayed

GAME_IS_KEPT = msg("Your previous game is kept: at home, press “unfinished” on its tile.")
FOR_PRACTICE = msg("You have started this deal before. This game is practice and is not in your statistics.")


class SessionFactory:
    """Starts the sessions of one player."""

    def __init__(
        self,
        library: Library,
        dealer: Dealer,
        now_ns: Callable[[], int],
        utc_now: Callable[[], datetime],
        table_tags: Callable[[Variant], Mapping[str, str]] = lambda _: {},
    ) -> None:
        """`table_tags` returns what the record of a new game tells of its table."""
        self.library, self.dealer, self.now_ns, self.utc_now = library, dealer, now_ns, utc_now
        self.table_tags = table_tags

    @property
    def today(self) -> date:
        """The date in the player's time zone."""
        return self.utc_now().astimezone().date()

    # New games -------------------------------------------------------------------------------------

    def next_deal(
        self, variant: Variant, difficulty: Difficulty | None = None, is_kept: bool = False
    ) -> Session:
        """Starts the next deal, of any difficulty or of one; says so if the previous game `is_kept`."""
        number = self.dealer.number(variant, difficulty)
        session = self.begin(Game(deal_number(variant, number)), {})
        kept = GAME_IS_KEPT if is_kept else None
        session.warning, self.dealer.warning = session.warning or self.dealer.warning or kept, None
        return session

    def deal(self, variant: Variant, number: int, is_first: bool = False, beat: int | None = None) -> Session:
        """Starts a deal by number, marked if it is known, optionally with a result to `beat`.

        If the program starts with it, the statistics are not read first: whether it was known shows when it
        is counted.
        """
        deal = deal_number(variant, number)
        is_known = self.library.is_unfinished(deal) if is_first else self._is_known(deal)
        wanted = {} if beat is None else {BEAT: str(beat)}
        return self.begin(Game(deal), {**wanted, "replayed": "yes"} if is_known else wanted)

    def shared(self, text: str) -> Session:
        """Starts the deal of a code or a link that somebody has shared, anywhere in a text.

        Raises:
            NotationError: there is none.
        """
        found = read_challenge(text)
        return self.deal(found.variant, found.number, beat=found.beat)

    def same_deal(self, deal: Deal, tags: Mapping[str, str]) -> Session:
        """Starts a game's deal again, marked as repeated; `tags` are that game's information."""
        kept = {key: tags[key] for key in (DAILY, LATE, "problem", BEAT, UNSEEN) if key in tags}
        return self.begin(Game(deal), {**kept, "replayed": "yes"})

    def begin(self, game: Game, tags: Mapping[str, str], elapsed_ms: int = 0) -> Session:
        """Starts a session with a new journal; if that cannot be written, the game continues unsaved.

        The play time continues from `elapsed_ms`, or from the last action if that is later.
        """
        now = self.utc_now()
        begun = {} if "started" in tags else {PROGRAM: VERSION, **self.table_tags(game.variant)}
        tags = {"started": now.strftime("%Y-%m-%dT%H:%M:%SZ"), **begun, **tags}
        journal, warning = None, None
        try:
            name = f"{game.variant.name}-{now.strftime('%Y%m%d-%H%M%S')}"
            journal = self.library.begin(game, dict(tags), name)
            if elapsed_ms > game.elapsed_ms:
                journal.note(self.library.clock_line(elapsed_ms))
        except StorageError as error:
            warning = msg("This game is not saved: {reason}.", reason=str(error))
        session = self._session(game, tags, journal, max(elapsed_ms, game.elapsed_ms))
        session.warning = warning
        return session

    def with_named(self, session: Session, names: Sequence[Card]) -> Session:
        """Goes on with a game in which unseen cards that have turned up are named, in the same journal.

        Raises:
            NotationError: a card has been seen elsewhere, or cannot have been played so; nothing has changed.
            StorageError: it cannot be written; the journal is as it was, and closed.
        """
        game, tags = session.game, session.tags
        for name in names:
            card, *_ = turned_up(game.deal, tags, game.position)
            deal, tags = named(game.deal, tags, card, name)
            again = Game(deal)
            for entry in game.entries:
                try:
                    again.enter(entry)
                except IllegalMove as wrong:  # it has been played as another card
                    raise NotationError(wrong.args[0]) from wrong
            game = again
        assert isinstance(game, Game), "a card has turned up"
        elapsed_ms, journal = session.elapsed_ms, session.recorder.journal
        if journal is None:
            return self.begin(game, tags, elapsed_ms)
        session.leave()
        self.library.rewrite(journal.path, game, tags, elapsed_ms)
        renamed = self.library.read_unfinished(journal.path)
        assert renamed is not None, "it was written just now"
        return self.resume(renamed)

    def unsaved(self, game: Game, elapsed_ms: int) -> Session:
        """Starts an unsaved, uncounted session of a copy of a game."""
        copied = game.copy()
        return Session(copied, PlayTime(copied, self.now_ns, elapsed_ms), Recorder(copied))

    # Games that were begun -------------------------------------------------------------------------

    def resume(self, unfinished: UnfinishedGame) -> Session:
        """Resumes an unfinished game at its last position and time.

        Raises:
            StorageError: it is being played in another window.
        """
        game, journal, warning = self.library.resume(unfinished)
        session = self._session(game, unfinished.record.tags, journal, unfinished.elapsed_ms)
        session.warning = warning
        return session

    def open_file(self, saved: SavedGame) -> Session:
        """Opens the game of a file, continued in its own journal; a game begun elsewhere sets no best."""
        return self.begin(saved.game, self._tags_of_file(saved.game, saved.tags), saved.elapsed_ms)

    def _tags_of_file(self, game: Game, tags: Mapping[str, str]) -> dict[str, str]:
        if self._was_begun_here(game, tags):
            return dict(tags)
        if game.entries:
            return {**tags, BEGUN: ELSEWHERE}
        # Nobody has played it yet: it is a deal like one that is typed by its number.
        kept = {key: tags[key] for key in ("problem", UNSEEN) if key in tags}
        return {**kept, "replayed": "yes"} if self._is_known(game.deal) else kept

    def _was_begun_here(self, game: Game, tags: Mapping[str, str]) -> bool:
        with suppress(StorageError):
            return self.library.was_begun_here(game, tags)
        return False

    def _is_known(self, deal: Deal) -> bool:
        with suppress(StorageError):
            return self.library.is_unfinished(deal) or self.library.statistics.was_played(deal)
        return False

    def from_replay(self, replay: Replay, step: int) -> Session:
        """Starts an independent game with everything played up to a step of a replay."""
        tags = replay.record.tags
        kept = {key: tags[key] for key in ("problem", UNSEEN) if key in tags}
        return self.begin(replay.game_until(step), {"replayed": "yes", **kept})

    # The deal of the day ---------------------------------------------------------------------------

    def daily_status(self, days: Sequence[DayPlayed], game: str = RULES.name) -> DailyStatus:
        """Returns the state of today's deal of a game, as far as the `days` of the statistics are known."""
        return daily_status(self.library.headers(), days, self.today, game=game)

    def days_and_goals(self) -> tuple[Sequence[DayPlayed], list[Goal]]:
        """Returns the days of the statistics, and the progress of today's goals."""
        days: Sequence[DayPlayed] = ()
        played: list[str] = []
        with suppress(StorageError):
            days = self.library.statistics.days()
            since = self.today - timedelta(days=2)
            started = self.library.statistics.played_since(since.isoformat())
            played = [name for name, moment in started if is_of_day(moment, self.today)]
        today = self.today.isoformat()
        done = sum(row.day.startswith(today) and row.total is not None for row in days)
        return days, goals_of_day(played, done)

    def standings(self, game: str = RULES.name) -> Callable[[date], DailyStatus]:
        """Returns the present state of any day's deal in a game, including what was played late."""
        days: Sequence[DayPlayed] = ()
        late: Sequence[DayPlayed] = ()
        with suppress(StorageError):
            days, late = self.library.statistics.days(), self.library.statistics.days(late=True)
        headers = self.library.headers()
        return lambda day: daily_status(headers, days, day, late, game)

    def daily_or_its_result(self, day: date | None = None, game: str = RULES.name) -> Session:
        """Opens the deal of a day, today's by default, or its finished game for viewing.

        Raises:
            StorageError: it is being played in another window, or cannot be read.
            RecordError: the file of the finished game is not valid.
        """
        standing = self.standings(game)(day or self.today)
        if standing.unfinished is None and standing.played is not None and standing.total is not None:
            return self._looked_at(standing.played.file)
        return self.daily(day, game)

    def daily(self, day: date | None = None, game: str = RULES.name) -> Session:
        """Opens the deal of a day, today's by default: new, resumed, or, once played, as practice.

        Raises:
            StorageError: it is being played in another window, or cannot be read.
        """
        day = day or self.today
        standing = self.standings(game)(day)
        if standing.unfinished is not None:
            found = self.library.read_unfinished(standing.unfinished)
            if found is not None:
                return self.resume(found)
            standing = self.standings(game)(day)  # it was over, and is put away by now
        rules = daily_rules(game)
        deal = deal_number(rules, daily_number(self.dealer, day, game))
        is_known = day < self.today and self._is_known(deal)
        tags = daily_tags(standing, self.today, is_known, game)
        session = self.begin(Game(deal), tags)
        if "replayed" in tags:
            session.warning = session.warning or FOR_PRACTICE
        return session

    def _looked_at(self, file: str) -> Session:
        """Opens a finished, archived game."""
        from game.storage.saved import read_saved

        saved = read_saved(self.library.archive_folder / file)
        return self._session(saved.game, saved.tags, None, saved.elapsed_ms, file)

    def _session(
        self,
        game: Game,
        tags: Mapping[str, str],
        journal: Journal | None,
        elapsed_ms: int,
        counted_as: str | None = None,
    ) -> Session:
        recorder = PracticeRecorder(game, tags, journal, elapsed_ms, self.library, counted_as)
        return Session(game, PlayTime(game, self.now_ns, elapsed_ms), recorder)

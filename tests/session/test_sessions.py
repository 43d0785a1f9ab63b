"""Beginning games: known deals, other people's games, the one start of a day; what survives a kill."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from game.play.deal import deal_number
from game.play.game import ControlAction, Game
from game.play.played import LATE, StatsCategory
from game.play.record import read_record, record_text
from game.rules.position import STOCK, Move, Position
from game.rules.rush import Rush
from game.session.daily import Dealer, daily_difficulty, daily_number, is_of_its_day
from game.session.session import Session
from game.session.sessions import FOR_PRACTICE, SessionFactory
from game.solver.catalogue import read_catalogue
from game.storage.library import Library
from game.storage.saved import read_saved, save
from game.ui.window.services import ASSETS
from game.version import VERSION
from tests.disks import forbid

GOLDEN = Path(__file__).parents[1] / "golden"
RUSH = Rush()
DEAL = 48213


class Machine:
    """One player's disk, the computer's clock, and the program, which can be killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = datetime(2026, 11, 21, 12, tzinfo=UTC)
        self.now_ns = 10**15
        self.start()

    def start(self) -> None:
        dealer = Dealer(lambda: DEAL, lambda: read_catalogue(ASSETS / "deals"))
        self.library = Library(self.folder, is_of_day=partial(is_of_its_day, dealer))
        self.sessions = SessionFactory(self.library, dealer, lambda: self.now_ns, lambda: self.now)

    def kill(self, session: Session) -> None:
        """The program is gone; only the lock of its file falls. Then it is started again."""
        session.recorder.journal.close()
        self.library.close()
        self.start()
        self.library.unfinished()

    def after(self, days: float) -> None:
        self.now += timedelta(days=days)

    def saved(self, session: Session) -> Path:
        path = self.folder / "saved.patience"
        save(path, session.game, session.tags, session.elapsed_ms)
        return path

    def open(self, text: str) -> Session:
        path = self.folder / "opened.patience"
        path.write_text(text)
        return self.sessions.open_file(read_saved(path))

    @property
    def best(self) -> int | None:
        return self.library.statistics.best(RUSH, {})

    @property
    def total_of_today(self) -> int | None:
        return self.sessions.daily_status(self.library.statistics.days()).total


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def end(session: Session, *actions: str) -> None:
    for action in actions:
        session.act(session.game.variant.move_from_text(action))
    session.act(ControlAction.END)


def earn(session: Session) -> None:
    """Turns cards and takes what gives points until there are some."""
    variant = session.game.variant
    while not session.game.score:
        position = session.game.position

        def worth(move: Move, position: Position = position) -> tuple[int, bool]:
            return variant.score(variant.after_move(position, move)) or 0, move == STOCK

        session.act(max(variant.legal_moves(position), key=worth))


def record(tags: str, *entries: str) -> str:
    deck = " ".join(card.up.text for card in deal_number(RUSH, DEAL).deck or ())
    line = f"about {tags}\n" if tags else ""
    lines = "".join(f"{line}\n" for line in entries)
    return f"patience 1\nvariant rush draw=3 limit=300\ndeal {DEAL}\ndeck {deck}\n{line}\n{lines}"


# The same deal again ----------------------------------------------------------------------------------
def test_a_late_deal_of_the_day_that_is_played_again_is_still_late(machine):
    yesterday = machine.sessions.today - timedelta(days=1)
    first = machine.sessions.daily(yesterday)
    again = machine.sessions.same_deal(first.game.deal, first.tags)
    assert (first.tags[LATE], again.tags[LATE]) == ("yes", "yes")
    today = machine.sessions.daily()
    assert LATE not in machine.sessions.same_deal(today.game.deal, today.tags).tags


# The end of a game ------------------------------------------------------------------------------------
def test_the_action_that_ends_a_game_writes_what_it_came_to_and_the_next_is_compared_with_it(machine):
    session = machine.sessions.deal(RUSH, DEAL)
    end(session, "stock")
    assert machine.best == session.game.total
    assert session.ending.kind is StatsCategory.COUNTED
    assert (session.ending.is_best, session.ending.best_before) == (True, None)
    first = machine.best
    second = machine.sessions.deal(RUSH, 7)
    second.pause()
    machine.now_ns += 10**11
    end(second)
    assert (second.ending.is_best, second.ending.best_before) == (False, first)


def test_a_program_killed_right_after_the_end_has_forgotten_nothing(machine):
    session = machine.sessions.daily()
    earn(session)
    end(session)
    total = session.game.total
    machine.kill(session)
    assert machine.best == total
    assert machine.total_of_today == total
    (game,) = machine.library.statistics.games()
    assert game.file in {path.name for path in machine.library.archive_folder.iterdir()}


def test_a_record_that_was_ended_but_not_counted_is_counted_with_the_next_look(machine):
    session = machine.sessions.daily()
    machine.library.statistics.count = lambda *_: StatsCategory.COUNTED
    earn(session)
    end(session)
    assert machine.best is None
    machine.kill(session)
    assert machine.best == session.game.total
    assert machine.sessions.daily_or_its_result().game.is_over


def test_a_game_that_cannot_be_saved_claims_no_best(machine):
    forbid(machine.folder / "current")
    session = machine.sessions.deal(RUSH, DEAL)
    end(session)
    assert not session.ending.is_kept
    assert not session.ending.is_best


# Known deals -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("draw", [3, 1])
def test_a_deal_that_lies_unfinished_is_known_in_every_option(machine, draw):
    first = machine.sessions.deal(Rush(draw=draw), DEAL)
    first.act(STOCK)
    first.leave()
    machine.after(0.1)
    second = machine.sessions.deal(RUSH, DEAL)
    assert second.tags["replayed"] == "yes"
    assert "replayed" not in machine.sessions.deal(RUSH, 7).tags
    end(second)
    assert second.ending.kind is StatsCategory.REPLAYED


def test_the_first_of_two_games_of_a_deal_counts_if_it_ends_first(machine):
    first = machine.sessions.deal(RUSH, DEAL)
    machine.after(0.1)
    machine.sessions.deal(RUSH, DEAL).leave()
    end(first)
    assert first.ending.kind is StatsCategory.COUNTED


# Games from files --------------------------------------------------------------------------------------
@pytest.mark.parametrize("tags", ["player=solver", "player=Anna", "started=2026-11-20T07:13:34Z", ""])
def test_whoever_did_not_play_a_game_from_its_deal_sets_no_best(machine, tags):
    session = machine.open(record(tags, "0 stock", "5 stock"))
    end(session)
    assert session.ending.kind is StatsCategory.TAKEN_OVER
    assert machine.best is None
    assert [game.kind for game in machine.library.statistics.games()] == [StatsCategory.TAKEN_OVER]


@pytest.mark.parametrize("is_left", [True, False])
def test_whoever_saved_a_game_of_their_own_goes_on_with_it(machine, is_left):
    session = machine.sessions.deal(RUSH, DEAL)
    session.act(STOCK)
    path = machine.saved(session)
    session.leave() if is_left else session.abandon()
    again = machine.sessions.open_file(read_saved(path))
    assert "begun" not in again.tags
    end(again)
    assert again.ending.kind is StatsCategory.COUNTED
    assert machine.best == again.game.total


def test_a_saved_game_with_an_edited_move_was_not_begun_here(machine):
    session = machine.sessions.deal(RUSH, DEAL)
    session.act(STOCK)
    path = machine.saved(session)
    session.leave()
    path.write_text(path.read_text().replace("0 stock", "0 t5>t2"))
    assert machine.sessions.open_file(read_saved(path)).tags["begun"] == "elsewhere"


def test_a_file_in_which_nothing_was_played_is_a_deal_like_any(machine):
    session = machine.open(record("player=Anna robot=master daily=2026-11-21"))
    assert set(session.tags) == {"started", "program"}
    end(session)
    assert machine.best == session.game.total
    assert machine.open(record("player=Anna")).tags["replayed"] == "yes"


# The deal of the day -----------------------------------------------------------------------------------
def test_a_day_has_one_start(machine):
    first = machine.sessions.daily()
    assert first.game.deal.number == daily_number(machine.sessions.dealer, machine.now.date())
    first.act(STOCK)
    first.leave()
    (unfinished,) = machine.library.unfinished()
    assert read_record(unfinished.data).tags["daily"] == "2026-11-21"
    again = machine.sessions.daily()
    assert [entry.action for entry in again.game.entries] == [STOCK]
    again.abandon()
    second = machine.sessions.daily()
    assert (second.tags["replayed"], second.warning) == ("yes", FOR_PRACTICE)
    end(second)
    assert machine.total_of_today is None


@pytest.mark.parametrize("seconds", [60, 400])
def test_a_day_without_a_point_has_had_its_start_and_is_not_done(machine, seconds):
    session = machine.sessions.daily()
    session.start()
    session.act(STOCK)
    machine.now_ns += seconds * 10**9
    if not session.end_if_time_is_up():
        end(session)
    session.leave()
    assert (session.game.total, session.ending.kind) == (0, StatsCategory.COUNTED)
    days, goals = machine.sessions.days_and_goals()
    standing = machine.sessions.daily_status(days)
    assert (standing.is_begun, standing.total, standing.streak, goals[0].have) == (True, None, 0, 0)
    assert session.ending.day.streak is None


def test_a_day_cannot_be_played_twice_through_a_saved_file(machine):
    first = machine.sessions.daily()
    first.act(STOCK)
    path = machine.saved(first)
    earn(first)
    end(first)
    total = first.game.total
    first.leave()
    machine.after(0.01)
    end(machine.sessions.open_file(read_saved(path)), "stock", "stock")
    assert machine.total_of_today == total


def test_a_reset_of_the_statistics_gives_no_day_back(machine):
    session = machine.sessions.daily()
    earn(session)
    end(session)
    session.leave()
    machine.library.statistics.reset(machine.now)
    assert machine.best is None
    assert machine.total_of_today == session.game.total


def test_days_are_counted_anew_from_the_records(machine):
    for _ in range(3):
        session = machine.sessions.daily()
        earn(session)
        end(session)
        session.leave()
        machine.after(1)
    days = machine.library.statistics.days()
    machine.library.close()
    (machine.folder / "statistics.sqlite3").unlink()
    machine.start()
    for _ in machine.library.statistics.rebuild():
        pass
    assert machine.library.statistics.days() == days
    assert machine.sessions.daily_status(days).streak == 3


@pytest.mark.parametrize(
    ("day", "started", "deal", "counts"),
    [
        ("2026-11-20", "2026-11-20T22:00:00Z", 0, True),
        ("2026-11-20", "2026-11-19T23:00:00Z", 0, True),  # where the sun rises earlier than in Greenwich
        ("2026-11-20", "2026-11-18T12:00:00Z", 0, False),
        ("2026-11-20", "2026-11-20T22:00:00Z", 1, False),
        ("2026-11-20", "", 0, False),
        ("9999-12-31", "2026-11-20T22:00:00Z", 0, False),
        ("2026-11-20 spider", "2026-11-20T22:00:00Z", 0, False),
        ("2026-11-20 bridge", "2026-11-20T22:00:00Z", 0, False),
        ("tomorrow", "2026-11-20T22:00:00Z", 0, False),
    ],
)
def test_a_day_counts_by_its_own_deal_once_it_has_come(machine, day, started, deal, counts):
    number = daily_number(machine.sessions.dealer, date(2026, 11, 20)) + deal
    game = Game(deal_number(RUSH, number))
    game.play(STOCK, 1000)
    game.play(ControlAction.END, 2000)
    (machine.folder / "games").mkdir()
    text = record_text(game, {"daily": day, **({"started": started} if started else {})})
    (machine.folder / "games" / "a.patience").write_text(text)
    for _ in machine.library.statistics.catch_up():
        pass
    assert bool(machine.library.statistics.days()) is counts
    assert len(machine.library.statistics.games()) == 1, "it is a game all the same"


def test_what_no_hand_can_play_is_kept_and_not_counted(machine):
    game = read_record((GOLDEN / "rush_draw_3_won.patience").read_bytes()).replay()
    at_once = Game(game.deal)
    for entry in game.entries:
        at_once.play(entry.action, 0)
    (machine.folder / "games").mkdir()
    (machine.folder / "games" / "a.patience").write_text(record_text(at_once, {}))
    for _ in machine.library.statistics.catch_up():
        pass
    assert [found.kind for found in machine.library.statistics.games()] == [StatsCategory.TOO_FAST]
    assert machine.best is None


def test_a_game_that_names_a_day_but_came_from_elsewhere_does_not_count_for_it(machine):
    end(machine.open(record("daily=2026-11-21", "0 stock")))
    assert machine.library.statistics.days() == []


def test_another_deal_from_a_given_position_knows_no_day(machine):
    session = machine.sessions.begin(Game(deal_number(RUSH, DEAL)), {"daily": "yesterday"})
    end(session)
    assert session.ending.day is None


def test_a_record_tells_with_which_version_its_game_was_begun_also_when_a_newer_one_goes_on(machine):
    begun = machine.sessions.deal(RUSH, DEAL)
    assert read_record(begun.recorder.journal.path.read_bytes()).tags["program"] == VERSION
    for program, version in (("program=0.9 ", "0.9"), ("", None)):
        older = machine.open(record(f"{program}started=2025-11-21T07:13:34Z", "0 stock"))
        assert older.tags.get("program") == version


NOVEMBER = (
    *(4085, 8801, 8874, 18983, 550, 9754, 25250, 514, 23407, 6347, 10869, 7754, 21078, 18894, 5120),
    *(10150, 15447, 28119, 8833, 14905, 27085, 29360, 25433, 27574, 25683, 1456, 30970, 19664, 20491, 576),
)
"""The deals of the days of November 2026, as they were dealt."""


def test_days_before_deals_were_withdrawn_keep_theirs_and_later_ones_have_none_of_them():
    catalogue = read_catalogue(ASSETS / "deals")
    dealer = Dealer(lambda: DEAL, lambda: catalogue)
    days = [date(2026, 11, 1) + timedelta(days) for days in range(30)]
    assert tuple(daily_number(dealer, day) for day in days) == NOVEMBER
    for day in (date(2026, 12, 1) + timedelta(days) for days in range(200)):
        number, hard = daily_number(dealer, day), daily_difficulty(day)
        assert catalogue.after(3, number - 1, hard) == number

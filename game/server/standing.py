"""Standings while a tournament is played and results of closed rounds, made once for everybody who asks."""

from __future__ import annotations

import asyncio
import csv
import io
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple, TypeVar
from zipfile import ZipFile

from sqlalchemy import Row, and_, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from game.codec import encoded
from game.online.bodies import AllStandings, ClosedRound
from game.online.messages import PlaceInfo, RoundScore
from game.play.game import ControlAction
from game.server.clock import Now
from game.server.database import Database
from game.server.games import expect_closed
from game.server.schema import entries, games, rounds, seats, tournaments
from game.server.seats import read_tournament
from game.tournament.player import PERSON
from game.tournament.standings import Tally, ranking, round_ranking
from game.tournament.tournament import Remark, played_before


class RoundRanking(NamedTuple):
    """Result of one player's game."""

    game: int
    """Its number among all games of the server."""
    rank: int | None
    """None for a robot that has no place among the people."""
    player: str
    kind: str
    outcome: str
    score: int
    bonus: int
    home: int
    elapsed: int
    """Play time in ms."""
    actions: int
    """Number of entries in the record."""
    began: int = 0
    """Time from the opening to its player's start, in ms."""
    before: int = 0
    """Number of others who had turned cards or moved them by then, robots not counted."""
    begun: int = 0
    """At which play time its player began."""
    remarks: Sequence[Remark] = ()
    """Remarks shown beside it."""


class Results(NamedTuple):
    """Some lines of a round's results, and how many there are in all."""

    lines: tuple[RoundRanking, ...]
    total: int


class StandingLine(NamedTuple):
    """Where a game stands among those of its round."""

    rank: int | None
    game: int
    began: int
    before: int


async def order(database: Database, tournament: str, number: int) -> Sequence[StandingLine]:
    """The games of a closed round, the best first; robots ranked apart from the people come last.

    Raises:
        RequestRejected: there is no such round, or it is not closed.
    """
    found = await database.ask(_played, tournament, number)
    return await asyncio.to_thread(_ranked, *found)  # of many it takes longer than anybody's action may wait


async def _played(
    connection: AsyncConnection, tournament: str, number: int
) -> tuple[int, bool, Sequence[Row[Any]]]:
    """When a closed round opened, whether robots rank among the people, and its games."""
    opened = (await expect_closed(connection, tournament, number)).opened
    robots_rank = bool((await read_tournament(connection, tournament)).robots_rank)
    wanted = (
        select(
            games,
            seats.c.kind,
            case((entries.c.action != ControlAction.END.value, entries.c.at)).label("first"),
        )
        .join(seats, seats.c.id == games.c.seat)
        .outerjoin(entries, and_(entries.c.game == games.c.id, entries.c.number == 1))
        .where(games.c.tournament == tournament, games.c.round == number)
        .order_by(games.c.id)
    )
    return opened, robots_rank, (await connection.execute(wanted)).all()


def _ranked(opened: int, robots_rank: bool, rows: Sequence[Row[Any]]) -> list[StandingLine]:
    played = {row.id: Tally(row.score + row.bonus, row.elapsed, row.home) for row in rows}
    apart = () if robots_rank else {row.id for row in rows if row.kind != PERSON}
    began = {row.id: row.started + row.begun for row in rows}
    acted = [row.started + row.first for row in rows if row.first is not None and row.kind == PERSON]
    before = dict(zip(began, played_before([*began.values()], acted), strict=True))
    return [
        StandingLine(rank, game, began[game] - opened, before[game])
        for rank, game, _ in round_ranking(played, apart)
    ]


async def results(connection: AsyncConnection, lines: Sequence[StandingLine]) -> list[RoundRanking]:
    """Returns the results of these games, in this order."""
    ids = [line.game for line in lines]
    wanted = select(games, seats.c.name, seats.c.kind).join(seats, seats.c.id == games.c.seat)
    rows = {row.id: row for row in await connection.execute(wanted.where(games.c.id.in_(ids)))}
    long = select(entries.c.game, func.max(entries.c.number).label("most")).group_by(entries.c.game)
    counted = await connection.execute(long.where(entries.c.game.in_(ids)))
    actions = {row.game: row.most for row in counted}
    return [
        RoundRanking(
            row.id,
            line.rank,
            row.name,
            row.kind,
            row.outcome,
            row.score,
            row.bonus,
            row.home,
            row.elapsed,
            actions.get(row.id, 0),
            line.began,
            line.before,
            row.begun,
        )
        for line, row in ((line, rows[line.game]) for line in lines if line.game in rows)
    ]


class StandingRows(NamedTuple):
    """The lines of a table, the first place first, with the seat of each."""

    places: tuple[PlaceInfo, ...]
    of_seat: dict[int, PlaceInfo]


async def table(database: Database, tournament: str, now: int) -> StandingRows:
    """The standings of a tournament at a moment."""
    found = await database.ask(_seats_and_scores, tournament, now)
    # In a thread: with many players it takes longer than anybody's action may wait.
    return await asyncio.to_thread(_table, *found)


async def _seats_and_scores(
    connection: AsyncConnection, tournament: str, now: int
) -> tuple[Sequence[Any], dict[int, dict[int, RoundScore]], Any, Sequence[Any]]:
    """Reads the arguments of `_table` from the database."""
    tournament_row = (
        await connection.execute(select(tournaments).where(tournaments.c.id == tournament))
    ).one()
    sitting = await connection.execute(
        select(seats.c.id, seats.c.name, seats.c.kind)
        .where(seats.c.tournament == tournament, seats.c.knocks.is_(None), seats.c.removed.is_(None))
        .order_by(seats.c.id)
    )
    counts = rounds.c.opened.is_not(None), rounds.c.cancelled.is_(None)
    opened = await connection.execute(
        select(rounds.c.number, rounds.c.closed).where(rounds.c.tournament == tournament, *counts)
    )
    scores: dict[int, dict[int, RoundScore]] = defaultdict(dict)
    for seat, number, score in await _scores(connection, tournament, now):
        scores[seat][number] = score
    return sitting.all(), scores, tournament_row, opened.all()


async def _scores(
    connection: AsyncConnection, tournament: str, now: int
) -> list[tuple[int, int, RoundScore]]:
    """Seat, round and visible score of each game."""
    # A look at the end of each game, however many entries it has.
    of_game = entries.alias()
    last = select(func.max(of_game.c.number)).where(of_game.c.game == games.c.id).scalar_subquery()
    is_last = and_(entries.c.game == games.c.id, entries.c.number == last, games.c.outcome.is_(None))
    wanted = (
        select(games, entries.c.score.label("score_so_far"), entries.c.home.label("home_so_far"))
        .select_from(games)
        .join(rounds, and_(rounds.c.tournament == games.c.tournament, rounds.c.number == games.c.round))
        .outerjoin(entries, is_last)
        .where(games.c.tournament == tournament, rounds.c.cancelled.is_(None))
    )
    found = []
    for row in (await connection.execute(wanted)).all():
        if row.outcome is None:
            score = RoundScore(False, row.score_so_far or 0, row.home_so_far or 0, 0)
        elif row.started + row.away + row.elapsed > now:  # a robot's, which is watched at its pace
            score = RoundScore(False, *await _at(connection, row.id, now - row.started - row.away), 0)
        else:
            score = RoundScore(True, row.score + row.bonus, row.home, row.elapsed)
        found.append((row.seat, row.round, score))
    return found


async def _at(connection: AsyncConnection, game: int, at_ms: int) -> tuple[int, int]:
    """Score and cards home of a game at a time of it."""
    found = await connection.execute(
        select(entries.c.score, entries.c.home)
        .where(entries.c.game == game, entries.c.at <= at_ms)
        .order_by(entries.c.number.desc())
        .limit(1)
    )
    row = found.first()
    return (0, 0) if row is None else (row.score, row.home)


def _table(
    sitting: Sequence[Any], scores: dict[int, dict[int, RoundScore]], tournament: Any, opened: Sequence[Any]
) -> StandingRows:
    by_id = {row.id: row for row in sitting}
    apart = {row.id for row in sitting if row.kind != "person" and not tournament.robots_rank}
    played = {
        seat: {number: _tally(score) for number, score in scores[seat].items()} if seat in scores else {}
        for seat in by_id
    }
    closed = [row.number for row in opened if row.closed is not None]
    still_open = [row.number for row in opened if row.closed is None]
    found = {}
    for rank, seat, (total, elapsed, home) in ranking(
        played, closed, still_open, tournament.seconds * 1000, apart
    ):
        row, mine = by_id[seat], scores.get(seat, {})
        in_order = tuple([mine.get(number) for number in range(1, tournament.rounds + 1)])
        found[seat] = PlaceInfo(rank, row.name, row.kind, total, elapsed, home, in_order)
    return StandingRows(tuple(found.values()), found)


def _tally(score: RoundScore) -> Tally:
    """Returns the tally of a round; an empty one while it is being played."""
    return Tally(score.total, score.elapsed, score.home) if score.is_over else Tally()


# What is taken along ----------------------------------------------------------------------------------


def results_csv(told: AllStandings, separator: str = ",") -> str:
    """A table of the standings for spreadsheets, none of which takes a name for a formula.

    It begins with a byte-order mark; with `;` between columns, decimals have a comma.
    """
    text = io.StringIO("\ufeff")
    text.seek(0, io.SEEK_END)
    rows = csv.writer(text, delimiter=separator)
    head = ("rank", "player", "kind", "total", "seconds", "home")
    rows.writerow([*head, *(f"round {info.number}" for info in told.tournament.rounds)])
    for place in told.places:
        name = f"'{place.player}" if place.player.startswith(tuple("=+-@")) else place.player
        scores = ["" if score is None else score.total for score in place.rounds]
        rank, seconds = place.rank or "", f"{place.elapsed / 1000:.1f}"
        seconds = seconds.replace(".", ",") if separator == ";" else seconds
        rows.writerow([rank, name, place.kind, place.total, seconds, place.home, *scores])
    return text.getvalue()


def pack_round(packing: ZipFile, proof: ClosedRound) -> None:
    """Packs what proves a closed round, as `check-round` reads it, and each record as the program does."""
    packing.writestr(f"round-{proof.round}.round", encoded(proof))
    for number, played in enumerate(proof.played, 1):
        name = "".join(letter if letter.isalnum() else "_" for letter in played.player)
        packing.writestr(f"round-{proof.round}/{number:02} {name}.patience", played.record)


class SeriesLine(NamedTuple):
    """Result of a player over the evenings of a series."""

    player: str
    kind: str
    places: tuple[int | None, ...]
    """The place of each evening; None of one that was not played or has not ended a round."""
    points: int
    won: int
    """Number of rounds won, shared ones included."""


class Evening(NamedTuple):
    """Standings of an evening of a series, and whose each name is: a seat keeps its owner, not its name."""

    standings: AllStandings
    owners: Mapping[str, str]


def series_table(evenings: Sequence[Evening]) -> list[SeriesLine]:
    """Ranks the people of a series, each by their latest name, by points, then by rounds won; robots last."""
    places_of: dict[str, list[PlaceInfo | None]] = {}
    won = Counter[str]()
    for at, (told, owners) in enumerate(evenings):
        is_scored = any(place.total for place in told.places if place.rank)
        for place in told.places:
            own = places_of.setdefault(owners.get(place.player, place.player), [None] * len(evenings))
            own[at] = place if is_scored else replace(place, rank=None)  # there is no order yet
        won.update(
            owners.get(player, player)
            for info in told.tournament.rounds
            if info.state == "closed"
            for player in _winners(told, info.number)
        )
    found = []
    for owner, own in places_of.items():
        *_, latest = filter(None, own)
        places = tuple([None if place is None or not any(place.rounds) else place.rank for place in own])
        points = sum(place.total for place in own if place is not None)
        found.append(SeriesLine(latest.player, latest.kind, places, points, won[owner]))
    return sorted(found, key=lambda line: (line.kind != PERSON, -line.points, -line.won))


def _winners(evening: AllStandings, number: int) -> list[str]:
    """Those with the most points in a round; nobody if they are none."""
    scores = {
        place.player: score.total
        for place in evening.places
        if place.rank is not None and (score := place.rounds[number - 1]) is not None
    }
    most = max(scores.values(), default=0)
    return [player for player, total in scores.items() if most and total == most]


T = TypeVar("T")


class TtlCache(Generic[T]):
    """Cache with a time to live; concurrent misses share one computation."""

    def __init__(self, max_entries: int, fresh_ms: int | None, now: Now) -> None:
        """`fresh_ms` is how old one may be; None of what never changes."""
        self._max_entries, self._fresh_ms, self._now = max_entries, fresh_ms, now
        self._of: dict[Hashable, tuple[int, asyncio.Future[T]]] = {}

    def has(self, key: Hashable) -> bool:
        """Whether one is cached or being made, however old."""
        _, found = self._of.get(key, (0, None))
        return found is not None and not (found.done() and _has_failed(found))

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Returns the cached value, made if stale; raises what `make` raises, and tries again next time."""
        since, found = self._of.pop(key, (0, None))
        is_old = self._fresh_ms is not None and self._now() - since > self._fresh_ms
        if found is None or (found.done() and (is_old or _has_failed(found))):
            since, found = self._now(), asyncio.ensure_future(make())
        self._of[key] = since, found  # the last one now
        while len(self._of) > self._max_entries:
            del self._of[next(iter(self._of))]
        return await asyncio.shield(found)

    def forget(self, key: Hashable) -> None:
        """The one of a name is not given any more, even if it is being made."""
        self._of.pop(key, None)

    def forget_all(self) -> None:
        """The same of all."""
        self._of.clear()


def _has_failed(found: asyncio.Future[Any]) -> bool:
    return found.cancelled() or found.exception() is not None

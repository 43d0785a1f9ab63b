"""Tables of the server's database, and the numbered migrations that lead there from every earlier version.

Moments are ms since 1970. A released migration is never changed; a new one is added, with the tables as they
are then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateColumn

tables = MetaData()
_ID = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up by itself only in an INTEGER

version = Table("version", tables, Column("number", Integer, nullable=False))

hosts = Table(
    "hosts",
    tables,
    Column("key_hash", String(64), primary_key=True),
    Column("made", BigInteger, nullable=False),
)

tournaments = Table(
    "tournaments",
    tables,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("draw", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("lasts", Integer),
    Column("robots_rank", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False, index=True),
    Column("deleted", BigInteger),  # none while it is there; its rows follow soon
    Column("seats", String(8), nullable=False, server_default="open"),  # who comes in, see `seats`
    Column("start", String(8), nullable=False, server_default="own"),  # when clocks start
    Column("secret", String(32)),  # of its link, and for digests
    Column("announced", String(120)),  # what its host tells everybody
    Column("announced_at", BigInteger),
    Column("series", String(32)),  # the first evening of those that follow each other; none while it is alone
)

rounds = Table(
    "rounds",
    tables,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("opens", BigInteger),  # planned
    Column("closes", BigInteger),  # planned
    Column("opened", BigInteger),
    Column("closing", BigInteger),
    Column("closed", BigInteger),
    Column("cancelled", BigInteger),
    Column("put_off", BigInteger),  # when it was to open first, where it is held at another time
    Column("starts", BigInteger),  # when all clocks start; none where each has its own beginning
    Column("held", BigInteger),  # until when its deck stays secret, where a host closed it
)

decks = Table(
    "decks",
    tables,
    Column("commitment", String(64), primary_key=True),
    Column("draw", Integer, nullable=False),
    Column("salt", String(64), nullable=False),
    Column("deck", String(155), nullable=False),
    Column("proven", BigInteger, nullable=False),
    Column("tournament", String(32)),  # none while it lies ready
    Column("round", Integer),
    UniqueConstraint("tournament", "round"),
)

seats = Table(
    "seats",
    tables,
    Column("id", _ID, primary_key=True),
    Column("tournament", ForeignKey("tournaments.id"), nullable=False),
    Column("key_hash", String(64)),  # none of a robot
    Column("name", String(24), nullable=False),
    Column("kind", String(24), nullable=False),
    Column("look", String, nullable=False),  # see game.tournament.player.looks
    Column("drawn", String, nullable=False),
    Column("joined", BigInteger, nullable=False),
    Column("removed", BigInteger),  # when the host has put it out
    Column("knocks", String(32)),  # from where, as a digest, until the host lets it in
    Column("address", String(32)),  # the same of who came in unasked, until a round opens
    Column("banned", String(32)),  # from where nobody comes in any more; empty where that is not known
    UniqueConstraint("tournament", "key_hash"),
    UniqueConstraint("tournament", "look"),
    UniqueConstraint("tournament", "drawn"),
)

games = Table(
    "games",
    tables,
    Column("id", _ID, primary_key=True),
    Column("seat", ForeignKey("seats.id"), nullable=False),
    Column("tournament", String(32), nullable=False),
    Column("round", Integer, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),  # when its time is up
    Column("outcome", String(10)),  # this and the following: none while it is played
    Column("score", Integer),
    Column("bonus", Integer),
    Column("home", Integer),
    Column("elapsed", Integer),
    Column(
        "away", Integer, nullable=False, server_default=text("0")
    ),  # since its start the server was, in ms
    Column("begun", Integer, nullable=False, server_default=text("0")),  # at which play time its player did
    UniqueConstraint("seat", "round"),
    Index("games_of_round", "tournament", "round"),
    Index("games_running", "outcome", "ends"),
)

entries = Table(
    "entries",
    tables,
    Column("game", ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Integer, nullable=False),
    Column("action", String(12), nullable=False),
    Column("score", Integer, nullable=False),  # after it, as the entries up to here come to
    Column("home", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# When a worker was last there, and by the clock of its machine since that was started.
workers = Table(
    "workers",
    tables,
    Column("id", String(16), primary_key=True),
    Column("seen", BigInteger, nullable=False),
    Column("boot", String(40), nullable=False),
    Column("since_boot", BigInteger, nullable=False),
)

# Times in which no worker was there while a round was open.
absences = Table(
    "absences",
    tables,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)

Migration = Callable[[Connection], None]


class SchemaError(ValueError):
    """The database belongs to a newer version or another program; the message is a sentence."""


ADDED: Sequence[Column[Any]] = (
    tournaments.c.deleted,
    tournaments.c.seats,
    tournaments.c.start,
    tournaments.c.secret,
    rounds.c.cancelled,
    rounds.c.put_off,
    rounds.c.starts,
    rounds.c.held,
    seats.c.removed,
    seats.c.knocks,
    seats.c.address,
    games.c.away,
    games.c.begun,
)
"""Columns of version 2, in table order, after all others."""
ADDED_THIRD = (tournaments.c.announced, tournaments.c.announced_at, seats.c.banned)
"""Columns of version 3."""
ADDED_FOURTH = (tournaments.c.series,)
"""Columns of version 4."""


NEW = (workers, absences)
"""Tables of version 2."""


def _first(connection: Connection) -> None:
    tables.create_all(
        connection, [table for table in tables.sorted_tables if table not in NEW], checkfirst=False
    )
    for column in (*ADDED, *ADDED_THIRD, *ADDED_FOURTH):
        connection.execute(text(f'ALTER TABLE {column.table.name} DROP COLUMN "{column.name}"'))
    connection.execute(insert(version).values(number=0))


def _second(connection: Connection) -> None:
    tables.create_all(connection, NEW, checkfirst=False)
    _add(connection, ADDED)


def _add(connection: Connection, columns: Sequence[Column[Any]]) -> None:
    for column in columns:
        added = CreateColumn(column).compile(dialect=connection.dialect)
        connection.execute(text(f"ALTER TABLE {column.table.name} ADD COLUMN {added}"))


MIGRATIONS: Sequence[Migration] = (
    _first,
    _second,
    partial(_add, columns=ADDED_THIRD),
    partial(_add, columns=ADDED_FOURTH),
)
"""Migration n leads from version n to n + 1."""


def insert_new(connection: Any, table: Table) -> Any:
    """Insert statement that skips rows that exist."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table).on_conflict_do_nothing()


def migrate(connection: Connection, migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """Migrates a database to the present version in this transaction; returns the old version.

    Raises:
        SchemaError: the database is newer, or has other contents.
    """
    if connection.dialect.name == "postgresql":  # several workers may be started at once
        connection.execute(text("SELECT pg_advisory_xact_lock(20261122)"))
    found = version_of(connection)
    if found > len(migrations):
        raise SchemaError(
            f"The database is of version {found}, written by a newer version of the program; "
            f"this one knows {len(migrations)}."
        )
    for number in range(found, len(migrations)):
        migrations[number](connection)
        connection.execute(update(version).values(number=number + 1))
    if migrations:  # what cannot be written is found now
        connection.execute(update(version).values(number=version.c.number))
    return found


def version_of(connection: Connection) -> int:
    """Returns the version of a database, 0 for an empty one.

    Raises:
        SchemaError: it has other tables, or no version.
    """
    names = inspect(connection).get_table_names()
    if not names:
        return 0
    if version.name not in names:
        raise SchemaError("The database holds something else than rounds: give it one of its own.")
    numbers = connection.execute(select(version.c.number)).scalars().all()
    if len(numbers) != 1 or not isinstance(numbers[0], int) or numbers[0] < 1:
        raise SchemaError("The database does not tell of which version it is: it is damaged.")
    return numbers[0]

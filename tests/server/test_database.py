"""Opening of the database: migrations from every earlier version, and what goes wrong told in sentences."""

import asyncio
import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, create_engine, insert, inspect, select, text

from game.server.database import DatabaseError, open_database
from game.server.schema import MIGRATIONS, SchemaError, hosts, migrate, tables, version_of


def opened(address: str) -> None:
    async def scene() -> None:
        await (await open_database(address)).close()

    asyncio.run(scene())


@pytest.mark.parametrize("earlier", range(len(MIGRATIONS)))
def test_every_earlier_version_is_brought_to_the_present_one(tmp_path, earlier):
    engine = create_engine(f"sqlite:///{tmp_path / 'rounds.sqlite3'}")
    with engine.begin() as connection:
        migrate(connection, MIGRATIONS[:earlier])
        if earlier:
            connection.execute(insert(hosts).values(key_hash="ab" * 32, made=1))
        migrate(connection)
        assert version_of(connection) == len(MIGRATIONS)
        found = {name: inspect(connection).get_columns(name) for name in tables.tables}
        for name, table in tables.tables.items():
            assert [index["name"] for index in found[name]] == [column.name for column in table.columns]
        kept = connection.scalars(select(hosts.c.made)).all()
        assert kept == ([1] if earlier else [])


def test_a_database_of_the_first_release_is_brought_to_the_present_version_with_its_games(tmp_path):
    path = tmp_path / "rounds.sqlite3"
    with closing(sqlite3.connect(path)) as first:
        first.executescript((Path(__file__).parent / "version_1.sql").read_text())
        first.execute("INSERT INTO tournaments VALUES ('a', 'Evening', 3, 300, 1, NULL, 0, 5)")
        first.execute("INSERT INTO seats VALUES (1, 'a', 'x', 'Anna', 'person', 'anna', 'anna', 5)")
        first.execute("INSERT INTO games VALUES (7, 1, 'a', 1, 1000, 301000, NULL, NULL, NULL, NULL, NULL)")
        first.commit()
    opened(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as now:
        assert now.execute("SELECT number FROM version").fetchall() == [(len(MIGRATIONS),)]
        assert now.execute("SELECT id, started, ends, away FROM games").fetchall() == [(7, 1000, 301000, 0)]
        for name, table in tables.tables.items():
            there = [row[1] for row in now.execute(f"PRAGMA table_info({name})")]
            assert there == [column.name for column in table.columns]


def test_migrations_go_on_from_where_a_database_is(tmp_path):
    more = Table("more", MetaData(), Column("number", Integer))
    engine = create_engine(f"sqlite:///{tmp_path / 'rounds.sqlite3'}")
    with engine.begin() as connection:
        migrate(connection)
        assert migrate(connection, [*MIGRATIONS, lambda where: more.create(where)]) == len(MIGRATIONS)
        assert version_of(connection) == len(MIGRATIONS) + 1
        with pytest.raises(SchemaError, match="newer version"):
            migrate(connection)


def test_a_database_is_opened_again_as_it_was(database):
    opened(database)
    opened(database)


@pytest.mark.parametrize(
    "lie",
    [
        *("DELETE FROM version", "UPDATE version SET number = 'x'", "UPDATE version SET number = -1"),
        "INSERT INTO version VALUES (1)",
    ],
)
def test_a_database_that_lies_about_its_version_is_told_in_a_sentence(tmp_path, lie):
    path = tmp_path / "rounds.sqlite3"
    opened(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(lie)
        connection.commit()
    with pytest.raises(DatabaseError, match="it is damaged"):
        opened(f"sqlite:///{path}")


@pytest.mark.skipif(
    os.name != "posix" or os.getuid() != 0, reason="only root can be somebody else for a while"
)
@pytest.mark.parametrize("folder_mode", [0o777, 0o555])
def test_a_file_that_cannot_be_written_is_refused_at_the_start(folder_mode):
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "rounds.sqlite3"
        opened(f"sqlite:///{path}")
        path.chmod(0o444)
        Path(name).chmod(folder_mode)
        os.seteuid(65534)
        try:
            with pytest.raises(DatabaseError, match="readonly"):
                opened(f"sqlite:///{path}")
        finally:
            os.seteuid(0)


@pytest.mark.thorough
def test_a_postgres_that_only_reads_is_refused_at_the_start(postgres):
    opened(postgres)

    async def only_reads() -> None:
        database = await open_database(postgres)
        async with database.reading.connect() as connection:
            await connection.execute(
                text(f"ALTER DATABASE {postgres.rpartition('/')[2]} SET default_transaction_read_only = on")
            )
        await database.close()

    asyncio.run(only_reads())
    with pytest.raises(DatabaseError, match="read-only"):
        opened(postgres)


def test_a_database_of_something_else_is_left_alone(tmp_path):
    path = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE notes (text)")
        other.commit()
    with pytest.raises(DatabaseError, match="something else"):
        opened(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("notes",)]


def test_a_damaged_file_is_told_in_a_sentence(tmp_path):
    path = tmp_path / "damaged.sqlite3"
    path.write_bytes(b"no database" * 100)
    with pytest.raises(DatabaseError, match="cannot be opened: file is not a database"):
        opened(f"sqlite:///{path}")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        *(("nonsense", "begins with"), ("mysql://localhost/rounds", "not in mysql")),
        *(("sqlite://", "is a file"), ("sqlite:///:memory:", "is a file")),
        ("sqlite:////no/such/folder/rounds.sqlite3", "cannot be opened"),
        ("postgresql://nobody@127.0.0.1:1/none", "cannot be opened"),
        ("postgresql://nobody@127.0.0.1:x/none", "begins with"),
        ("postgresql://nobody@127.0.0.1:1/none?colour=red", "cannot be opened"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_in_a_sentence(address, said):
    with pytest.raises(DatabaseError, match=said) as wrong:
        opened(address)
    assert "\n" not in str(wrong.value)


async def test_a_commit_of_sqlite_is_on_disk(tmp_path):
    database = await open_database(f"sqlite:///{tmp_path / 'rounds.sqlite3'}")
    async with database.writing.connect() as connection:
        assert await connection.scalar(text("PRAGMA synchronous")) == 2
        assert await connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert await connection.scalar(text("PRAGMA foreign_keys")) == 1
    await database.close()

"""A PostgreSQL of Debian's packages for tests of the table server: one cluster, a database for each test."""

import asyncio
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from uuid import uuid4

import pytest

from game.cli import main
from tests.commands import missing
from tests.server.tables import HOST, Host, Server, running
from tools.load import postgres as debian


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """The address of a cluster on a free port of the loopback, without the name of a database."""
    try:
        with debian.cluster(is_durable=False) as (address, _):
            yield address
    except debian.MissingError as why:
        missing(f"PostgreSQL ({why}; apt-get install postgresql)")


@pytest.fixture
def postgres(cluster: str) -> str:
    """The address of an empty database of PostgreSQL."""
    return debian.create_database(cluster, f"rounds_{uuid4().hex}")


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The address of an empty database in a file."""
    return f"sqlite:///{tmp_path / 'rounds.sqlite3'}"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
def database(request: pytest.FixtureRequest) -> str:
    """The address of an empty database of each kind."""
    address: str = request.getfixturevalue("postgres" if request.param == "postgresql" else "sqlite")
    return address


@pytest.fixture
def server(database: str) -> AbstractAsyncContextManager[Server]:
    """A server that runs while the test does, at a database of each kind."""
    return running(database)


@pytest.fixture
def key(tmp_path: Path) -> str:
    """Where the host of every server of these tests keeps the key."""
    (tmp_path / "host-key").write_text(f"{HOST}\n")
    return str(tmp_path / "host-key")


@pytest.fixture
def host(key: str, capsys: pytest.CaptureFixture[str]) -> Host:
    """The host at a terminal."""

    async def typed(*words: str) -> tuple[int, list[str]]:
        code = await asyncio.to_thread(main, ["host", *words, "--key-file", key])
        said = capsys.readouterr()
        return code, (said.out + said.err).splitlines()

    return typed

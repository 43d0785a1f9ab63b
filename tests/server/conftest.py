"""A PostgreSQL of Debian's packages for tests of the table server: one cluster, a database for each test."""

import os
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from uuid import uuid4

import pytest

from tests.server.tables import Server, running
from tools.load import postgres as debian


def missing(what: str) -> None:
    """Leaves the test out where there is no PostgreSQL, but never where everything has to be tried."""
    if os.environ.get("CI"):
        pytest.fail(f"{what}: apt-get install postgresql")
    pytest.skip(f"{what}; apt-get install postgresql has it tried")


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """The address of a cluster on a free port of the loopback, without the name of a database."""
    try:
        with debian.cluster(is_durable=False) as (address, _):
            yield address
    except debian.MissingError as why:
        missing(str(why))


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

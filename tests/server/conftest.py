"""A PostgreSQL of Debian's packages for tests of the table server: one cluster, a database for each test."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

USER = "postgres"


def program(name: str) -> str | None:
    """The path of one of PostgreSQL's programs, of the newest version that is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    return str(found[-1]) if found else shutil.which(name)


def missing(what: str) -> None:
    """Leaves the test out where there is no PostgreSQL, but never where everything has to be tried."""
    if os.environ.get("CI"):
        pytest.fail(f"{what}: apt-get install postgresql")
    pytest.skip(f"{what}; apt-get install postgresql has it tried")


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """The address of a cluster on a free port of the loopback, without the name of a database."""
    initdb, postgres = program("initdb"), program("postgres")
    if initdb is None or postgres is None:
        missing("there is no PostgreSQL here")
        return
    # Its programs refuse to be run by root, and then belong to their own user.
    user = USER if os.name == "posix" and os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="patience-postgres-"))
    if user is not None:
        try:
            shutil.chown(folder, user)
        except LookupError:
            missing("PostgreSQL has no user of its own here")
    data = folder / "data"
    made = subprocess.run(
        [initdb, "-D", data, "-U", USER, "--auth=trust", "--encoding=UTF8", "--no-sync"],
        user=user,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert made.returncode == 0, made.stderr
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = ["listen_addresses=127.0.0.1", f"unix_socket_directories={folder}", "fsync=off"]
    running = subprocess.Popen(
        [postgres, "-D", data, "-p", str(port), *(word for each in settings for word in ("-c", each))],
        user=user,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, running)
        yield f"postgresql://{USER}@127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(port: int, running: "subprocess.Popen[bytes]") -> None:
    """Waits until the cluster takes connections, which `pg_isready` tells."""
    ready = program("pg_isready")
    assert ready is not None
    until_s = time.monotonic() + 30
    while subprocess.run([ready, "-q", "-h", "127.0.0.1", "-p", str(port)], timeout=10).returncode:
        assert running.poll() is None, "PostgreSQL has ended"
        assert time.monotonic() < until_s, "PostgreSQL does not begin"
        time.sleep(0.05)


@pytest.fixture
def postgres(cluster: str) -> str:
    """The address of an empty database of PostgreSQL."""
    name, psql = f"rounds_{uuid4().hex}", program("psql")
    assert psql is not None
    made = subprocess.run(
        [psql, "-q", f"{cluster}/postgres", "-c", f"CREATE DATABASE {name}"],
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert made.returncode == 0, made.stderr
    return f"{cluster}/{name}"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'rounds.sqlite3'}"
    address: str = request.getfixturevalue("postgres")
    return address

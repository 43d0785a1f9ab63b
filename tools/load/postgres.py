"""A cluster of PostgreSQL for a while, by Debian's packages, in a temporary folder and on the loopback."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "postgres"


class MissingError(Exception):
    """There is no PostgreSQL on this machine; the text is a sentence."""


def program(name: str) -> str:
    """The path of one of PostgreSQL's programs, of the newest version that is installed.

    Raises:
        MissingError: there is none.
    """
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    path = str(found[-1]) if found else shutil.which(name)
    if path is None:
        raise MissingError("there is no PostgreSQL here")
    return path


@contextmanager
def cluster(is_durable: bool) -> Iterator[tuple[str, int]]:
    """A cluster: its address without the name of a database, and the number of its first process.

    Raises:
        MissingError: there is no PostgreSQL.
    """
    initdb, postgres = program("initdb"), program("postgres")
    # Its programs refuse to be run by root, and then belong to their own user.
    user = USER if os.name == "posix" and os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="patience-postgres-"))
    if user is not None:
        try:
            shutil.chown(folder, user)
        except LookupError:
            raise MissingError("PostgreSQL has no user of its own here") from None
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
    settings = ["listen_addresses=127.0.0.1", f"unix_socket_directories={folder}"]
    settings += [] if is_durable else ["fsync=off"]
    running = subprocess.Popen(
        [postgres, "-D", data, "-p", str(port), *(word for setting in settings for word in ("-c", setting))],
        user=user,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, running)
        yield f"postgresql://{USER}@127.0.0.1:{port}", running.pid
    finally:
        running.terminate()
        running.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(port: int, running: subprocess.Popen[bytes]) -> None:
    """Waits until the cluster accepts connections, by `pg_isready`."""
    ready, until_s = program("pg_isready"), time.monotonic() + 30
    while subprocess.run([ready, "-q", "-h", "127.0.0.1", "-p", str(port)], timeout=10).returncode:
        assert running.poll() is None, "PostgreSQL has ended"
        assert time.monotonic() < until_s, "PostgreSQL does not begin"
        time.sleep(0.05)


def create_database(address: str, name: str) -> str:
    """Makes an empty database in a cluster; returns its address."""
    made = subprocess.run(
        [program("psql"), "-q", f"{address}/postgres", "-c", f"CREATE DATABASE {name}"],
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert made.returncode == 0, made.stderr
    return f"{address}/{name}"

"""What is no file where the program expects one: a pipe, a link, a socket. Nothing waits for it."""

import asyncio
import os
import socket
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.rounds.hosted import BEGUN, FOLDER, HostedServer, HostingError
from game.server.database import DatabaseError, open_database, sqlite_url
from game.storage.crash import LOG as CRASHES
from game.storage.crash import note_crash, take_unreported_crash
from game.storage.files import (
    CRASH_NOTE,
    FAULTS,
    HOSTED,
    ONLINE_SEATS,
    StorageError,
    atomic_write,
    held,
    open_lock,
    read_limited,
    remove_orphans,
    temp_path,
)
from game.storage.journal import Journal, deal_text, game_of, header_of
from game.storage.profile import Players, load_profile, load_window_place
from game.storage.statistics import Statistics
from game.storage.tournament_store import OnlineKeys, OnlineSeats
from game.ui.window.placement import PlaceKeeper
from game.ui.window.services import write_faults_down

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")

WAYS = {
    "open.lock": lambda path: PlaceKeeper(path.parent, lambda: 0),
    "window.json": load_window_place,
    "profile.json": lambda path: load_profile(path).save(),
    "profile.lock": lambda path: load_profile(path.with_suffix(".json")).save(),
    "players.json": lambda path: Players(path.parent).add("Anna"),
    "online.json": lambda path: OnlineKeys(path.parent).visited("http://127.0.0.1:8852", "Anna"),
    ONLINE_SEATS: lambda path: OnlineSeats(path.parent).begun(datetime.now(UTC)),
    "statistics.sqlite3": lambda path: Statistics(path.parent).groups(),
    CRASHES: lambda path: note_crash(path.parent, ValueError(), datetime.now(UTC), None),
    CRASH_NOTE: lambda path: take_unreported_crash(path.parent),
    FAULTS: write_faults_down,
    "header.patience": header_of,
    "game.patience": game_of,
    "deal.patience": deal_text,
    "journal.patience": Journal,
    "new.patience": lambda path: Journal(path, b"patience 1\n"),
    HOSTED.name: lambda path: HostedServer(path.parents[1]),
    "host-key": lambda path: HostedServer(path.parents[1]).key,
    BEGUN: lambda path: HostedServer(path.parents[1]).host(None, False),
    "rounds.sqlite3": lambda path: asyncio.run(open_database(sqlite_url(path))),
    "read": lambda path: read_limited(path, 100),
    "lock": open_lock,
}
KINDS = {
    "pipe": os.mkfifo,
    "link": lambda path: path.symlink_to("../elsewhere"),
    "socket": lambda path: socket.socket(socket.AF_UNIX).bind(str(path)),
    "folder": Path.mkdir,
}


@pytest.mark.timeout(20)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", WAYS)
def test_nothing_waits_for_what_is_no_file(tmp_path, monkeypatch, name, kind):
    monkeypatch.chdir(tmp_path)  # a socket has a short name
    (tmp_path / FOLDER).mkdir()
    os.mkfifo(elsewhere := tmp_path / "elsewhere")
    path = tmp_path / FOLDER / name
    KINDS[kind](Path(FOLDER) / name)
    with suppress(StorageError, DatabaseError, HostingError, OSError):
        WAYS[name](path)
    assert elsewhere.is_fifo()
    assert {found.name for found in tmp_path.iterdir()} == {FOLDER, "elsewhere"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_lock_that_is_no_file_is_named_in_a_sentence(tmp_path, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)
    KINDS[kind](Path("open.lock"))
    why = "“open.lock” is not a regular file: move it away"
    with pytest.raises(StorageError, match=why):
        open_lock(tmp_path / "open.lock")
    with pytest.raises(StorageError, match=why), held(tmp_path / "open.lock"):
        pass
    keeper = PlaceKeeper(tmp_path, lambda: 0)
    assert (keeper.warning, keeper.remembered()) == (why, None)


def test_a_lock_that_is_a_link_makes_no_file_elsewhere(tmp_path):
    (tmp_path / "open.lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StorageError, match="not a regular file"):
        open_lock(tmp_path / "open.lock")
    assert not (tmp_path / "elsewhere").exists()


def test_a_draft_that_somebody_has_laid_there_as_a_link_is_not_written_through(tmp_path):
    path, other = tmp_path / "mine", tmp_path / "other"
    other.write_text("keep")
    temp_path(path).symlink_to(other)
    with pytest.raises(StorageError), atomic_write(path) as file:
        file.write(b"new")
    assert other.read_text() == "keep"


def test_drafts_that_are_pipes_are_left_where_they_are(tmp_path):
    os.mkfifo(pipe := tmp_path / ".a.1.draft")
    os.utime(pipe, (1, 1))
    remove_orphans(tmp_path)
    assert pipe.exists()

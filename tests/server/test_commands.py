"""The commands `serve` and `check-round`, and what they say when something is wrong."""

import asyncio
import json
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from game.cli.command import near, typed_program
from game.online.bodies import AllStandings, NewTournament
from game.online.client import ask_http
from game.online.messages import TournamentInfo
from game.rounds.hosted import own_address
from game.server.pages.host_texts import EVERYWHERE, address_of_friends, tell_of_decks, told, typed
from game.server.seats import is_key, key_hash, new_key
from game.server.serving import listening_at
from game.storage.files import data_folder, lock
from tests.commands import ROOT, package_name, packages_of, python, refusal
from tests.commands import running as process_running
from tests.online.examples import example
from tests.server.no_server import answering, saying

ROUND = example("round")
CLOSED = json.loads(ROUND)


@pytest.fixture
def umask_as_before() -> Iterator[None]:
    """What a server writes is nobody else's to read, and it says so to its whole process."""
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "evening.round"
    path.write_text(ROUND)
    return path


def test_a_round_that_holds_is_told_with_its_scores(file, run):
    code, out, _ = run("check-round", file, "--commitment", CLOSED["commitment"])
    said = out.splitlines()
    assert code == 0
    assert said[0] == "1. Anna: timeout, score 0 + 0 = 0, 0 cards home in 300.0 s"
    assert said[1].startswith("Sunday evening, round 1: salt and deck match the commitment ")
    assert said[1].endswith("and 1 records of this deck are valid")
    assert said[2:] == [
        "All clocks started together, 10.0 s after the opening",
        "Anna started 10.2 s after the opening; others who had turned or moved cards by then: 0",
    ]


def test_a_round_whose_clocks_had_their_own_beginning_is_called_friendly(file, run):
    file.write_text(example("round1"))
    code, out, _ = run("check-round", file)
    assert (code, "Friendly: each clock started on its own" in out) == (0, True)


def test_a_round_is_checked_from_where_it_is_served(run):
    with answering(200, ROUND.encode()) as (address, _):
        assert "1 records" in run("check-round", f"{address}/api/1/x")[1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"salt": "00" * 32}, "salt and deck do not come to the commitment"),
        ({"commitment": "00" * 32}, "Anna: the record is of another commitment"),
        ({"deck": "AC"}, "is not a closed round"),
        ({"patience_round": 3}, "is not a closed round"),
        ({"more": 1}, "is not a closed round"),
    ],
)
def test_what_does_not_hold_is_told_in_a_sentence(file, run, change, said):
    file.write_text(json.dumps({**CLOSED, **change}))
    code, _, told = run("check-round", file)
    assert (code, said in told) == (1, True)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["check-round", "/no/such/file"], 1),
        (["check-round", "http://127.0.0.1:1/"], 1),
        (["check-round", "https://"], 1),
        (["check-round", "http://a..b/"], 1),
        (["check-round", "http://a b/"], 1),
        (["check-round", "x", "--commitment", "xyz"], 2),
        (["serve", "--port", "-1"], 2),
        (["serve", "--port", "65536"], 2),
        (["serve", "--cert", "x"], 2),
        (["serve", "--per-address", "many"], 2),
        (["serve", "--keep", "0"], 2),
        (["serve", "--operator", "Anna\n"], 2),
        (["serve", "--operator", "a" * 501], 2),
        (["serve", "--address", "not an address!"], 2),
    ],
)
def test_wrong_words_get_a_sentence(run, words, code):
    found, _, said = run(*words)
    assert (found, said.startswith("patience: "), said.count("\n")) == (code, True, 1)


@pytest.mark.usefixtures("umask_as_before")
def test_a_server_that_cannot_start_says_why_in_a_sentence(tmp_path, run):
    here, free = ["serve", "--host", "127.0.0.1", "--folder", str(tmp_path)], ["--port", "0"]
    (tmp_path / "file").write_text("no folder")
    with closing(socket.socket()) as taken, saying(b"220 mail.example ESMTP\r\n") as address:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        for words, code, said in (
            (
                [*here, "--port", str(taken.getsockname()[1])],
                1,
                "Nobody can be listened to at 127.0.0.1 port",
            ),
            (
                [*here, *free, "--database", "sqlite:////no/such/folder/x"],
                1,
                "patience: The database cannot be opened: unable to open database file.\n",
            ),
            ([*here[:-1], str(tmp_path / "file" / "below"), *free], 1, "below is no folder.\n"),
            (["serve", "--folder", ""], 2, "patience: --folder and --host cannot be empty.\n"),
            (["serve", "--host", "a..b", *here[3:]], 1, "patience: No machine has such a name: a..b.\n"),
            (["check-round", address], 1, f"patience: {address}: the answer is not HTTP.\n"),
            (["serve", "--address", "https://host.example/path"], 2, "--address has no path"),
            (["serve", "--address", "host.example:1/a/"], 2, "--address has no path"),
            (["serve", "--address", "http://host/#x"], 2, "--address has no path"),
        ):
            assert said in refusal(run(*words), code)
    with (tmp_path / "rounds.sqlite3-lock").open("wb") as taken:
        assert lock(taken)
        said = refusal(run(*here, *free))
    assert said == f"patience: Another server has {tmp_path / 'rounds.sqlite3'} already.\n"


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (409, b'{"code":"not_closed","parts":[]}', "The round is not closed yet."),
        (500, b"<html>", "The server answers with status 500 and no round."),
    ],
)
def test_what_a_server_says_instead_of_a_round_is_told(run, status, body, said):
    page = f"/tournaments/{'0a' * 16}/rounds/1"
    with answering(status, body) as (address, heard):
        told = refusal(run("check-round", f"{address}{page}"))
    assert heard.asked == ((f"/api/1{page}", None),), "the page of a round leads to its data"
    assert told.endswith(f": {said}\n")


@pytest.mark.usefixtures("umask_as_before")
@pytest.mark.skipif(os.name != "posix", reason="elsewhere every name of a file is text")
def test_a_folder_whose_name_is_no_text_is_told_in_a_sentence(tmp_path, run):
    folder = tmp_path / os.fsdecode(b"even\xffing")
    told = refusal(run("serve", "--host", "127.0.0.1", "--port", 0, "--folder", folder))
    assert "even\\xffing/rounds.sqlite3 is not.\n" in told


@pytest.mark.usefixtures("umask_as_before")
@pytest.mark.parametrize(
    ("lies", "said"),
    [
        (lambda path: path.write_bytes(b"\xff\x1b[31m"), "holds no key: move it away"),
        (lambda path: path.mkdir(), "it is not a regular file"),
        (lambda path: path.symlink_to("/dev/zero"), "it is not a regular file"),
        (lambda path: path.symlink_to("nowhere"), "no such file"),
        (lambda path: path.write_bytes(b"0" * 5000), "larger than"),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="links and devices are made")
def test_a_key_of_the_host_that_is_none_is_told_in_a_sentence(tmp_path, run, lies, said):
    lies(tmp_path / "host-key")
    assert said in refusal(run("serve", "--host", "127.0.0.1", "--port", 0, "--folder", tmp_path))


@pytest.mark.thorough
def test_without_its_packages_the_server_names_the_file_to_install():
    hide = "import sys; sys.modules['sqlalchemy'] = None; sys.argv = sys.argv[1:]; import runpy; "
    done = python("-c", f"{hide}runpy.run_path('main.py', run_name='__main__')", "main.py", "serve")
    assert (done.returncode, done.stderr) == (
        1,
        f"patience: the package sqlalchemy is not installed: {near(sys.executable)} -m pip install "
        "-r requirements-server.txt.\n",
    )


@pytest.mark.thorough
@pytest.mark.timeout(300)  # the first decks are proven by a niced process
def test_a_server_needs_nothing_that_only_players_have_and_its_journal_has_no_key(tmp_path):
    tmp_path.chmod(0o755)
    served = {package_name(line) for line in (ROOT / "requirements-server.txt").read_text().splitlines()}
    of_players = {package_name(dependency) for dependency in packages_of("dependencies", "fast")} - served
    absent = {package.removesuffix("-ce") for package in of_players}
    assert {"pygame", "numba", "numpy", "rich"} <= absent
    for name in absent:
        (tmp_path / f"{name}.py").write_text("raise ModuleNotFoundError(name=__name__)")
    words = ["serve", "--host", "127.0.0.1", "--port", "0", "--folder", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    with process_running(*words, stdout=subprocess.PIPE, text=True, env=environment) as server:
        said = "".join(iter(server.stdout.readline, "Decks lie ready\n"))
        address = said.split()[4].rstrip("/")
        key = (tmp_path / "host-key").read_text().strip()
        assert key not in said
        assert f"Your key as the host lies in {tmp_path / 'host-key'}\n" in said
        assert f"Others on this machine may look into {tmp_path}: chmod 700 {tmp_path} forbids it\n" in said
        wanted = NewTournament("Robots", 3, 60, 1, None, None, None, ("beginner", "regular"), False)
        made = ask_http(address, "/tournaments", TournamentInfo, wanted, key)
        path = f"/tournaments/{made.id}"
        ask_http(address, f"{path}/rounds/1/open", TournamentInfo, key=key, method="POST")
        assert made.players == 2
        while not all(
            place.rounds[0] for place in ask_http(address, f"{path}/standings", AllStandings).places
        ):
            with pytest.raises(subprocess.TimeoutExpired):  # it lives, and is not asked too often
                server.wait(0.2)


def test_the_host_is_told_an_address_for_friends():
    friends = address_of_friends("http", EVERYWHERE[0], 8852)
    assert friends == (None if own_address() == "127.0.0.1" else f"http://{own_address()}:8852")
    lines = told("http://127.0.0.1:8852", "http://192.168.1.20:8852", "ab", Path("/data"))
    assert lines[0] == "Rounds are served at http://127.0.0.1:8852/"
    assert lines[1] == "Friends take http://192.168.1.20:8852/"
    assert "Your key as the host: ab" in lines
    made_by = 'main.py host new "NAME" --server http://192.168.1.20:8852 --key-file /data/host-key'
    assert f"A tournament is made in another terminal by: {made_by}" in lines
    assert lines[-1] == "Ctrl+C stops the server"


@pytest.mark.usefixtures("umask_as_before")
def test_a_back_up_is_a_whole_copy_that_only_its_owner_reads(tmp_path, run):
    os.umask(0o022)
    copy, words = tmp_path / "copy.sqlite3", ["serve", "--folder", tmp_path, "--backup"]
    assert f"There is no database {tmp_path / 'rounds.sqlite3'}" in refusal(run(*words, copy))
    with closing(sqlite3.connect(tmp_path / "rounds.sqlite3")) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE decks (deck)")
        connection.execute("INSERT INTO decks VALUES ('secret')")
        connection.commit()
        code, out, _ = run(*words, copy)
    assert (code, "Keep it secret" in out) == (0, True)
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT deck FROM decks").fetchall() == [("secret",)]
    refusal(run(*words, copy))
    refusal(run(*words, tmp_path / "no" / "folder"))
    assert sorted(path.name for path in tmp_path.glob("*copy*")) == ["copy.sqlite3"]
    told = refusal(run(*words, copy, "--database", "postgresql://db.example/rounds"))
    assert "umask 077; pg_dump" in told


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_the_host_is_told_where_no_friend_can_come(host):
    assert address_of_friends("https", host, 1) is None
    assert not any("ab" in line.split() for line in told("http://a", "http://b", None, Path("/data")))
    assert "Your key as the host lies in /data/host-key" in told("http://a", None, None, Path("/data"))
    at_home = told("http://127.0.0.1:8852", None, "ab", data_folder() / "server", "patience-arcade")
    assert at_home[-2].startswith("Only this machine reaches it there")
    assert at_home[-3].endswith('by: patience-arcade host new "NAME" --server http://127.0.0.1:8852')


def test_what_is_printed_can_be_typed_as_it_stands(tmp_path, monkeypatch):
    copy = tmp_path / "a copy"
    python = copy / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    monkeypatch.setattr("sys.argv", ["main.py", "serve"])
    monkeypatch.chdir(copy)
    assert typed_program(str(python), copy) == ".venv/bin/python main.py"
    monkeypatch.chdir(tmp_path)
    assert typed_program(str(python), copy) == "'a copy/.venv/bin/python' 'a copy/main.py'"
    monkeypatch.setattr("sys.argv", ["/home/anna/.local/bin/patience-arcade", "serve"])
    assert typed_program(str(python), copy) == "patience-arcade"
    assert typed([r".venv\Scripts\python", "main.py", "a b"], is_windows=True) == (
        r'.venv\Scripts\python main.py "a b"'
    )


def test_the_host_is_told_when_the_first_decks_lie_ready():
    def told_while(*lacking: set[int]) -> list[str]:
        found, said, pauses = [*lacking], [], []

        async def lacks() -> set[int]:
            return found.pop(0)

        async def pause() -> None:
            pauses.append(len(said))

        asyncio.run(tell_of_decks(lacks, said.append, pause))
        assert found == []
        return said

    assert told_while(set()) == []
    assert told_while({1, 3}, {3}, {3}, set()) == [
        "The first decks are being proven winnable: a round can be opened in a moment",
        "Decks lie ready",
    ]


def test_a_certificate_that_is_none_is_told_before_anything_is_begun(tmp_path, run):
    folder, wrong = tmp_path / "server", tmp_path / "wrong.pem"
    wrong.write_text("no certificate")
    os.mkfifo(pipe := tmp_path / "pipe")
    for file, why in (
        (wrong, "they are no certificate with its key"),
        (tmp_path / "x", "No such file"),
        (pipe, "it is no regular file"),
    ):
        said = refusal(run("serve", "--cert", file, "--key", wrong, "--folder", folder, "--port", 0))
        assert said.startswith("patience: TLS cannot be spoken with ")
        assert why in said
    assert not folder.exists()


async def test_what_is_answered_is_sent_at_once():
    """It is, where asyncio knows that a connection is one of TCP; else its parts wait for one another."""
    found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def heard(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted = writer.get_extra_info("socket")
        found.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    listening = listening_at("127.0.0.1", 0)
    async with await asyncio.start_server(heard, sock=listening):
        _, writer = await asyncio.open_connection(*listening.getsockname())
        assert await found
        writer.close()


def test_a_key_is_kept_as_its_digest():
    key = new_key()
    assert is_key(key)
    assert not is_key(key.upper())
    assert key not in key_hash(key)
    assert len(key_hash(key)) == 64

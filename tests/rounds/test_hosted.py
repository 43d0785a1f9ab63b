"""A table server of the host's own, as a process: it is there while its file is."""

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from game.online.bodies import NewTournament
from game.rounds import hosted
from game.rounds.hosted import HostedServer, short_code
from game.storage.files import HOSTED
from tests.commands import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
EVENING = NewTournament("Sunday evening", 3, 300, 2, None, None, None, (), False, "admit", "common")


class Children:
    """Starts the program, and knows what it has started."""

    def __init__(self) -> None:
        self.started: list[subprocess.Popen[bytes]] = []

    def run(self, words: Sequence[str], log: Path) -> Callable[[], int | None]:
        """As the window does."""
        with log.open("wb") as said:
            child = subprocess.Popen(
                [sys.executable, "main.py", *words], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=said
            )
        self.started.append(child)
        return child.poll


@pytest.fixture
def children() -> Iterator[Children]:
    found = Children()
    yield found
    for child in found.started:
        with suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)
        child.wait()


@pytest.mark.thorough
def test_an_evening_outlives_window_and_server_until_its_host_ends_it(tmp_path, children):
    first = HostedServer(tmp_path, children.run)
    evening = first.host(EVENING, is_for_network=False)
    assert first.room().standings.tournament.name == "Sunday evening"
    found = HostedServer(tmp_path, children.run)  # the window has died, and is started anew
    assert found.hosted == evening
    found.resume()
    assert len(children.started) == 1, "the same server answers"
    with pytest.raises(urllib.error.HTTPError) as moved:
        urllib.request.build_opener(NoRedirect).open(
            f"{evening.server}/{short_code(evening.tournament).lower()}"
        )
    assert moved.value.headers["Location"] == f"/tournaments/{evening.tournament}/play"
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{evening.server}/0000")
    children.started[0].kill()
    children.started[0].wait()
    found.resume()
    assert found.room().standings.tournament.id == evening.tournament
    found.end()
    found.host(EVENING, is_for_network=False)
    assert children.started[1].wait(20) == 0, "the next evening waits for the end of the one before"
    found.end()
    assert children.started[2].wait(20) == 0
    assert HostedServer(tmp_path).hosted is None
    with pytest.raises(hosted.HostingError, match="has stopped"):
        first.resume()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def test_why_a_server_does_not_start_is_told(tmp_path):
    def run(_: Sequence[str], log: Path) -> Callable[[], int | None]:
        log.write_text("Nobody can be listened to\n")
        return lambda: 2

    with pytest.raises(hosted.HostingError, match="could not be started: Nobody can be listened to"):
        HostedServer(tmp_path, run).host(EVENING, is_for_network=False)
    assert HostedServer(tmp_path).hosted is None


def held(folder: Path) -> HostedServer:
    """What a window finds where a tournament is held that does not answer."""
    (folder / HOSTED).parent.mkdir()
    (folder / HOSTED).write_text(f'{{"port": 9, "is_for_network": false, "tournament": "{"ab" * 16}"}}')
    return HostedServer(folder)


def test_a_second_window_ends_no_evening_that_the_first_holds(tmp_path):
    second = HostedServer(tmp_path)
    assert second.hosted is None
    first = held(tmp_path)
    with pytest.raises(hosted.HostingError, match="already hosted on this computer"):
        second.host(EVENING, is_for_network=False)
    assert HostedServer(tmp_path).hosted == first.hosted


def test_where_no_server_can_be_started_a_sentence_says_why(tmp_path):
    server = held(tmp_path)
    (tmp_path / hosted.FOLDER / hosted.BEGUN).mkdir()
    with pytest.raises(hosted.HostingError, match=r"could not be started: “hosted\.lock” is not a regular"):
        server.resume()

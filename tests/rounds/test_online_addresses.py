"""What may be at an address instead of a table server: one clear sentence each, and nothing is sent on."""

import asyncio
import shutil
import socket
import ssl
import subprocess
import time
from pathlib import Path

import pytest

from game.codec import MessageError
from game.online.bodies import RejectionBody
from game.online.client import ServerRefused
from game.rounds.asking import join, list_tournaments, refusal_words, trouble_words
from game.rounds.line import Connected, ConnectionEnded, ReconnectingClient
from tests.each import each
from tests.online.examples import codes
from tests.server.no_server import answering, saying
from tests.server.tables import running
from tests.server.wire import Wire

ID, KEY = "5a" * 16, "07" * 32


def told(server: str) -> str:
    """What a player is told who gives this address."""
    with pytest.raises(Exception) as error:  # noqa: PT011 - the sentence is looked at
        list_tournaments(server)
    return str(trouble_words(error.value))


@pytest.fixture
def server(tmp_path: Path):
    return running(f"sqlite:///{tmp_path / 'rounds.sqlite3'}")


def test_a_port_at_which_nothing_listens():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    assert told(address) == "Nothing answers at that address and port: is the server running?"


def test_a_name_that_nobody_has():
    assert told("http://nobody.invalid:8852") == "No computer has that name: check the address."


@each(
    ("status", "body"),
    [(200, b"<html>Hello</html>"), (404, b"<html>Not found</html>"), (403, b""), (200, b"{}"), (500, b"x")],
)
def test_a_web_server_that_is_no_table_server(status, body):
    with answering(status, body) as (address, _):
        assert told(address) == "Something answers there, but not a game server."


def test_a_proxy_whose_server_is_gone():
    with answering(502, b"Bad Gateway") as (address, _):
        assert told(address) == "The server cannot be reached."


def test_a_server_of_another_version():
    with answering(404, b'{"code":"no_such_address","parts":[]}') as (address, _):
        assert "a different version" in told(address)


@each(
    "words",
    [
        b"220 mail.example ESMTP\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{",
        b"HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\n{",
    ],
)
def test_what_speaks_no_http_at_all(words):
    with saying(words) as address, pytest.raises(MessageError):
        list_tournaments(address)
    with saying(words) as address:
        assert told(address) == "Something answers there, but not a game server."


def test_nothing_is_sent_to_an_address_that_a_server_leads_on_to():
    with answering(200, b"{}") as (other, heard):
        with answering(301, b"", ("Location", f"{other}/api/1/tournaments")) as (address, _):
            assert told(address) == (
                f"That address leads to {other}/api/1/tournaments. If you trust it, type that one."
            )
            with pytest.raises(OSError, match="leads on"):
                join(address, ID, "Anna", KEY)
        assert heard.asked == ()


def test_no_proxy_of_the_environment_is_told_anything(monkeypatch):
    with answering(200, b"{}") as (proxy, heard), answering(200, b"<html>") as (address, _):
        monkeypatch.setenv("http_proxy", proxy)
        monkeypatch.setenv("no_proxy", "")
        assert "not a game server" in told(address)
        assert heard.asked == ()


def test_every_code_of_a_server_has_a_sentence():
    without = {
        "bad_message",
        "foreign_origin",
        "not_online",
        "ahead",
        "other_action",
        "idle",
    }  # the program's own faults, and what only a page hears, which says nothing of it
    for code in codes() - without:
        words = refusal_words(RejectionBody(code, ("Ben",)))
        assert not words.startswith("The server refused: "), code
        assert words.endswith("."), code


def test_what_a_server_says_of_a_name_cannot_disturb_the_line():
    error = ServerRefused(RejectionBody("name_taken", ("Be\x00n\u202e\n",)))
    assert str(trouble_words(error)) == "The name is taken, or looks like Be�n��."


async def test_a_key_that_the_server_does_not_know_is_refused_once(server):
    line = ReconnectingClient(server.address, await server.made(), KEY, time.monotonic_ns, (0.0,))
    await asyncio.to_thread(line.join, 10)
    line.close()
    _, ended = line.poll()  # after the goodbye
    assert isinstance(ended, ConnectionEnded)
    assert str(trouble_words(ended.error)) == "The server does not know this seat."


@pytest.fixture
def certified(tmp_path, monkeypatch) -> ssl.SSLContext:
    """The server's end of TLS, with a certificate for `localhost` that nobody vouches for yet."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("no openssl here, which makes the certificate")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([openssl, *words.split(), *names], check=True, capture_output=True, timeout=30)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


async def test_a_round_goes_through_tls_where_the_certificate_is_vouched_for(certified, monkeypatch, server):
    tournament = await server.made()
    async with Wire(port_of(server.address), tls=certified) as wire:
        address = f"https://localhost:{port_of(wire.address)}"
        listed = await asyncio.to_thread(list_tournaments, address)
        assert [announced.id for announced in listed.tournaments] == [tournament]
        await asyncio.to_thread(join, address, tournament, "Anna", KEY)
        line = ReconnectingClient(address, tournament, KEY, time.monotonic_ns)
        async with asyncio.timeout(20):
            while not any(isinstance(event, Connected) for event in line.poll()):
                await asyncio.sleep(0.005)
        line.close()
        await asyncio.to_thread(line.join, 10)

        by_number = await asyncio.to_thread(told, f"https://127.0.0.1:{port_of(wire.address)}")
        assert "certificate cannot be trusted" in by_number, "it is for another name"
        monkeypatch.setenv("SSL_CERT_FILE", "/dev/null")
        assert "certificate cannot be trusted" in await asyncio.to_thread(told, address)
        plain = f"https://localhost:{port_of(server.address)}"
        assert "http://" in await asyncio.to_thread(told, plain), "the address of a server without TLS"

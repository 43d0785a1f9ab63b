"""Pages as they are sent: small, safe against names, and silent about decks of rounds that are not closed."""

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

from game.language import LANGUAGES, English
from game.online.bodies import NewTournament
from game.online.messages import API, PlaceInfo, RoundInfo, RoundScore
from game.play.proof import deck_from_secret
from game.play.record import read_record
from game.play.replay import Replay
from game.rounds.hosted import short_code
from game.server.budgets import Limits
from game.server.pages.words import alike, is_done, steps_of
from tests.server.evenings import MARKUP, Running, evening
from tests.server.strangers import ask, get
from tests.server.tables import EVENING, START, Server, running
from tools.load.servers import workers

MAX_BYTES = 100_000
NAMES = "/tournaments/{0}", *(f"/tournaments/{{0}}/rounds/{number}" for number in (1, 2, 3))
REPLAYS = "/tournaments/{0}/rounds/1/games/1", "/tournaments/{0}/rounds/1/games/2"
PAGES = (
    "/",
    "/help",
    "/about",
    *NAMES,
    *REPLAYS,
    "/tournaments/{0}?page=2",
    "/tournaments/{0}/rounds/1?page=7",
)


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """An evening that is only looked at."""
    with Running(tmp_path_factory.mktemp("evening")) as found:
        yield found


def asked(there: Running, *paths: str):
    """What is answered on an evening; `{0}` is its tournament."""
    server = there.evening.server.address
    return [get(server, path.format(there.evening.tournament)) for path in paths]


@pytest.fixture
def server(sqlite: str):
    return running(sqlite)


def test_every_page_is_small_safe_and_of_this_server_alone(there):
    for (status, headers, body), path in zip(asked(there, *PAGES), PAGES, strict=True):
        text = body.decode()
        assert status == 200, path
        assert headers["Content-Type"].startswith("text/html"), path
        assert len(body) < MAX_BYTES, path
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; ")
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "no-referrer"
        links = re.findall(r'(?:src|href)="([^"]*)"', text)  # what is only read may name the address
        assert [link for link in links if link[0] not in "/#?" or link.startswith("//")] == [], path
        assert not re.search(r"<style|<script>|\sstyle=|\son[a-z]+=\"", text), path
        assert MARKUP not in text, path
        assert "<i>" not in text, path
        assert '<a href="/about">Who runs this server, and what it keeps</a>' in text, path
        if path in NAMES[:2]:
            assert "<bdi>&lt;img src=x onerror=a&gt;</bdi>" in text
            assert '<span class="robot">robot, regular</span>' in text


def test_a_tournament_leads_with_play_and_is_none_of_a_search_engines(there):
    (_, _, body), (_, kind, robots) = asked(there, "/tournaments/{0}", "/robots.txt")
    text = body.decode()
    assert text.index("data-play") < text.index("Standings")
    assert re.search(r'<meta property="og:title" content="Sunday &lt;i&gt;evening[^"]*">', text)
    assert kind["Content-Type"].startswith("text/plain")
    assert robots == b"User-agent: *\nDisallow: /tournaments/\nDisallow: /api/\n"


def test_while_a_round_is_played_the_total_counts_it_in_and_robots_are_last(there: Running):
    ((_, _, body),) = asked(there, "/tournaments/{0}")
    rows = re.findall(r"<tr data-player.*?</tr>", body.decode(), re.DOTALL)
    totals = [int(re.search(r'total bare">(\d+)<', row)[1]) for row in rows]
    rounds = [re.findall(r'data-label="Round \d">(?:<span class="running">)?(\d+)', row) for row in rows]
    assert totals == [sum(map(int, figures)) for figures in rounds]
    assert totals[:-1] == sorted(totals[:-1], reverse=True)
    assert "robot, regular" in rows[-1]


def test_the_page_of_a_player_comes_in_the_language_that_is_wished_for(there):
    address, path = there.evening.server.address, f"/tournaments/{there.evening.tournament}/play"
    found = get(address, path, **{"Accept-Language": "pt, de-CH;q=0.9"})[2].decode()
    assert '<html lang="de">' in found
    assert "Dein Name" in found
    assert "built-in" not in found
    assert '<html lang="fr">' in get(address, f"{path}?language=fr")[2].decode()
    assert '<html lang="en">' in get(address, path)[2].decode()
    assert json.loads(found.split('id="words">')[1].split("</script>")[0])["suits"]["H"] == "Herz"


def test_what_pages_name_to_be_typed_is_whole_on_every_system(there):
    ways = ".venv/bin/python main.py", r".venv\Scripts\python main.py", "patience-arcade"
    address = there.evening.server.address
    page = f"{address}/tournaments/{there.evening.tournament}"
    paths = "/help", "/tournaments/{0}", "/tournaments/{0}/rounds/1"
    commands = f"host new &#34;Sunday evening&#34; --server {address}<", f"join {page}<", "check-round "
    for (_, _, body), words in zip(asked(there, *paths), commands, strict=True):
        for way in ways:
            assert f"<code>{way} {words}" in body.decode()
        assert "<code>main.py" not in body.decode()


def test_who_has_given_no_name_and_deletes_nothing_says_so(there):
    ((_, _, body),) = asked(there, "/about")
    assert b"has not given a name here" in body
    assert b"Nothing is deleted automatically" in body


async def page_of(server: Server, path: str) -> str:
    """A page as text."""
    return (await ask(server, path))[2].decode()


async def test_the_operator_of_a_server_is_told_as_text_and_how_long_it_keeps(sqlite):
    async with running(sqlite, operator="Anna <anna@example.org>", keep_days=30) as server:
        text = await page_of(server, "/about")
    assert "Anna &lt;anna@example.org&gt;" in text
    assert "nothing has happened for 30 days is deleted automatically" in text


async def test_a_cancelled_round_says_so_on_every_page(server):
    tournament = await server.made(opened=0)
    await server.service.hosting.cancel_round(tournament, 1)
    pages = ("/", f"/tournaments/{tournament}", f"/tournaments/{tournament}/rounds/1")
    for path in pages:
        assert "ancelled" in await page_of(server, path), path
    for can_be_played in (True, False):
        server.clock.go_on(2000)
        page = await page_of(server, pages[1])
        assert ("data-play" in page) is can_be_played, "nobody is sent to a tournament that is over"
        if can_be_played:
            await server.service.hosting.cancel_round(tournament, 2)


@pytest.mark.thorough
def test_the_command_serves_them(tmp_path):
    with workers(tmp_path, f"sqlite:///{tmp_path / 'rounds.sqlite3'}", 1) as (worker,):
        status, headers, body = get(worker.address, "/")
        assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        assert b"There are no tournaments yet" in body
        assert f"{worker.address}/".encode() in get(worker.address, "/help")[2]


def test_rounds_of_which_the_same_is_told_are_told_together():
    def told(number: int, state: str, opens: int | None) -> RoundInfo:
        return RoundInfo(number, state, opens, None, None, None, None)

    rounds = (
        *(told(1, "closed", 5), told(2, "closed", 6), told(3, "open", 7)),
        *(told(4, "waiting", 9), told(5, "waiting", 11), told(6, "waiting", None), told(7, "waiting", None)),
    )
    assert [(first.number, last) for first, last in alike(rounds)] == [(1, 2), (3, 3), (4, 4), (5, 5), (6, 7)]


@pytest.mark.parametrize(
    ("state", "is_over", "done"),
    [("open", True, False), ("closing", True, True), ("closing", False, False), ("closed", True, True)],
)
def test_results_are_shown_as_soon_as_nobody_plays_though_the_deck_is_secret(state, is_over, done):
    scores = (RoundScore(is_over, 60, 1, 0), None)
    places = [
        PlaceInfo(1, name, "person", 60, 0, 1, (score,)) for name, score in zip("AB", scores, strict=True)
    ]
    assert is_done(RoundInfo(1, state, None, None, None, None, None), places) is done


def test_of_a_round_that_is_not_closed_no_page_tells_deck_salt_or_game(there):
    secret = [deck_from_secret(number.to_bytes(32)) for number in range(1, 6)]
    wanted = (*PAGES, "/tournaments/{0}/rounds/2/games/4", "/tournaments/{0}/rounds/1/games/4")
    wanted += tuple(f"/tournaments/{{0}}/rounds/2/games/4/{page}" for page in ("steps", "record"))
    found = asked(there, *wanted)
    for _, _, body in found:
        text = body.decode()
        assert not any(deck in text for deck in secret)
        assert not any(f"{number:064x}" in text for number in range(1, 6))
    assert [status for status, _, _ in found[-4:]] == [404] * 4
    assert "not closed yet" in found[-4][2].decode()


def test_the_closed_round_shows_deck_proof_and_how_to_check(there):
    ((_, _, body),) = asked(there, NAMES[1])
    text = body.decode()
    commitment = re.search(r"--commitment ([0-9a-f]{64})", text)[1]
    (link,) = re.findall(r"patience-arcade check-round (\S+) --commitment", text)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/api/1/tournaments/[0-9a-f]{32}/rounds/1", link)
    # What the reader is told to hash comes to the commitment, and its deck is the one that was played.
    (printed,) = re.findall(r"printf '([^']+)' \| sha256sum", text)
    assert deck_from_secret((0).to_bytes(32)) in printed
    assert hashlib.sha256(printed.replace("\\n", "\n").encode()).hexdigest() == commitment
    places = [text.index(f"/games/{number}") for number in (1, 2, 3)]
    assert places == sorted(places), "the best first, the robot apart"


def test_a_closed_round_draws_all_scores_over_time_and_tells_them(there):
    (_, _, body), (_, _, is_open), (_, _, steps) = asked(there, *NAMES[1:3], f"{REPLAYS[0]}/steps")
    text = body.decode().split('id="chart-title"')[1]
    assert b"chart-title" not in is_open
    titles = re.findall(r'<path class="curve c\d" d="([^"]+)"><title>([^<]+)</title>', text)
    assert [name for _, name in titles] == ["Cog", "&lt;img src=x onerror=a&gt;", "Anna"], "the best on top"
    assert titles[1][0] == "M0 300H900", "nothing earned until the time was up"
    told = json.loads(steps)["steps"]
    wanted = [[step["score"] for step in told if step["at"] <= 60_000 * at][-1] for at in (1, 5)]
    row = re.search(r"<bdi>Anna</bdi></th>(.*?)</tr>", text)[1]
    scores = re.findall(r'<td class="number">(\d+)</td>', row)
    assert [int(scores[0]), int(scores[-1])] == wanted


@pytest.mark.thorough
def test_pages_and_replays_speak_the_language_that_is_chosen_or_else_wished_for(there):
    server, seen = there.evening.server.address, set()
    tournament, closed, *others = [
        name.format(there.evening.tournament)
        for name in (*NAMES, "/", "/nowhere", "/help", "/about", REPLAYS[0])
    ]
    for code, name in LANGUAGES.items():
        for path in (tournament, closed, *others):  # within a second: each language is kept for itself
            _, headers, body = get(server, path, **{"Accept-Language": f"xx, {code}-AT;q=0.9, en;q=0.1"})
            text, chosen = body.decode(), get(server, f"{path}?language={code}")[2].decode()
            assert "Accept-Language" in headers["Vary"]
            assert text.startswith(f'<!doctype html>\n<html lang="{code}">')
            assert f"</span>{name}</summary>" in text
            assert MARKUP not in text
            links = re.findall(r'<a [^>]*href="(/(?!api/)[^"]*)', chosen)
            assert [link for link in links if f"?language={code}" not in link] == [], "the choice goes along"
            seen.add(text)
    assert len(seen) == len(LANGUAGES) * (2 + len(others))
    polish = get(server, closed, **{"Accept-Language": "pl"})[2].decode()
    assert '<span class="robot">robot, wprawny</span>' in polish
    assert 'Zamknięta: <time datetime="' in polish, "a time within a sentence is HTML"
    assert "Talon" in get(server, f"{others[-1]}/steps?language=de")[2].decode()


NOWHERE = (
    *("/tournaments/x", f"/tournaments/{'0' * 32}", f"/tournaments/{'0' * 32}/rounds/1"),
    *("/tournaments/{0}/rounds/0", "/tournaments/{0}/rounds/9", "/tournaments/{0}/rounds/1/games/999"),
    *("/tournaments/{0}/rounds/1/games/9999999999999999999", "/tournaments/{0}/rounds/1/games/-1"),
    *("/files/x/rounds.sqlite3", "/files/x/..%2f..%2fmade.py", "/files/x/%2fetc%2fpasswd", "/nowhere"),
    *("/tournaments", "/index.php", "/<b>"),
)


@pytest.mark.parametrize(
    ("start", "said", "not_said"), [("common", "together", "riendly"), ("own", "riendly", "together")]
)
async def test_a_page_tells_who_waits_at_the_door_and_how_clocks_start(start, said, not_said, server):
    tournament = await server.made(replace(EVENING, seats="admit", start=start), opened=0)
    for number in range(2):
        await server.service.join(tournament, f"Guest {number}", f"{number:064x}")
    page = await page_of(server, f"/tournaments/{tournament}")
    assert "0 players · 2 waiting to be let in" in page
    assert said in page
    assert not_said not in page
    await server.player(tournament, "Anna")
    await server.service.hosting.open_round(tournament, 1)
    server.clock.go_on(2000)
    page = await page_of(server, f"/tournaments/{tournament}/rounds/1")
    assert ("all clocks start" in page) is (start == "common")


def test_what_is_not_there_is_said_in_a_sentence(there):
    for (status, _, body), path in zip(asked(there, *NOWHERE), NOWHERE, strict=True):
        assert status == 404, path
        assert b"There is no such" in body or b"no such round" in body, path
        assert b"<title>Not found" in body, path
        assert b"<b>" not in body, path


async def test_programs_and_wrong_methods_are_refused_in_the_form_that_belongs_to_them(server):
    seats = f"/api/1/tournaments/{'0' * 32}/seats"
    for method, path, code, allowed in (
        *(("GET", "/api/1/nowhere", 404, None), ("GET", "/api/2/tournaments", 404, None)),
        *(("GET", f"{seats}/1/rename", 405, "POST"), ("DELETE", f"{seats}/1/rename", 405, "POST")),
    ):
        status, headers, body = await ask(server, path, method)
        assert (status, headers["Allow"]) == (code, allowed), path
        assert json.loads(body) == {"code": "no_such_address", "parts": []}
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        status, headers, body = await ask(server, "/help", method)
        assert (status, sorted(headers["Allow"].split(", "))) == (405, ["GET", "HEAD"])
        assert b"is read-only" in body
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; ")
    status, headers, body = await ask(server, "/help", "HEAD")
    assert (status, body) == (200, b"")
    status, headers, _ = await ask(server, "/help/")
    assert (status, headers["Location"]) == (307, "/help")


@pytest.mark.thorough
async def test_long_lists_are_cut_into_pages_that_stay_small(server):
    async def shows(path: str) -> str:
        status, _, body = await ask(server, path)
        assert status == 200
        assert len(body) < MAX_BYTES
        return body.decode()

    wide = "&" * 36  # what takes the most room when it is escaped
    planned = NewTournament("", 3, 300, 10, START + 1000, 60, 60, (), False)
    for number in range(40):
        made = await server.service.make(replace(planned, name=f"{wide} {number}"))
    for number in range(55):
        await server.service.join(made.id, f"{'&' * 21} {number}", f"{number:064x}")
    shown = [await shows(f"/?page={number}") for number in range(1, 4)]
    assert [page.count("<h2>") for page in shown] == [20, 20, 0]
    assert 'rel="next" href="/?page=2"' in shown[0]
    assert 'rel="next"' not in shown[1]
    assert "There are not that many" in shown[2]
    places = [await shows(f"/tournaments/{made.id}?page={number}") for number in (1, 2, 3)]
    assert [page.count('<th scope="row">') for page in places] == [50, 5, 0]
    assert "51 to 55 of 55" in places[1]
    server.clock.go_on(2000)
    for odd in ("?page=0", "?page=-1", "?page=x", "?page=99999", "?other=1"):
        await shows(f"/tournaments/{made.id}{odd}")


async def test_a_host_that_is_none_does_no_harm(server):
    path = f"/tournaments/{await server.made()}"
    for host in ("", "[", "a b", "<b>", "::1", "x:y", "localhost:99999999"):
        status, _, body = await ask(server, path, Host=host)
        assert status < 500, host
        assert b"<b>" not in body


async def test_a_page_that_is_known_is_not_sent_again(tmp_path):
    async with evening(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as there:
        gets = partial(ask, there.server)
        path = f"/tournaments/{there.tournament}"
        _, headers, body = await gets(path)
        assert headers["Cache-Control"] == "no-cache"
        known = {"If-None-Match": headers["ETag"]}
        assert (await gets(path, **known))[::2] == (304, b"")
        there.server.clock.go_on(5000)
        assert (await gets(path, **known))[0] == 304, "nothing has changed"
        await there.clients[1].do(2, 1, "end")
        there.server.clock.go_on(5000)
        status, _, new = await gets(path, **known)
        assert status == 200
        assert body != new

        # Files have a version in their paths and stay.
        style = re.search(r'href="(/files/\w+/)pages\.css"', body.decode())[1]
        for name in ("pages.css", "pages.js", "replay.js", "KH.svg", "TS.svg", "back.svg", "icon.svg"):
            status, headers, whole = await gets(style + name)
            assert status == 200
            assert "immutable" in headers["Cache-Control"]
            _, headers, packed = await gets(style + name, **{"Accept-Encoding": "gzip"})
            assert headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(packed) == whole
            assert (await gets(style + name, **{"If-None-Match": headers["ETag"]}))[0] == 304
            assert (await gets("/files/older/" + name))[1]["Cache-Control"] == "no-cache"


async def test_who_asks_too_much_waits(sqlite):
    async with running(sqlite, Limits(per_address=1, requests_a_second=0)) as server:
        found = [(await ask(server, "/help"))[0] for _ in range(6)]
    assert found == [200] * 4 + [429] * 2


def test_steps_are_the_game_as_it_was(there):
    found = asked(there, f"{REPLAYS[0]}/record", f"{REPLAYS[0]}/steps")
    (_, headers, record), (_, _, steps) = found
    assert headers["Cache-Control"] == "no-cache", "a name may change"
    assert steps == steps_of(record.decode(), English())
    replay, told = Replay(read_record(record)), json.loads(steps)
    assert told["names"][:3] == ["the stock", "the waste", "the foundation of clubs"]
    assert len(told["steps"]) == replay.last + 1
    piles: list[str] = [""] * 13
    for number, step in enumerate(told["steps"]):
        for pile, cards in step["piles"].items():
            piles[int(pile)] = cards
        position = replay.position(number)
        faces = ["".join(card.up.text for card in pile) for pile in position.piles]
        assert [pile.upper() for pile in piles] == faces
        shown = ["".join(card.text for card in pile if card.face_up) for pile in position.piles]
        assert ["".join(re.findall(r"[A-Z2-9][A-Z]", pile)) for pile in piles] == shown
        assert (step["at"], step["score"]) == (replay.times_ms[number], replay.value(number))
        assert step["words"] == replay.words(number)


@pytest.mark.thorough
async def test_lines_of_results_have_their_places_on_every_page(database):
    async with evening(database) as there:
        service = there.server.service
        whole = await service.results(there.tournament, 1, 0, 50)
        ranks = [(line.rank, line.kind) for line in whole.lines]
        assert ranks == [(1, "person"), (2, "person"), (None, "robot regular")]
        assert whole.total == 3
        for first in range(3):
            one = await service.results(there.tournament, 1, first, 1)
            assert one.lines == whole.lines[first : first + 1]


def test_the_table_of_results_opens_in_the_spreadsheets_of_the_language(there):
    path = f"{API}/tournaments/{there.evening.tournament}/results"
    for query, separator, point in (("?language=de", ";", ","), ("?language=en", ",", ".")):
        status, _, body = asked(there, path + query)[0]
        head, first, *_ = body.decode().split("\r\n")
        assert (status, head.startswith(f"\ufeffrank{separator}player{separator}kind")) == (200, True)
        assert re.fullmatch(rf"[0-9]+\{point}[0-9]", first.split(separator)[4])


def test_the_room_has_a_screen_a_square_code_and_a_page_for_its_host(there):
    tournament = there.evening.tournament
    paths = (
        *("/tournaments/{0}/code.svg", "/tournaments/{0}/screen", "/host"),
        f"/tournaments/{'0' * 32}/code.svg",
    )
    code, screen, host, nowhere = asked(there, *paths)
    assert (code[0], code[1]["Content-Type"], nowhere[0]) == (200, "image/svg+xml", 404)
    assert b"<path" in code[2]
    assert f"/{short_code(tournament)}<" in screen[2].decode()
    assert f'data-id="{tournament}" data-ways="' in screen[2].decode()
    assert MARKUP not in screen[2].decode()
    assert "host.js" in host[2].decode()
    lower = asked(there, f"/{short_code(tournament).lower()}")[0]
    assert (lower[0], lower[1]["Location"]) == (303, f"/tournaments/{tournament}/play")

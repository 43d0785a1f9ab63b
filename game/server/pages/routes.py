"""Routes of the pages: what a browser asks for is checked, asked of the service, put into a template."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from game.browser.table import layout
from game.codec import encoded
from game.language import LANGUAGES, Translator
from game.message import joined
from game.online.messages import API, RoundInfo, TournamentInfo
from game.rounds.hosted import CODE_LENGTH, own_addresses, short_code
from game.rules import find_variant
from game.server.budgets import RequestRejected, address_of
from game.server.database import READERS, DatabaseError, in_the_log
from game.server.pages import words
from game.server.pages.door import Wish, offered, read_daily, read_wish
from game.server.pages.files import FOR_EVER, FRESH, HEADERS, Files, Made, answer, made
from game.server.pages.host_texts import HOST_TEXTS
from game.server.pages.words import TEXTS, steps_of, wanted_language
from game.server.service import Service
from game.server.standing import TtlCache, series_table
from game.server.web import PageRoutes, round_number, tournament_id
from game.tournament.player import PERSON, Badge, badges
from game.version import VERSION

LINES, LISTED = 50, 20
"""Lines of a table, and tournaments, on one page."""
MAX_PAGES = 500
KEPT, TTL_MS = 200, 1000
KEPT_REPLAYS = 64
MADE_AT_ONCE = READERS - 2
"""So many pages: those who play are answered between them, and find a reader of the database free."""
STEPS_A_UNIT = 10
"""So many steps of a replay are made in a unit of work."""
HTML = "text/html"
_GAME = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)
_PAGE = re.compile(r"[1-9][0-9]{0,2}", re.ASCII)

_ALONE = re.compile(r"localhost|127\.|\[::1\]")
"""Addresses at which only the machine itself reaches the server."""
_WAY = re.compile(r"[0-9]", re.ASCII)
_LINK = re.compile(r'(<a [^>]*?href="/(?!api/)[^"#?]*)(\??)')

Page = Callable[[Request], Awaitable[Made]]


class Reader(NamedTuple):
    """For whom a page is made: the address by which the server is reached, and the language."""

    base: str
    language: Translator
    is_chosen: bool
    """Whether the address of the page names the language: then its links do so too."""


def page_routes(
    service: Service,
    operator: str = "",
    keep_days: int | None = None,
    address: Callable[[], str | None] = lambda: None,
    files: Files | None = None,
) -> PageRoutes:
    """All routes for browsers, and the page for what is not there.

    `operator` tells who runs the server, `keep_days` when it deletes what is old, `address` where players
    reach it; `files` are read unless they are given.

    Raises:
        OSError: a file of the program cannot be read.
    """
    pages = Pages(service, operator, keep_days, address, files or Files())
    tournament = "/tournaments/{id}"
    number = f"{tournament}/rounds/{{number}}"
    game = f"{number}/games/{{game}}"
    answered = {
        "/": pages.page(pages.front, _page),
        "/help": pages.page(pages.help),
        "/about": pages.page(pages.about),
        tournament: pages.page(pages.tournament, tournament_id, _page),
        f"{tournament}/play": pages.page(pages.play, tournament_id),
        "/play": pages.page(pages.practice, lambda request: read_wish(request.query_params)),
        "/daily": pages.page(pages.daily, lambda request: read_daily(request.query_params)),
        number: pages.page(pages.round, tournament_id, round_number, _page),
        game: pages.page(pages.replay, tournament_id, round_number, _game),
        f"{game}/steps": pages.answering(pages.steps, FOR_EVER),
        f"{game}/record": pages.answering(pages.record),  # a name may change
        "/robots.txt": pages.answering(pages.robots),
        "/host": pages.answering(pages.host),
        f"{tournament}/screen": pages.answering(pages.screen),
        f"{tournament}/code.svg": pages.answering(pages.code),
    }
    routes = [
        *(Route(path, endpoint, methods=["GET"]) for path, endpoint in answered.items()),
        Route("/files/{version}/{name}", pages.file, methods=["GET"]),
        Route("/favicon.ico", pages.icon, methods=["GET"]),
        Route("/{code}", pages.by_code, methods=["GET"]),  # behind all others
    ]
    return PageRoutes(routes, pages.nowhere)


class Pages:
    """Pages shown to browsers."""

    def __init__(
        self,
        service: Service,
        operator: str,
        keep_days: int | None,
        address: Callable[[], str | None],
        files: Files,
    ) -> None:
        self._service, self._address = service, address
        self._about = {"operator": operator, "keep_days": keep_days, "version": VERSION}
        self._files = files
        self._kept: TtlCache[Made] = TtlCache(KEPT, TTL_MS, service.now)
        self._replays: TtlCache[Made] = TtlCache(KEPT_REPLAYS, None, service.now)
        self._making = asyncio.Semaphore(MADE_AT_ONCE)
        service.with_names += [self._kept, self._replays]
        self._templates = words.templates(self._files.path)
        self._templates.globals.update(api=API, lines=LINES, listed=LISTED)

    def answering(self, page: Page, cache: str = FRESH) -> Callable[[Request], Awaitable[Response]]:
        """An endpoint that answers with a page, or with one that tells what is wrong."""

        async def endpoint(request: Request) -> Response:
            try:
                if not await self._service.rate_limiter.expect_request(address_of(request)):
                    raise RequestRejected("too_many")
                return answer(request, await page(request), cache)
            except RequestRejected as no:
                return await self._wrong(request, no.status, no.code)
            except DatabaseError as error:
                self._service.throttled_log.tell(in_the_log(error))
                return await self._wrong(request, 503, "failed")

        return endpoint

    async def nowhere(self, request: Request, status: int) -> Response:
        """The page for an address where nothing is, or that is only read."""
        return await self._wrong(request, status, "no_such_page" if status == 404 else "only_read")

    async def _wrong(self, request: Request, status: int, code: str) -> Response:
        page = self.html("wrong.html", await self.reader(request), code=code)
        return answer(request, page, "no-store", status)

    async def reader(self, request: Request) -> Reader:
        """Who asks: the language is that which the address names, or else the one wished for most."""
        chosen, accepted = request.query_params.get("language"), request.headers.get("accept-language", "")
        language = await self._service.languages.of(wanted_language(chosen, accepted))
        return Reader(str(request.base_url).rstrip("/"), language, chosen in LANGUAGES)

    def html(self, template: str, reader: Reader, **parts: Any) -> Made:
        """A page of a template: each message in it is said in the language of its reader."""
        language = reader.language
        text = self._templates.get_template(template).render(parts, base=reader.base, language=language)
        if reader.is_chosen:
            ends = {"": f"?language={language.code}", "?": f"?language={language.code}&amp;"}
            text = _LINK.sub(lambda link: link[1] + ends[link[2]], text)
        return made(text.encode(), HTML)

    def page(
        self, make: Callable[..., Awaitable[Made]], *asked: Callable[[Request], Hashable]
    ) -> Callable[[Request], Awaitable[Response]]:
        """An endpoint for a page that is made at most once a second for readers who differ in nothing.

        `asked` read from a request what the page is about.
        """

        async def page(request: Request) -> Made:
            about = [read(request) for read in asked]
            reader = await self.reader(request)
            key = (reader.base, reader.language.code, reader.is_chosen, make.__name__, *about)
            return await self._kept.get(key, lambda: self._in_turn(make, reader, *about))

        return self.answering(page)

    async def _in_turn(self, make: Callable[..., Awaitable[Made]], *about: Any) -> Made:
        async with self._making:
            return await make(*about)

    # Pages ----------------------------------------------------------------------------------------

    async def front(self, reader: Reader, page: int) -> Made:
        """`/`: the newest tournaments."""
        found = (await self._service.tournaments()).tournaments
        shown = found[(page - 1) * LISTED : page * LISTED]
        return self.html("front.html", reader, tournaments=shown, page=page, count=len(found))

    async def help(self, reader: Reader) -> Made:
        """`/help`: how to take part, what is proven and what is not."""
        return self.html("help.html", reader)

    async def about(self, reader: Reader) -> Made:
        """`/about`: who runs this server, and what it keeps."""
        return self.html("about.html", reader, **self._about)

    async def tournament(self, reader: Reader, wanted: str, page: int) -> Made:
        """`/tournaments/<id>`: its standings and rounds."""
        found = await self._service.standings(wanted)
        first, rounds = (page - 1) * LINES, found.tournament.rounds
        played = [info for info in rounds if not words.is_done(info, found.places)]
        running = next((info for info in played if info.state in ("open", "closing")), None)
        places = found.places if running is None else words.live_order(found.places)
        is_over = not played
        ranked = [place for place in found.places if place.rank in (1, 2, 3) and place.total]
        evenings = await self._service.evenings(wanted) if found.tournament.series else ()
        return self.html(
            "tournament.html",
            reader,
            evenings=[evening.standings.tournament for evening in evenings],
            series=series_table(evenings),
            people=sum(place.kind == PERSON for place in found.places),
            tournament=found.tournament,
            worn=badges(
                [
                    place.player
                    for standings in (*(evening.standings for evening in evenings), found)
                    for place in standings.places
                ]
            ),
            running=running,
            seconds=words.seconds(found.tournament.game),
            is_over=is_over,
            is_scored=any(place.total for place in places if place.rank),
            podium=ranked[:3] if is_over else (),
            places=places[first : first + LINES],
            page=page,
            count=len(found.places),
        )

    async def play(self, reader: Reader, wanted: str) -> Made:
        """`/tournaments/<id>/play`: where a round is played."""
        found = await self._service.tournament(wanted)
        name, *options = found.game.split(" ")
        table = json.loads(encoded(layout(find_variant(name, options), reader.language)))
        return self._table("seat", reader, found.name, {"layout": table}, tournament=found)

    async def practice(self, reader: Reader, wish: Wish) -> Made:
        """`/play`: the door, or a table of the game that is asked for."""
        title: str = wish.title or TEXTS["practice"]
        if wish.beat is not None:
            title = joined(" · ", (TEXTS["beat"].with_parts(result=words.figure(wish.beat)), title))
        return self._table("practice", reader, title, wish=wish, games=offered(reader.language))

    async def daily(self, reader: Reader, wish: Wish) -> Made:
        """`/daily`: the deal of the day that it is where the browser is, as in the window."""
        return self._table("daily", reader, TEXTS["daily"], wish=wish, games=offered(reader.language))

    def _table(
        self, mode: str, reader: Reader, title: str, more: Mapping[str, Any] | None = None, **parts: Any
    ) -> Made:
        return self.html(
            "play.html", reader, **words.table_parts(mode, reader.language, title, more, **parts)
        )

    async def round(self, reader: Reader, wanted: str, number: int, page: int) -> Made:
        """`/tournaments/<id>/rounds/<n>`: what was promised, and the results when it is closed."""
        info = await self._service.tournament(wanted)
        round_info = _round_of(info, number)
        results = chart = None
        if round_info.deck is not None:
            results = await self._service.results(wanted, number, (page - 1) * LINES, LINES)
            played = await self._service.curves(wanted, number, [line.game for line in results.lines])
            chart = words.chart_of(played, 1000 * words.seconds(info.game))
        return self.html(
            "round.html",
            reader,
            tournament=info,
            round=round_info,
            results=results,
            chart=chart,
            page=page,
            worn=await self._worn(wanted),
        )

    async def replay(self, reader: Reader, wanted: str, number: int, game: int) -> Made:
        """`/tournaments/<id>/rounds/<n>/games/<game>`: where a game is looked at."""
        played = await self._service.played_round(wanted, number, game)
        info = await self._service.tournament(wanted)
        parts = {"tournament": info, "number": number, "game": game, "played": played}
        return self.html("replay.html", reader, **parts, worn=await self._worn(wanted))

    async def _worn(self, wanted: str) -> dict[str, Badge]:
        """Badges of the players of a tournament."""
        return badges([place.player for place in (await self._service.standings(wanted)).places])

    # What belongs to a replay ---------------------------------------------------------------------

    async def steps(self, request: Request) -> Made:
        """`…/games/<game>/steps`: all steps of a game."""
        wanted, number, game = tournament_id(request), round_number(request), _game(request)
        language = (await self.reader(request)).language
        key = (wanted, number, game, language.code)
        if not self._replays.has(key):  # whoever asks first pays; who cannot fails alone
            record = (await self._service.played_round(wanted, number, game)).record
            if not await self._service.rate_limiter.afford(
                address_of(request), 1 + record.count("\n") / STEPS_A_UNIT
            ):
                raise RequestRejected("too_many")

        async def steps() -> Made:
            record = (await self._service.played_round(wanted, number, game)).record
            async with self._service.replaying:
                return await asyncio.to_thread(lambda: made(steps_of(record, language), "application/json"))

        return await self._replays.get(key, steps)

    async def record(self, request: Request) -> Made:
        """`…/games/<game>/record`: the record as it is."""
        wanted, number, game = tournament_id(request), round_number(request), _game(request)
        played = await self._service.played_round(wanted, number, game)
        return made(played.record.encode(), "text/plain")

    # Files ----------------------------------------------------------------------------------------

    async def file(self, request: Request) -> Response:
        """`/files/<version>/<name>`; of another version it is not kept for ever."""
        found = self._files.find(request.path_params["name"])
        if found is None:
            return await self._wrong(request, 404, "no_such_page")
        is_this = request.path_params["version"] == self._files.version
        return answer(request, found, FOR_EVER if is_this else FRESH)

    async def robots(self, _: Request) -> Made:
        """`/robots.txt`: names of people are not for search engines."""
        return made(b"User-agent: *\nDisallow: /tournaments/\nDisallow: /api/\n", "text/plain")

    async def icon(self, request: Request) -> Response:
        """`/favicon.ico`, which browsers ask for unasked."""
        found = self._files.find("icon.svg")
        assert found is not None, "the program has its icon"
        return answer(request, found, FRESH)

    # The room -------------------------------------------------------------------------------------

    def _reached(self, request: Request) -> str:
        """Where players reach the server."""
        return (self._address() or str(request.base_url)).rstrip("/")

    def _ways(self, request: Request) -> list[str]:
        """The addresses at which players reach the server, the likely one first.

        A machine that is on several networks has several.
        """
        reached = self._reached(request)
        host, own = urlsplit(reached).hostname or "", own_addresses()
        others = [address for address in own if address != host and ":" not in address] if host in own else []
        return [reached, *(reached.replace(host, address) for address in others)]

    async def by_code(self, request: Request) -> Response:
        """`/<code>`: leads on to the tournament; what stands behind `#` is taken along by the browser."""
        code = str(request.path_params["code"]).upper()
        if len(code) == CODE_LENGTH:
            for tournament in (await self._service.tournaments()).tournaments:
                if short_code(tournament.first_evening) == code:  # of a series the last evening
                    return RedirectResponse(f"/tournaments/{tournament.id}/play", 303, HEADERS)
        raise HTTPException(404)

    async def screen(self, request: Request) -> Made:
        """`/tournaments/<id>/screen`: for a beamer."""
        info = await self._service.tournament(tournament_id(request))
        ways = [way.partition("://")[2] for way in self._ways(request)]
        found = {"tournament": info, "address": ways[0], "ways": ways, "code": short_code(info.first_evening)}
        is_alone = _ALONE.match(ways[0]) is not None  # nobody could scan it
        return self.html("screen.html", await self.reader(request), is_alone=is_alone, **found)

    async def code(self, request: Request) -> Made:
        """`/tournaments/<id>/code.svg`: the square code that leads there."""
        import segno  # whoever serves without it has the address alone

        info = await self._service.tournament(tournament_id(request))
        picture, ways = io.BytesIO(), self._ways(request)
        way = request.query_params.get("way", "0")
        reached = ways[int(way)] if _WAY.fullmatch(way) and int(way) < len(ways) else ways[0]
        segno.make(f"{reached}/{short_code(info.first_evening)}", error="m", micro=False).save(
            picture, "svg", dark="#1d2433", light="#fffefb", omitsize=True, xmldecl=False
        )
        return made(picture.getvalue(), "image/svg+xml")

    async def host(self, request: Request) -> Made:
        """`/host`: what a host does from a phone; the key never leaves the page but to ask."""
        return self.html("host.html", await self.reader(request), texts=HOST_TEXTS)


def _round_of(info: TournamentInfo, number: int) -> RoundInfo:
    for line in info.rounds:
        if line.number == number:
            return line
    raise RequestRejected("no_such_round")


def _game(request: Request) -> int:
    found = str(request.path_params["game"])
    if not _GAME.fullmatch(found):
        raise RequestRejected("not_begun")
    return int(found)


def _page(request: Request) -> int:
    """The page of a long table; the first where the address says nothing of use."""
    found = request.query_params.get("page", "1")
    return min(int(found), MAX_PAGES) if _PAGE.fullmatch(found) else 1

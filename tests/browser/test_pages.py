"""Pages of the table server in Chromium: readable, reached by keys, without a finding, from one server."""

import json
import re

import pytest

from game.online.bodies import Chosen
from tests.server.evenings import MARKUP

pytestmark = [pytest.mark.window, pytest.mark.timeout(180)]
PHONE, DESK = (390, 844), (1280, 800)
SIZES = pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
REPLAY = "/tournaments/{0}/rounds/1/games/1"
PAGES = {
    "front": "/",
    "help": "/help",
    "about": "/about",
    "tournament": "/tournaments/{0}",
    "closed round": "/tournaments/{0}/rounds/1",
    "open round": "/tournaments/{0}/rounds/2",
    "waiting round": "/tournaments/{0}/rounds/3",
    "replay": REPLAY,
    "host": "/host",
    "nothing played": "/tournaments/{0}/rounds/1/games/2",
}
MAX_BYTES = 100_000
IS_LOADED = "return document.readyState === 'complete' && !document.getElementById('replay')?.hidden"


@pytest.fixture(autouse=True)
def with_scripts(browser):
    yield
    browser.scripts(True)
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def is_card(url: str) -> bool:
    name = url.rsplit("/", 1)[-1]
    return name == "back.svg" or (name.endswith(".svg") and len(name) == 6)


@SIZES
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_without_a_finding(browser, there, screen, page):
    browser.size(*screen)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if screen == PHONE else "light"}
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    browser.open(there.url(PAGES[page]))
    browser.wait(IS_LOADED)
    assert browser.faults() == []
    assert browser.said() == []
    asked = browser.asked()
    home = there.evening.server.address
    assert {url for url in asked if not url.startswith(f"{home}/")} == set()
    assert sum(count for url, count in asked.items() if not is_card(url)) <= MAX_BYTES
    assert browser.run("return document.documentElement.scrollWidth") <= screen[0], "nothing is cut off"
    assert browser.run("return document.querySelector('img[src=x]')") is None, "a name is a name"


@SIZES
@pytest.mark.parametrize("page", [page for page in PAGES if page not in ("replay", "nothing played")])
def test_a_page_can_be_read_without_javascript(browser, there, screen, page):
    browser.size(*screen)
    browser.scripts(False)
    browser.open(there.url(PAGES[page]))
    text = browser.driver.find_element("tag name", "main").text
    wanted = {"tournament": (MARKUP, "114", "robot, regular"), "closed round": (MARKUP, "how it is proved")}
    for words in wanted.get(page, ("",)):
        assert words in text
    assert "Pause updates" not in text


@pytest.mark.parametrize("page", ["tournament", "closed round", "replay"])
def test_a_page_can_be_read_on_paper(browser, there, page):
    browser.size(*DESK)
    browser.open(there.url(PAGES[page]))
    browser.wait(IS_LOADED)
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        # Browsers leave backgrounds out; what can be read on white is told by axe.
        assert browser.run("return getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert browser.faults() == []
        assert browser.run("return document.querySelector('nav').offsetHeight") == 0
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


WIDE = """
for (const name of document.querySelectorAll("bdi")) {
  name.replaceChildren(...[...Array(9)].map(() => {
    const letter = document.createElement("span");
    Object.assign(letter.style, { display: "inline-block", width: "60em", height: "1em" });
    return letter;
  }));
}
return Math.max(...[...document.querySelectorAll("tbody tr")].map((row) => row.offsetHeight), 0);
"""
"""Puts characters that are wider than a table and taller than no letter into every name."""


@SIZES
@pytest.mark.parametrize("page", ["front", "tournament", "closed round", "replay"])
def test_a_name_of_the_widest_characters_stays_in_its_place(browser, there, screen, page):
    browser.size(*screen)
    browser.open(there.url(PAGES[page]))
    browser.wait(IS_LOADED)
    tallest_px = browser.run(WIDE)
    assert browser.run("return document.documentElement.scrollWidth") <= screen[0]
    assert tallest_px < 200
    names = "[...document.querySelectorAll('tbody bdi')].map((each) => each.offsetWidth)"
    assert browser.run(f"return Math.max(0, ...{names})") <= 18 * 16


@pytest.mark.parametrize("screen", [(640, 400), (320, 640)], ids=["low", "narrow"])
def test_a_table_fits_into_a_small_window_or_one_at_twice_the_size(browser, there, screen):
    browser.size(*screen)
    browser.open(there.url(REPLAY))
    browser.wait(IS_LOADED)
    assert browser.run("return document.documentElement.scrollWidth") <= screen[0]
    assert browser.run("return document.getElementById('board').offsetHeight") <= screen[1]


def test_an_address_where_nothing_is_has_a_page_without_a_finding(browser, there):
    browser.size(*PHONE)
    browser.open(there.url("/nowhere"))
    assert browser.driver.find_element("tag name", "h1").text == "Not found"
    assert browser.faults() == []
    assert [line for line in browser.said() if "404" not in line] == []


def test_the_replay_says_that_it_needs_javascript(browser, there):
    browser.scripts(False)
    browser.open(there.url(REPLAY))
    assert "needs JavaScript" in browser.driver.find_element("tag name", "main").text


def test_everything_is_reached_by_the_keyboard(browser, there):
    from selenium.webdriver.common.keys import Keys

    browser.size(*DESK)
    browser.open(there.url(REPLAY))
    browser.wait(IS_LOADED)
    every = (
        "[...document.querySelectorAll('a, button, input, select, summary')].filter(e => e.checkVisibility())"
    )
    wanted = browser.run(f"return {every}.map(each => each.id || each.textContent)")
    reached = []
    for _ in wanted:
        browser.press(Keys.TAB)
        reached.append(browser.run("const e = document.activeElement; return e.id || e.textContent"))
        assert browser.run("return getComputedStyle(document.activeElement).outlineStyle") != "none"
    assert reached == wanted
    browser.open(there.url(REPLAY))
    browser.press(Keys.TAB, Keys.ENTER)
    assert browser.run("return document.activeElement.id") == "main", "the first link leads to the content"


@SIZES
def test_a_replay_is_stepped_played_and_scrubbed(browser, there, screen):
    from selenium.webdriver.common.keys import Keys

    def step() -> int:
        return int(browser.run("return document.getElementById('scrub').value"))

    def words() -> str:
        return str(browser.run("return document.getElementById('said').textContent"))

    browser.size(*screen)
    browser.open(there.url(REPLAY))
    browser.wait(IS_LOADED)
    last = int(browser.run("return document.getElementById('scrub').max"))
    assert (step(), words()) == (0, "The deal")
    browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert step() == 2
    assert words() != "The deal"
    browser.press(Keys.ARROW_LEFT)
    assert step() == 1
    browser.press(Keys.END)
    assert (step(), words()) == (last, "The game ends")
    browser.press(Keys.ARROW_RIGHT)
    assert step() == last, "nothing comes after the end"
    browser.press(Keys.HOME)
    assert step() == 0

    # By the range and by the curve.
    browser.run("document.getElementById('scrub').focus()")
    browser.press(*[Keys.ARROW_RIGHT] * 3)
    assert step() == 3
    where = "const b = document.getElementById('curve').getBoundingClientRect();"
    event = "new PointerEvent('pointerdown', {clientX: b.left + b.width / 2, pointerId: 1, bubbles: true})"
    browser.run(
        f"{where} const c = document.getElementById('curve'); c.setPointerCapture = () => {{}};"
        f"c.dispatchEvent({event})"
    )
    assert abs(step() - last / 2) <= 1

    # By itself, to the end.
    browser.run("document.getElementById('first').click(); document.getElementById('rate').value = '16'")
    browser.run("document.getElementById('play').click()")
    assert browser.run("return document.getElementById('play').textContent") == "Pause"
    browser.wait(f"return document.getElementById('scrub').value === '{last}'")
    browser.wait("return document.getElementById('play').textContent === 'Play'")
    assert browser.said() == []


def test_cards_of_a_replay_lie_where_the_record_has_them(browser, there):
    browser.size(*DESK)
    browser.open(there.url(REPLAY))
    browser.wait(IS_LOADED)
    look = """
        return [...document.querySelectorAll('#board img')].map(e => e.src.split('/').pop())
            .filter(name => name !== 'back.svg').sort()
    """
    assert len(browser.run(look)) == 7, "of a deal seven cards are seen"
    assert browser.run("return document.querySelectorAll('#piles li').length") == 13
    browser.run("document.getElementById('after').click()")
    inside = """
        const board = document.getElementById('board').getBoundingClientRect();
        return [...document.querySelectorAll('#board img')].filter(e => {
            const box = e.getBoundingClientRect();
            return box.left < board.left - 1 || box.right > board.right + 1 || box.bottom > board.bottom + 1;
        }).length
    """
    browser.run("document.getElementById('board').classList.add('still')")
    for _ in range(int(browser.run("return document.getElementById('scrub').max"))):
        assert browser.run(inside) == 0
        browser.run("document.getElementById('after').click()")


def test_standings_stay_true_by_themselves_and_can_be_paused(browser, there):
    browser.size(*PHONE)
    browser.open(there.url(PAGES["tournament"]))
    browser.wait("return !document.getElementById('pause').hidden")
    opened = browser.run("return document.querySelector('[data-installed]').href")
    assert opened == "patience:" + there.url(PAGES["tournament"]), "it opens in the installed program"
    browser.run("window.wasHere = true; document.querySelector('[data-live] thead a').focus()")

    async def ends(evening):
        await evening.clients[1].do(2, 1, "end")
        evening.server.clock.go_on(5000)

    assert browser.run("return document.querySelectorAll('.running').length") == 2
    there.do(ends)
    browser.wait("return document.querySelectorAll('.running').length === 1")
    assert browser.run("return window.wasHere"), "the page was not loaded anew"
    assert browser.run("return document.activeElement.textContent.trim()") == "1", "the focus stays"
    players = "return document.querySelector('.lead').textContent.match(/([0-9]+) player/)[1]"
    before = int(browser.run(players))

    async def one_more(evening):
        service = evening.server.service
        await service.join(evening.tournament, "Zoe", "cd" * 32)
        knocking = [
            seat.seat for seat in (await service.all_seats(evening.tournament)).seats if not seat.is_admitted
        ]
        await service.admit(evening.tournament, Chosen(tuple(knocking)))
        evening.server.clock.go_on(5000)

    there.do(one_more)
    browser.wait(f"return document.querySelector('.lead').textContent.includes('{before + 1} players')")
    away, told = "document.getElementById('away')", []
    for is_offline in (True, False):
        network = {"offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", network)
        browser.wait(f"return {away}.hidden === {json.dumps(not is_offline)}")
        told.append(browser.run(f"return {away}.textContent"))
    assert all(re.search(r"cannot be reached. Last update: \d+:\d\d", line) for line in told), told
    browser.run("document.getElementById('pause').click()")
    assert browser.run("return document.getElementById('pause').getAttribute('aria-pressed')") == "true"
    assert [line for line in browser.said() if "ERR_INTERNET_DISCONNECTED" not in line] == []


@SIZES
def test_two_games_of_a_round_are_shown_side_by_side_by_one_clock(browser, there, screen):
    browser.size(*screen)
    browser.open(there.url(PAGES["closed round"]))
    browser.wait("return !document.getElementById('pair').hidden")
    browser.run(
        "document.querySelectorAll('.sides select')[1].selectedIndex = 2;"
        "document.getElementById('beside').click()"
    )
    browser.wait("return !document.getElementById('both').hidden")
    steps = browser.run("return Number(document.getElementById('scrub').max)")
    browser.run("document.getElementById('last').click()")
    told = browser.run("return document.getElementById('figures').textContent")
    assert told.startswith(f"Step {steps} of {steps} · 1:42 · Anna: score 110 · ")
    assert " · Cog: score 180 · " in told
    assert browser.run(
        "return [...document.querySelectorAll('.board')].map((e) => e.querySelectorAll('img').length)"
    ) == [52, 52]
    assert browser.run("return document.documentElement.scrollWidth") <= screen[0]
    assert browser.said() == []
    assert browser.faults() == []

"""The player's page in Chromium: on every screen, and fed with lies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.pofile import read_po

from game.browser.practice import WORDS
from game.browser.table import language_of, layout
from game.language import ENGLISH, LANGUAGES, English
from game.online.messages import frame
from game.rules import find_variant
from game.server.pages.words import play_words
from tests.browser.chromium import Browser
from tests.browser.playing import (
    dealt,
    do,
    end,
    faults_of_what_opens,
    lies_as_told,
    stored,
    table_of,
)
from tests.online.examples import example
from tests.server.evenings import Running

pytestmark = [pytest.mark.window, pytest.mark.timeout(240)]
ROOT = Path(__file__).parents[2]


OUTSIDE = """
const inside = document.getElementById("board").getBoundingClientRect();
const boxes = [...document.querySelectorAll("[data-face], .slot")];
return boxes.map((each) => each.getBoundingClientRect()).filter((box) => box.left < inside.left - 3
    || box.right > inside.right + 3 || box.top < inside.top - 3 || box.bottom > inside.bottom + 3
    || box.width < arguments[0]).length;
"""
"""How many cards and places are not wholly on the board, or narrower than they may be."""


@pytest.mark.parametrize("screen", [(360, 740), (390, 844), (844, 390), (820, 1180), (1280, 800)])
def test_practice_fits_every_screen(page: Browser, evening: Running, screen):
    page.phone(*screen)
    page.open(evening.url("/play?draw=1&language=de"))
    dealt(page)
    assert page.run(OUTSIDE, 40) == 0
    shown = "[...document.querySelectorAll('#tools button:not([hidden])')]"
    heights = page.run(f"return {shown}.map((each) => each.offsetHeight)")
    assert min(heights) >= 44
    do(page, "stock", "tap")
    stored(page)
    page.driver.refresh()
    dealt(page)
    assert table_of(page)["piles"][0] == "stock 23", "the page has kept what was played"
    assert page.faults() == []
    page.tap(page.middle("#tools [data-do=menu]"))
    page.wait("return document.getElementById('menu').open")
    assert (
        page.run("const menu = document.getElementById('menu'); return menu.scrollHeight - menu.clientHeight")
        <= 0
    )
    page.run("document.getElementById('menu').close()")
    end(page)
    below = "document.querySelector('#result [data-do=again]').getBoundingClientRect().bottom - innerHeight"
    assert page.run(f"return {below}") <= 0, "what comes next is seen without scrolling"


GAMES = ["spider&suits=2", "one-three-back", "three-shuffles&early=yes"]


@pytest.mark.parametrize("screen", [(360, 740), (844, 390)])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_by_touch(page: Browser, there: Running, game, screen):
    page.phone(*screen)
    page.open(there.url(f"/play?game={game}&deal=7&language=en"))
    dealt(page)
    assert page.run(OUTSIDE, 30) == 0
    assert page.faults() == []
    random = Random(7)
    for _ in range(14):
        table = table_of(page)
        away = [move for move in table["moves"] if move != "stock"]
        move = random.choice(table["home"] or away or table["moves"])
        if move == "stock":
            before = page.run("return window.told.length")
            page.tap(page.middle("#tools [data-do=deal], #tools [data-do=shuffle]"))
            page.wait(f"return window.told.length > {before}")
        else:
            do(page, move, random.choice(["drag", "tap", *(["home"] if move in table["home"] else [])]))
        assert lies_as_told(page)
    assert page.run("return document.querySelectorAll('[data-face=down][data-card]').length") == 0
    assert page.said() == []


@pytest.mark.parametrize("screen", [(360, 740), (1280, 800)])
def test_all_that_opens_is_without_faults(page: Browser, there: Running, screen):
    page.phone(*screen)
    door, table = (there.url(f"/play?language=en{more}") for more in ("", "&draw=1&deal=5"))
    assert faults_of_what_opens(page, door, table) == []


LONGEST = 200
"""Letters of the longest text that is a sentence at a table; what is longer stands on pages."""
SAID_BY_PAGE = (
    "no_undo",
    "no_end",
    "thinks",
    "played_today",
    "back",
    "unknown_link",
    "forgets_game",
    "put_back",
)
SENTENCES = ("game/rules", "game/play", "game/browser", "game/rounds", "game/solver")
SAID = """
const [said, net, round] = arguments, found = [];
const box = (name) => document.getElementById(name).getBoundingClientRect();
const meets = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
const set = (name, texts, isWrong) => {
  const place = document.getElementById(name), before = place.textContent;
  for (const text of texts) {
    place.textContent = text;
    const { left, right, top, bottom } = box(name);
    const isCut = place.scrollWidth > place.clientWidth + 1 || place.scrollHeight > place.clientHeight + 3;
    const isOut = left < 0 || right > innerWidth + 1 || top < 0 || bottom > innerHeight + 1;
    if (isCut || isOut || isWrong(box(name))) found.push([name, text]);
  }
  place.textContent = before;
};
set("said", said, (place) => meets(place, box("bar")) || meets(place, box("tools")));
set("net", net, (place) => meets(place, box("board")));
set("round", round, () => false);
return found;
"""
"""Texts that are cut or lie where they should not."""


def sentences() -> Iterator[str]:
    """What rules, hints and records can say, in all languages."""
    for code in LANGUAGES:
        if code == ENGLISH:
            continue
        with (ROOT / "assets" / "languages" / f"{code}.po").open("rb") as file:
            for message in read_po(file, locale=code):
                if message.id and any(name.startswith(SENTENCES) for name, _ in message.locations):
                    texts = (message.id, message.string)
                    yield from [
                        each for text in texts for each in ([text] if isinstance(text, str) else text)
                    ]


def test_every_sentence_is_whole_and_lies_over_nothing_on_every_screen(page: Browser, there: Running):
    page.open(there.url("/play?draw=1&deal=5&beat=640&language=en"))
    dealt(page)
    words = [play_words(language_of(code)) for code in LANGUAGES]
    said = {text for text in sentences() if len(text) <= LONGEST}
    said |= {text for each in words for text in each["refusals"].values()}
    said |= {each[name] for each in words for name in SAID_BY_PAGE}
    net = [each[name] for each in words for name in ("away", "server_away", "host_ended")]
    net += [language_of(code).translate(WORDS["away"]) for code in LANGUAGES]
    parts = {"number": 10, "count": 10, "deal": 999_999_999, "result": "12 345"}
    bar = [each[name].format(**parts) for each in words for name in ("round", "deal", "beat", "practice")]
    for screen in ((360, 740), (390, 844), (844, 390), (820, 1180), (1280, 800)):
        page.phone(*screen)
        page.wait(f"return innerWidth === {screen[0]} && document.fonts.status === 'loaded'")
        assert page.run(SAID, [*said], net, bar) == [], screen


OVERPRINTED = """
const seen = [...document.querySelectorAll("#bar > *, #tools > :not([hidden])")];
const shown = seen.filter((each) => each.offsetWidth && each.textContent);
const boxes = shown.map((each) => each.getBoundingClientRect());
const meets = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
return shown.filter((each, at) => boxes.some((other, to) => to !== at && meets(boxes[at], other))
  || boxes[at].right > innerWidth + 1 || boxes[at].left < -1 || each.scrollHeight > each.clientHeight + 3)
  .map((each) => each.outerHTML);
"""
"""What of the bars lies over something else, or is cut."""


@pytest.mark.parametrize("game", ["rush&draw=3", *GAMES])
def test_cards_of_a_page_that_is_magnified_grow_and_the_board_scrolls(page: Browser, there: Running, game):
    page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    page.size(1280, 800)
    page.open(there.url(f"/play?game={game}&deal=7&language=fr"))
    dealt(page)
    card = "document.querySelector('.card').offsetWidth"
    before = page.run(f"return {card}")
    for zoom in (2, 4):
        page.size(1280 // zoom, 800 // zoom)
        page.wait(f"return innerWidth === {1280 // zoom} && document.querySelector('main.scrolls')")
        assert page.run(f"return {card}") * zoom > before
        assert page.run(OVERPRINTED) == []
        assert page.faults() == []
    page.run("[...document.querySelectorAll('[data-pile]')].at(-1).scrollIntoView({ block: 'end' })")
    assert page.run("return document.querySelector('main').scrollTop") > 0
    assert page.said() == []


LIES = """
const told = JSON.parse(arguments_here);
window.fetch = async () => ({ ok: false });
window.WebSocket = class {
  static OPEN = 1;
  constructor() {
    this.readyState = 1;
    setTimeout(() => {
      this.onopen?.();
      for (const each of told) this.onmessage?.({ data: each });
      window.isToldAll = true;
    }, 50);
  }
  send() {}
  close() {}
};
"""

HURT = "<img src=x onerror=window.hurt=1>"
RUBBISH = [
    *("", "null", "[]", "{}", "{", '"table"', '{"kind":1}', '{"kind":"constructor"}', '{"kind":"__proto__"}'),
    *('{"kind":"table"}', '{"kind":"welcome"}', '{"kind":"ended"}'),
    '{"kind":"table","round":1,"piles":null,"moves":7}',
    '{"kind":"practice","game":"rush","deal":"<img src=x onerror=window.hurt=1>","day":"x","started":0,'
    '"now":1e300,"entries":7}',
    '{"kind":"table","round":1,"number":1,"at":0,"piles":["stock 999999999","t1 <b><img src=x>","zz KH","t9",'
    '"f1 KHKHKH"],"counts":[],"moves":["stock>stock:99","t1>t1","x>y:0"],"home":["t1>"],"undo":1,"end":1,'
    '"score":"<img src=x>","cards_home":-1,"points":[{"place":"t9","points":"9"}],'
    '"said":"<img src=x onerror=window.hurt=1>","ending":null}',
    '{"kind":"because","said":"<script>window.hurt=1</script>"}',
    '{"kind":"pong","sent":"x","now":{}}',
    '{"kind":"goodbye","code":"<i>","parts":["<img src=x onerror=window.hurt=1>"]}',
]


JUNK = (None, True, -1, 1e300, "", HURT, "t9", [], ["x"] * 99, {}, {"x": [None]})
TOLD = [json.loads(line) for line in example("told").splitlines()]


def wrong(random: Random, told: Any) -> Any:
    """A message in which something is rubbish."""
    if not told or not isinstance(told, (dict, list)) or random.random() < 0.2:
        return random.choice(JUNK)
    found = {**told} if isinstance(told, dict) else [*told]
    at = random.choice([*found] if isinstance(found, dict) else range(len(found)))
    found[at] = wrong(random, found[at])
    return found


BOARD = frame(layout(find_variant("rush", ["draw=1"]), English()))
SEAT = "/tournaments/{0}/play#seat=" + "ab" * 32


def told(page: Browser, address: str, messages: list[str]) -> None:
    """Opens a page to which a false server tells something."""
    lies = LIES.replace("arguments_here", json.dumps(json.dumps(messages)))
    with page.beforehand(lies):
        page.open(address)
        page.wait("return window.isToldAll")


def true(*kinds: str) -> list[str]:
    """Examples of messages of these kinds."""
    return [json.dumps(table) for kind in kinds for table in TOLD if table["kind"] == kind]


@pytest.mark.parametrize(
    ("path", "kinds"),
    [("/play?game=rush", ["practice"]), (SEAT, ["welcome", "position"])],
    ids=["practice", "seat"],
)
def test_lies_and_rubbish_of_a_false_server_do_no_harm(
    page: Browser, evening: Running, path: str, kinds: list[str]
):
    random = Random(7)
    lies = [json.dumps(wrong(random, random.choice(TOLD))) for _ in range(400)]
    told(page, evening.url(path), [*RUBBISH, *lies, *true(*kinds), BOARD, *true("table")])
    assert page.run("return window.hurt ?? document.querySelectorAll('img').length") == 0
    assert not [line for line in page.said() if "Content Security" in line or "Uncaught" in line]
    assert lies_as_told(page, json.loads(true("table")[0])), "a true table is shown as if nothing had been"


def test_a_server_that_stops_says_that_clocks_do_and_stands_below_the_cards(page: Browser, evening: Running):
    stops = '{"kind":"goodbye","code":"stopping","parts":[]}'
    told(page, evening.url(SEAT), [*true("welcome", "position"), BOARD, *true("table"), stops])
    net = page.driver.find_element("id", "net")
    assert "clocks are stopped" in net.text
    assert net.rect["y"] >= page.run("return document.getElementById('board').getBoundingClientRect().bottom")


def welcome(**rounds: Any) -> str:
    """A welcome to a tournament of one round that stands so."""
    found = json.loads(true("welcome")[0])
    (first,) = json.loads(true("changed")[0])["tournament"]["rounds"][:1] or [{}]
    usual = {"number": 1, "opens": None, "closes": None, "commitment": None, "salt": None, "deck": None}
    return json.dumps(
        {**found, "tournament": {**found["tournament"], "rounds": [{**usual, **first, **rounds}]}}
    )


def test_a_latecomer_sees_the_running_clock_at_the_door(page: Browser, evening: Running):
    now = json.loads(true("welcome")[0])["now"]
    told(page, evening.url(SEAT), [welcome(state="open", starts=now - 100_000, put_off=None)])
    page.wait("return document.body.dataset.view === 'lobby'")
    assert page.driver.find_element("id", "news").text.startswith("Round 1 has begun. Time left: 3:")
    assert page.driver.find_element("id", "begin").text == "Start round 1"


def test_after_the_host_has_ended_the_evening_the_result_stays(page: Browser, evening: Running):
    table = json.loads(true("table")[0])
    ending = {"outcome": "ended", "score": 60, "bonus": 0, "home": 1, "elapsed": 100_000}
    over = json.dumps({**table, "number": None, "moves": [], "home": [], "ending": ending})
    closed = welcome(state="closed", starts=None, put_off=None)
    ends = '{"kind":"goodbye","code":"deleted","parts":[]}'
    told(page, evening.url(SEAT), [closed, *true("position"), BOARD, over, ends])
    page.wait("return document.body.dataset.view === 'result'")
    net = page.driver.find_element("id", "net")
    assert net.text == "The host has ended the evening."
    assert page.driver.find_element("id", "total").text == "60"
    below = "return document.querySelector('#result .row').getBoundingClientRect().bottom"
    assert page.run(below) <= net.rect["y"], "it lies over nothing"


def test_who_is_far_behind_is_told_the_own_place_which_fits_in_every_language(
    page: Browser, evening: Running
):
    (standings,) = [table for table in TOLD if table["kind"] == "standings"]
    line = {**standings["first"][0], "kind": "person"}
    first = [{**line, "rank": rank, "player": f"Player {rank}"} for rank in range(1, 21)]
    behind = json.dumps({**standings, "first": first, "own": {**line, "rank": 57, "player": "Anna"}})
    messages = [*true("welcome", "position", "table"), behind]
    for language in LANGUAGES:
        page.phone(360, 740)
        told(page, evening.url(SEAT.replace("#", f"?language={language}#")), messages)
        for screen in ((360, 740), (640, 360)):
            page.phone(*screen)
            page.wait(f"return innerWidth === {screen[0]} && document.fonts.status === 'loaded'")
            assert page.run("return document.documentElement.scrollWidth") == screen[0], (language, screen)
    lines = page.run("return [...document.querySelectorAll('#result .order li')].map((e) => e.textContent)")
    assert [line[:2] for line in lines] == ["1P", "2P", "3P", "4P", "5P", "6P", "7P", "8P", "57"]

"""The pages' doors in Chromium: links that take no key away, old browsers, foreign keyboards, badges."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.tournament.player import badges
from tests.browser.chromium import Browser
from tests.browser.playing import (
    SHARED_TITLE,
    TIMED_GAMES,
    dealt,
    do,
    end,
    join,
    sit_down,
    stored,
    table_of,
    time_survives_a_reload,
    unseen,
)
from tests.server.evenings import Running
from tests.server.tables import HOST

pytestmark = [pytest.mark.window, pytest.mark.timeout(240)]
KEY = "return localStorage.getItem('key {0}')"


def follow(page: Browser, there: Running, key: str) -> None:
    """Opens the link of a seat, as from a message."""
    page.driver.get("about:blank")
    page.driver.get(there.url("/tournaments/{0}/play") + f"?language=en#seat={key}")
    page.wait("return document.readyState === 'complete'")


def test_the_link_of_a_seat_replaces_none_that_is_kept(page: Browser, evening: Running):
    kept = KEY.format(evening.evening.tournament)
    join(page, evening, "Bea")
    bea = page.run(kept)
    page.run("localStorage.clear()")
    sit_down(page, evening)
    do(page, "stock", "tap")
    mia = page.run(kept)
    follow(page, evening, "0" * 64)
    page.wait("return document.getElementById('live').textContent.startsWith('The server does not know')")
    dealt(page)
    assert page.run(kept) == mia, "the round goes on"
    follow(page, evening, bea)
    page.wait("return document.getElementById('choose').open")
    question = "return document.getElementById('instead').textContent"
    assert page.run(question) == "You sit here as Mia. Take the seat of Bea instead? Both keys are kept."
    assert page.faults() == []
    page.run("document.querySelector('[data-do=stay]').click()")
    assert page.run(kept) == mia
    page.run("document.querySelector('#tools [data-do=menu]').click()")
    page.run("document.getElementById('swap').click()")
    page.wait("return document.getElementById('choose').open")
    page.run("document.querySelector('[data-do=take]').click()")
    page.wait("return /Bea/.test(document.getElementById('hello')?.textContent ?? '')")
    assert page.run(kept) == bea
    assert mia in page.run("return Object.values({ ...localStorage }).join()"), "and back again"


def test_a_link_takes_no_hosts_key_away(page: Browser, there: Running):
    name = "return localStorage.getItem('patience-host-key')"
    page.open(there.url(f"/host?language=en#{HOST}"))
    page.wait("return document.querySelector('#main-part li')")
    assert page.run(name) == HOST
    page.driver.get("about:blank")
    page.open(there.url(f"/host?language=en#{'0' * 64}"))
    page.wait("return document.querySelector('#main-part li') && document.getElementById('said').textContent")
    assert page.run(name) == HOST


NOTHING_KEPT = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } });"


def test_where_nothing_is_kept_pages_work_and_say_so_once(page: Browser, there: Running):
    with page.beforehand(NOTHING_KEPT):
        page.open(there.url(f"/host?language=en#{HOST}"))
        page.wait("return document.querySelector('#main-part li')")
        assert "keeps nothing" in page.run("return document.getElementById('said').textContent")
        page.open(there.url("/tournaments/{0}/play") + "?language=en")
        page.wait("return document.body.dataset.view === 'door'")
        page.run("document.querySelector('input[name=name]').value = 'Nora'")
        page.run("document.querySelector('[data-do=join]').click()")
        page.wait("return document.body.dataset.view === 'lobby'")
        assert page.run("return !document.getElementById('forgets').hidden")
    page.driver.get("about:blank")


OLD = """
const own = Object.hasOwn; // the driver needs it
Object.hasOwn = (...given) => {
  if (new Error().stack.includes("/files/")) throw new TypeError("Object.hasOwn is not a function");
  return own(...given);
};
for (const name of ["findLast", "findLastIndex", "at", "toSorted", "with"]) delete Array.prototype[name];
delete String.prototype.at; delete window.structuredClone; delete Object.groupBy;
delete HTMLDialogElement.prototype.showModal; delete HTMLDialogElement.prototype.close;
delete CanvasRenderingContext2D.prototype.roundRect; delete window.reportError; delete navigator.wakeLock;
"""


def test_a_phone_of_safari_14_plays(page: Browser, evening: Running):
    with page.beforehand(OLD):
        sit_down(page, evening)
        do(page, "stock", "tap")
        page.tap(page.middle("#tools [data-do=end]"))
        page.wait("return document.getElementById('ask').hasAttribute('open')")
        page.run("document.querySelector('[data-do=really-end]').click()")
        page.wait("return document.body.dataset.view === 'result'")
        page.open(evening.url("/tournaments/{0}/screen"))
        page.wait("return document.getElementById('facts').textContent")
        assert page.said() == []


SEEN = """
const old = document.getElementById("old");
return old && getComputedStyle(old).visibility === "visible" && old.getBoundingClientRect().height > 0;
"""


@pytest.mark.parametrize("path", ["/tournaments/{0}/play", "/host", "/tournaments/{0}/screen", "/play"])
def test_a_page_of_which_a_part_does_not_arrive_says_so(page: Browser, there: Running, path: str):
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/badge.js", "*/board.js"]})
    try:
        page.open(there.url(path) + "?language=en")
        page.wait(SEEN)
        assert "reload" in page.run("return document.getElementById('old').textContent")
    finally:
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})


PRESSED = """
const [key, code, more] = arguments;
document.body.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true, ...more }));
"""


@pytest.mark.parametrize(
    ("key", "code", "does"),
    [
        *(("в", "KeyD", True), ("δ", "KeyD", True), ("ג", "KeyD", True), ("d", "KeyH", True)),  # Dvorak
        *(("e", "KeyD", False), ("D", "KeyD", True), ("Process", "KeyD", False)),
    ],
)
def test_a_letter_that_is_not_latin_is_known_by_its_place(page: Browser, there: Running, key, code, does):
    page.open(there.url("/play?draw=1&deal=5&language=en"))
    dealt(page)
    page.run(PRESSED, key, code, {})
    page.run(PRESSED, "z" if code == "KeyD" else key, "KeyZ", {"metaKey": True})
    sent = "window.sent.filter((each) => each.kind === 'do').map((each) => each.action).join()"
    page.wait(f"return {sent} === '{'stock' if does else ''}' && document.getElementById('live').textContent")


NAMES = [
    "Nguyễn Thảo",
    "محمد علي",
    "שרה כהן",
    "देवी शर्मा",
    "王小明",
    "สมชาย",
    "🦊 Fox",
    "Anna",
    "anna",
    "Anne",
    "Al B",
    "ß x",
    "—",
]
WORN = """
const done = arguments[2];
import(arguments[0]).then(({ badges }) => done([...badges(arguments[1])].map((each) => each.flat())));
"""


def test_badges_are_those_of_the_program(page: Browser, there: Running):
    page.open(there.url("/tournaments/{0}?language=en"))
    names = [*NAMES, *(f"Player {number}" for number in range(40))]
    script = page.run(
        "return document.querySelector('script[src$=\"pages.js\"]').src.replace('pages.js', 'badge.js')"
    )
    told = page.driver.execute_async_script(WORN, script, names)
    assert {name: (colour, letters) for name, colour, letters in told} == badges(names)
    assert page.run("return document.querySelectorAll('.players .badge').length") >= 2


CHOOSE = """
const select = document.querySelector(`#door select[name=${arguments[0]}]`);
select.value = arguments[1];
select.dispatchEvent(new Event("change"));
"""


def test_the_door_leads_to_each_game_and_keeps_what_was_left(page: Browser, evening: Running):
    page.open(evening.url("/play?language=en"))
    page.wait("return document.querySelectorAll('#door canvas').length")
    assert page.faults() == []
    page.run("localStorage.setItem('best spider suits=2', '52')")
    page.run(CHOOSE, "suits", "2")
    best = "return document.querySelector('.game:has([data-game=spider]) .best').textContent"
    assert page.run(best) == "Your best: 52"
    page.tap(page.middle("[data-game=spider]"))
    page.wait("return document.body.dataset.game === 'spider suits=2' && window.told.length")
    dealt(page)
    page.run("document.querySelector('#tools [data-do=deal]').click()")
    page.wait("return window.told.length === 2")
    stored(page)
    deal = page.run("return document.getElementById('round').textContent")
    page.run("document.querySelector('#tools [data-do=menu]').click()")
    assert "Build columns down" in page.run("return document.getElementById('rules').textContent")
    page.run("document.querySelector('#menu [data-do=home]').click()")
    page.wait("return document.querySelector('[data-game=spider]')?.textContent === 'Continue'")
    page.run("document.querySelector('[data-game=spider]').click()")
    page.wait("return window.told.at(-1)?.number === 2")
    assert page.run("return document.getElementById('round').textContent") == deal


PLAYED = "const [m, s] = document.getElementById('clock').textContent.split(':'); return 300 - 60 * m - s"


def test_the_clock_starts_with_the_first_move_and_stands_while_practice_is_paused(
    page: Browser, evening: Running
):
    page.open(evening.url("/play?draw=1&deal=5&beat=640&language=en"))
    dealt(page)
    assert page.run("return document.getElementById('round').textContent") == "640 to beat"
    assert page.run(SHARED_TITLE).startswith("640 to beat")
    clock = evening.evening.server.clock
    assert page.run(PLAYED) == 0
    do(page, "stock", "tap")
    clock.go_on(20_000)
    page.run("document.querySelector('#tools [data-do=menu]').click()")
    assert page.run("return getComputedStyle(document.getElementById('board')).visibility") == "hidden"
    before = page.run("return window.told.length")
    page.run("document.querySelector('#menu [data-do=close]').click()")
    page.wait(f"return window.told.length > {before}")
    do(page, "stock", "tap")
    at = table_of(page)["at"]
    stored(page)
    page.run("const was = Date.now; Date.now = () => was() - 60000")  # the phone's clock is set
    page.driver.refresh()
    dealt(page)
    do(page, "stock", "tap")
    assert at <= table_of(page)["at"] < 20_000, "nothing is given back, and pauses do not count"


def test_the_time_of_every_game_survives_a_reload_to_the_second(page: Browser, evening: Running):
    for game in TIMED_GAMES:
        address = evening.url(f"/play?{game}&deal=5&language=en")
        time_survives_a_reload(page, address, evening.evening.server.clock.go_on)


def test_practice_is_paused_while_its_page_is_not_seen(page: Browser, evening: Running):
    page.open(evening.url("/play?draw=1&deal=5&language=en"))
    dealt(page)
    do(page, "stock", "tap")
    with unseen(page):
        evening.evening.server.clock.go_on(100_000)
        page.run("const was = opener.Date.now; opener.Date.now = () => was() + 100_000")
    page.wait("return !document.hidden && !document.body.classList.contains('paused')")
    do(page, "stock", "tap")
    assert table_of(page)["at"] < 100_000
    assert page.run(PLAYED) < 100


@pytest.mark.parametrize("query", ["draw=2", "game=bridge", "deal=x", "game=spider&suits=9", "what=ever"])
def test_a_wrong_address_is_told_at_the_door(page: Browser, there: Running, query: str):
    page.open(there.url(f"/play?{query}&language=en"))
    page.wait("return document.body.dataset.view === 'door'")
    assert page.run("return document.querySelector('#door .wrong').textContent").strip()


def test_a_day_is_played_once_however_its_address_is_written(page: Browser, there: Running):
    page.open(there.url("/daily?language=en"))
    dealt(page)
    do(page, "stock", "tap")
    stored(page)
    page.open(there.url("/daily?x=1&language=en"))
    dealt(page)
    assert table_of(page)["number"] == 2
    end(page)
    page.open(there.url("/daily?y=2&language=en"))
    dealt(page)
    assert table_of(page)["number"] == 1, "what is over is not kept"
    assert "practice" in page.run("return document.getElementById('live').textContent")
    for total, told in (("0", ""), ("5", "Days in a row: 1")):
        page.run(f"localStorage.days = localStorage.days.replace(/:[0-9]+/, ':{total}')")
        page.open(there.url("/play?language=en"))
        page.wait("return document.querySelector('#days .now, #days .played')")
        assert page.run("return document.getElementById('streak').textContent") == told, "done by a point"


EXPORTED = """
const [done] = arguments, made = URL.createObjectURL;
URL.createObjectURL = (blob) => {
  blob.text().then(done);
  return made(blob);
};
document.getElementById("save-days").click();
"""


def test_days_go_to_another_browser_as_a_file(page: Browser, there: Running, tmp_path: Path):
    page.open(there.url("/play?language=en"))
    page.run("localStorage.setItem('days', JSON.stringify({ '2026-01-02 rush': 640 }))")
    page.run("localStorage.setItem('best spider suits=1', '52')")
    saved = tmp_path / "days.json"
    saved.write_text(page.driver.execute_async_script(EXPORTED))
    page.run("localStorage.clear(); document.querySelector('#door details').open = true")
    added = "return document.getElementById('added').textContent"
    for count in (1, 0):
        page.driver.find_element("id", "add-days").send_keys(str(saved))
        page.wait(f"{added} === 'Days added: {count}'")
        page.run("document.getElementById('add-days').value = ''")
    assert page.run("return [localStorage.days, localStorage['best spider suits=1']]") == [
        '{"2026-01-02 rush":640}',
        "52",
    ]
    for lie in ("no days", '{"days": {"9999-12-31 rush": 5}}'):
        saved.write_text(lie)
        page.run("document.getElementById('added').textContent = ''")
        page.driver.find_element("id", "add-days").send_keys(str(saved))
        page.wait(f"{added} === 'Days added: 0'")
        page.run("document.getElementById('add-days').value = ''")
    assert "9999" not in page.run("return localStorage.days"), "a day has to have come"
    assert page.faults() == []

"""The player's page in Chromium: from the link to the result by real touches, and through breaks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from game.play.deal import read_challenge
from game.play.record import read_record
from tests.browser.chromium import WAIT_S, Browser
from tests.browser.playing import (
    PILES,
    SPY,
    asked,
    begin,
    dealt,
    do,
    end,
    hold,
    join,
    lies_as_told,
    open_round,
    piles_told,
    point,
    sit_down,
    table_of,
    unseen,
)
from tests.server.beside import beside
from tests.server.evenings import EVENING, Evening, Running
from tests.server.tables import running
from tests.server.wire import Wire

pytestmark = [pytest.mark.window, pytest.mark.timeout(240)]


def test_a_round_is_played_by_touch_from_the_link_to_the_result(page: Browser, evening: Running):
    page.open(evening.url("/tournaments/{0}/play") + "?language=en")
    page.wait("return document.body.dataset.view === 'door'")
    assert page.faults() == []
    join(page, evening, "Mia")
    page.wait("return document.getElementById('names').textContent.includes('Mia')")
    assert page.faults() == []
    open_round(evening)
    begin(page)
    random, seen = Random(5), set()
    for _ in range(25):
        table = table_of(page)
        fresh = [
            move
            for move in table["moves"]
            if not move.startswith("f") and (move, str(table["piles"])) not in seen
        ]
        move = random.choice(table["home"] * 3 or fresh or table["moves"])
        seen.add((move, str(table["piles"])))
        do(page, move, random.choice(["drag", "tap", *(["home"] if move in table["home"] else [])]))
        assert lies_as_told(page)
    assert page.run("return document.querySelectorAll('[data-face=down][data-card]').length") == 0
    end(page)
    ending = table_of(page)["ending"]
    total = page.driver.find_element("id", "total").text
    assert total == f"{ending['score'] + ending['bonus']:,}"
    assert total != "0"
    own = "document.querySelector('#result .order .own b')?.textContent"
    page.wait(f"return {own} === '{total}'")  # though no standings have come since
    assert page.said() == []
    open_round(evening, 2)
    begin(page, 2)
    place = "document.getElementById('place').textContent"
    page.wait(f"return {place} === 'Place 1 of 1'")  # the robot has no place among people
    assert page.faults() == []


def test_what_is_not_allowed_glides_back_and_the_rules_say_why(page: Browser, evening: Running):
    sit_down(page, evening)
    table = table_of(page)
    piles = piles_told(table)
    lifts = {move.split(">")[0] for move in table["moves"]}
    other = next(f"t{at}" for at in range(1, 8) if f"t{at}" not in lifts)
    page.drag(point(page, piles, other), page.middle("[data-pile=f1] .slot"))
    page.wait("return document.getElementById('live').textContent.trim().endsWith('.')")
    assert lies_as_told(page)
    page.touch("touchStart", point(page, piles, other))
    page.touch("touchMove", (200.0, 600.0))
    page.wait("return document.querySelector('.held')")
    page.touch("touchCancel")  # a call, or the system's own gesture
    page.wait("return !document.querySelector('.held')")
    assert lies_as_told(page)
    assert not asked(page)


def a_move(page: Browser) -> str:
    """A single card that may go somewhere."""
    return next(move for move in table_of(page)["moves"] if ">" in move and ":" not in move)


@pytest.fixture
def two_fingers(page: Browser) -> Iterator[Browser]:
    """A tab of its own: Chromium hears no drag any more once a second finger has been emulated."""
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.phone(390, 844)
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SPY})
    yield page
    page.driver.close()
    page.driver.switch_to.window(first)


def test_a_second_finger_or_a_turned_phone_in_a_drag_has_the_cards_glide_back(
    two_fingers: Browser, evening: Running
):
    page = two_fingers
    sit_down(page, evening)
    move = a_move(page)
    end = hold(page, move)
    page.touch("touchStart", end, (60.0, 700.0))
    page.wait("return !document.querySelector('.held')")
    page.touch("touchMove", end, (90.0, 700.0))
    page.touch("touchEnd")
    assert lies_as_told(page)
    hold(page, move)
    page.phone(844, 390)
    page.wait("return !document.querySelector('.held')")
    page.touch("touchEnd")
    page.phone(390, 844)
    page.wait("return document.getElementById('board').clientWidth === 390")
    assert lies_as_told(page)
    assert not asked(page)
    do(page, move, "drag")  # and one finger plays on
    assert lies_as_told(page)


def test_time_is_up_with_a_card_in_the_hand(page: Browser, evening: Running):
    sit_down(page, evening)
    hold(page, a_move(page))
    evening.evening.server.clock.go_on(300_000)
    evening.do(lambda there: there.server.service.scheduler.end_rounds_in_time())
    page.wait("return document.body.dataset.view === 'result'")
    assert page.run("return document.getElementById('outcome').textContent") == "Time is up"
    page.touch("touchEnd")
    assert lies_as_told(page)
    assert not asked(page)


ONLY_WAKING = "const every = setInterval; setInterval = (act, ms) => ms < 1000 ? every(act, ms) : 0;"
"""Has a page never look by itself whether its connection is silent."""


def test_a_locked_phone_is_back_at_its_table_though_its_connection_died_unheard(
    page: Browser, evening: Running
):
    with page.beforehand(ONLY_WAKING), beside(Wire(evening.evening.server.port)) as (wire, do_there):
        sit_down(page, evening, wire.address)
        hold(page, a_move(page))
        for is_frozen in (False, True):
            before = page.run("return window.told.length")
            with unseen(page):
                do_there(wire.deaden)
            if is_frozen:
                for state in ("frozen", "active"):
                    page.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": state})
            page.wait(f"return window.told.length > {before}")
            assert page.run("return document.querySelectorAll('.held').length") == 0, "it was put back"
            page.wait("return !document.getElementById('net').textContent")
        with unseen(page):  # what was frozen is seen again
            pass
        page.driver.execute_cdp_cmd("Page.bringToFront", {})  # nothing moves on a page that is not seen
        page.touch("touchEnd")
        assert lies_as_told(page)
        do(page, "stock", "tap")


def test_a_break_in_a_drag_costs_nothing_and_another_device_takes_the_seat(page: Browser, evening: Running):
    with beside(Wire(evening.evening.server.port)) as (wire, do_there):
        sit_down(page, evening, wire.address)
        piles, end = piles_told(table_of(page)), hold(page, a_move(page))
        do_there(wire.cut)
        page.wait("return window.told.length > 1 && !document.getElementById('net').textContent")
        assert page.run("return document.querySelectorAll('.held').length") == 1, "it is held through a break"
        wire.is_open = False
        do_there(wire.cut)
        page.wait("return document.getElementById('net').textContent")
        page.touch("touchMove", end)
        page.touch("touchEnd")
        assert piles_told(table_of(page)) == piles, "nothing is acknowledged yet"
        wire.is_open = True
        page.wait("return window.told.at(-1).number === 2")
        assert lies_as_told(page)
        page.wait("return !document.getElementById('net').textContent")
    join(page, evening, "Bea")  # as from elsewhere: its storage is its own
    page.wait("return document.querySelector('#names li') && document.fonts.status === 'loaded'")
    page.run("document.querySelector('#lobby [data-do=move]').scrollIntoView({ block: 'center' })")
    page.tap(page.middle("#lobby [data-do=move]"))
    page.wait("return document.getElementById('carry').open && !document.getElementById('square').hidden")
    link = page.run("return document.getElementById('link').value")
    page.run("localStorage.clear()")
    page.driver.switch_to.new_window("tab")
    try:
        page.driver.get(link)
        page.wait("return /knock|in/.test(document.getElementById('hello').textContent)")
        assert "Bea" in page.run("return document.getElementById('hello').textContent")
        assert "seat=" not in page.run("return location.href")
    finally:
        page.driver.close()
        page.driver.switch_to.window(page.driver.window_handles[0])


@asynccontextmanager
async def waiting_together(database: str) -> AsyncIterator[Evening]:
    """An evening whose clocks all start at once, before its first round."""
    async with running(database) as server:
        yield Evening(server, await server.made(replace(EVENING, start="common"), opened=0), [])


COUNTS = """
const of = (name) => document.getElementById(name), { top } = of("table").getBoundingClientRect();
return of("countdown").textContent && {
  said: of("table").innerText, title: document.title, shaken: window.shaken,
  below: top - of("board").getBoundingClientRect().bottom,
  left: getComputedStyle(of("news")).getPropertyValue("--left"),
};
"""
SHAKES = "navigator.vibrate = (pattern) => { window.shaken = pattern; return true; };"


def test_practice_in_the_lobby_goes_to_the_round_by_itself(page: Browser, tmp_path: Path):
    with (
        page.beforehand(SHAKES),
        Running(tmp_path, waiting_together) as there,
        beside(Wire(there.evening.server.port)) as (wire, do_there),
    ):
        join(page, there, "Mia", wire.address)
        page.wait("return document.querySelector('#names li') && document.fonts.status === 'loaded'")
        page.run("document.querySelector('#lobby [data-do=practise]').scrollIntoView({ block: 'center' })")
        page.tap(page.middle("#lobby [data-do=practise]"))
        dealt(page)
        do(page, "stock", "tap")
        table = table_of(page)
        assert (table["round"], table["number"]) == (0, 2)
        do_there(wire.cut)
        page.wait("return window.told.length === 3 && !document.getElementById('net').textContent")
        assert table_of(page)["piles"] == table["piles"], "it goes on after a break"
        page.tap(page.middle("#tools [data-do=menu]"))
        page.tap(page.middle("#menu [data-do=leave]"))
        page.wait("return document.body.dataset.view === 'lobby'")
        page.run("document.querySelector('#lobby [data-do=practise]').click()")
        dealt(page, "document.body.dataset.view === 'table'")
        assert page.faults() == []
        open_round(there)
        seen = page.wait(COUNTS)
        there.evening.server.clock.go_on(11_000)
        assert seen["said"].startswith("Round 1: all clocks start in 0:")
        assert (seen["title"][0], seen["shaken"]) == ("●", [200, 100, 200])
        assert seen["below"] >= 0, "the bar lies below the cards"
        assert 0 < float(seen["left"]) <= 1, "and shrinks"
        dealt(page, "window.told.at(-1).round === 1")
        assert page.driver.find_element("id", "round").text == "Round 1 of 3"
        assert not page.driver.find_element("id", "table").is_displayed()
        assert not page.run("return document.title.startsWith('●')")
        do(page, "stock", "tap")
        assert table_of(page)["round"] == 1
        assert page.said() == []


def test_the_newer_of_two_tabs_plays_and_the_older_says_so(page: Browser, evening: Running):
    sit_down(page, evening)
    do(page, "stock", "tap")
    piles, first = page.run(PILES), page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.driver.get(evening.url("/tournaments/{0}/play") + "?language=en")
    page.wait("return document.body.dataset.view === 'table'")
    page.wait("return document.querySelectorAll('[data-face]').length === 52")
    assert page.run(PILES) == piles
    page.driver.close()
    page.driver.switch_to.window(first)
    page.wait("return document.body.dataset.view === 'gone'")
    page.run("document.querySelector('[data-do=back]').click()")
    page.wait("return document.body.dataset.view === 'table'")
    page.driver.get(evening.url("/help"))
    page.driver.back()  # it may come as it was, with a connection that has ended
    page.wait("return document.querySelectorAll('[data-face]').length === 52")
    dealt(page)
    before = page.run("return window.told.length")
    page.tap(page.middle("[data-pile=stock] .card"))
    page.wait(f"return window.told.length > {before}")


async def clear_idle_tables(each: Evening) -> None:
    """Ends practice as after ten minutes without a touch; the next one goes on there."""
    strangers = each.server.service.connections.strangers
    for connection in [*strangers]:
        connection.end("idle")
    while strangers:
        await asyncio.sleep(0)


def test_the_record_of_practice_is_a_file_of_the_program(page: Browser, evening: Running, tmp_path: Path):
    page.driver.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )
    page.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Pacific/Kiritimati"})
    page.open(evening.url("/daily?language=en"))
    dealt(page)
    page.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})
    evening.do(clear_idle_tables)
    do(page, "stock", "tap")
    end(page)
    page.tap(page.middle("[data-do=save]"))
    deadline = time.monotonic() + WAIT_S
    while not (found := [path for path in tmp_path.glob("*.patience") if path.stat().st_size]):
        assert time.monotonic() < deadline
    record = read_record(found[0].read_bytes())
    assert record.replay().is_over
    days = {f"{datetime.now(UTC) + timedelta(hours=14, minutes=late):%Y-%m-%d}" for late in (-1, 0)}
    assert record.tags["daily"] in days, "by the calendar where the browser is"


def test_a_link_to_a_deal_is_played_and_passed_on_with_what_is_to_beat(page: Browser, evening: Running):
    page.open(evening.url("/play?draw=1&deal=7&beat=5&language=en"))
    dealt(page)
    do(page, "t7>f1", "home")
    end(page)
    total = int(page.run("return document.getElementById('total').textContent"))
    assert page.run("return document.getElementById('after').textContent") == "You beat 5!"
    assert page.run("return document.getElementById('share').textContent") == "Challenge a friend"
    page.tap(page.middle("#share"))
    claim, cards, link = page.run("return document.getElementById('link').value").split("\n")
    assert (claim, cards) == (f"Solitaire Rush: {total}. Can you beat that?", "A♣")
    code = read_challenge(link).text
    assert code == f"patience:rush/draw=1/limit=300/7/beat={total}", "the program takes the link, too"
    page.run("document.getElementById('carry').close()")
    page.tap(page.middle("[data-do=again]"))
    page.wait("return !location.search.includes('deal=') && document.body.dataset.view === 'door'")


HEARD = "return document.querySelector('[aria-live]').textContent.trim()"
EMPTY = "return document.querySelectorAll('.slot[aria-label$=empty]:not([aria-hidden])').length"


def test_keys_and_a_screen_reader_play_too(page: Browser, evening: Running):
    from selenium.webdriver.common.keys import Keys

    page.size(1280, 800)
    page.open(evening.url("/play?draw=1&deal=5&language=en"))
    dealt(page)
    page.press("d")
    page.wait("return window.told.length === 2")
    assert "turned from the stock" in page.run(HEARD)
    assert " of " in page.run(HEARD)
    page.press("u")
    page.wait(f"{HEARD} === 'This cannot be undone.'")
    page.press("t")
    page.wait(f"return /^Time [45]:[0-9]+ · Score 0 · Pass 1 /.test({HEARD[7:]})")
    page.run("document.activeElement.blur()")
    stops = []
    for _ in range(5):
        page.press(Keys.TAB)
        stops.append(
            page.run("const { dataset } = document.activeElement; return dataset.do ?? dataset.face")
        )
    assert stops == ["up", "undo", "hint", "end", "menu"], "the board is one stop, its bar follows"
    page.run("document.querySelector('[data-pile] [tabindex=\"0\"]').focus()")
    names = set()
    for key in [Keys.ARROW_DOWN, *[Keys.ARROW_RIGHT] * 6, Keys.ARROW_UP, *[Keys.ARROW_LEFT] * 6]:
        page.press(key)
        names.add(page.run("return document.activeElement.getAttribute('aria-label')"))
    assert len(names) >= 9
    move = next(move for move in table_of(page)["moves"] if move.startswith("t") and ":" not in move)
    source, target = move.split(">")
    page.run("document.querySelector(`[data-pile=${arguments[0]}] [data-face=up]`).focus()", source)
    for key, told in (
        (Keys.ENTER, " picked up: Column "),
        (Keys.ESCAPE, " put back"),
        (Keys.ENTER, "picked"),
    ):
        page.press(key)
        page.wait(f"{HEARD}.includes('{told}')")
    assert page.run("return document.activeElement.getAttribute('aria-pressed')") == "true"
    assert page.run(EMPTY) == page.run(
        "return document.querySelectorAll('[data-pile]:not(:has(.card))').length"
    )
    assert page.faults() == []
    where = f"[data-pile={target}] [data-face=up], [data-pile={target}] .slot"
    page.run("[...document.querySelectorAll(arguments[0])].at(-1).focus()", where)
    page.press(Keys.ENTER)
    page.wait(f"return window.sent.some((each) => each.action === '{move}') && window.told.length === 3")
    page.wait(f"return / from column \\d onto /.test({HEARD[7:]})")
    lifts = {move.split(">")[0] for move in table_of(page)["moves"]}
    stuck = next(f"t{at}" for at in range(1, 8) if f"t{at}" not in lifts)
    page.run("document.querySelector(`[data-pile=${arguments[0]}] [data-face=up]`).focus()", stuck)
    page.press(Keys.ENTER)
    page.wait("return window.sent.some((each) => each.kind === 'why')")
    page.wait(f"return !/ from /.test({HEARD[7:]}) && {HEARD[7:]}")
    page.press(Keys.ESCAPE)
    page.wait("return document.getElementById('menu').open")


def test_hand_colours_taps_sounds_and_stillness_are_as_they_are_switched(page: Browser, evening: Running):
    fetched = "performance.getEntriesByType('resource').map((each) => each.name).join()"
    still = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", still)
    page.open(evening.url("/play?draw=1&deal=5&language=en"))
    dealt(page)
    assert page.middle("[data-pile=stock] .card")[0] > 200, "by the right thumb"
    assert not page.run(f"return /four-colour|ogg/.test({fetched})")
    page.run("document.querySelectorAll('#menu input').forEach((each) => each.click())")
    page.wait("return document.querySelector('[data-pile=stock] .card').getBoundingClientRect().right < 190")
    page.wait(f"return {fetched}.includes('four-colour') && {fetched}.includes('.ogg')")
    page.tap(point(page, piles_told(table_of(page)), "t4"))
    page.wait("return window.sent.some((each) => each.action === 't4>t7')")
    assert page.run("return document.getAnimations().length") == 0
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

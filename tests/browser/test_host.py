"""The host's page and the room's screen in Chromium."""

import pytest

from tests.server.tables import HOST

pytestmark = [pytest.mark.window, pytest.mark.timeout(180)]
PRESS = """[...document.querySelectorAll('button')]
    .find((each) => (each.dataset.at ?? each.textContent) === arguments[0]).click()"""
DO = "document.querySelector('#main-part [data-do={}]')"
STATE = "return [...document.querySelectorAll('#main-part li p:first-child')].map((each) => each.textContent)"


def test_the_screen_of_the_room_has_a_lane_for_everybody(browser, there):
    browser.size(1280, 720)
    browser.open(there.url("/tournaments/{0}/screen"))
    browser.wait("return document.querySelectorAll('#lanes li').length >= 3")
    assert browser.run("return document.querySelector('#lanes img')") is None, "a name is a name"
    assert browser.run("return document.querySelector('.code').innerText.startsWith('Only this computer')"), (
        "nobody could scan it"
    )
    assert browser.run("return document.getElementById('large').hidden")
    assert browser.run("return document.documentElement.scrollHeight") <= 720
    fetched = "return performance.getEntriesByType('resource').some((each) => each.name.endsWith('%s'))"
    assert not browser.run(fetched % "tick.ogg"), "nothing is heard before it is wanted"
    browser.wait(fetched % "bold.woff2")
    browser.run("document.getElementById('sound').click()")
    browser.wait(fetched % "tick.ogg")
    letters = "parseFloat(getComputedStyle(document.querySelector('#lanes .name')).fontSize)"
    full_px = browser.run(f"return {letters}")
    for size, at_least_px in (((640, 360), full_px / 1.4), ((320, 180), full_px / 2), ((390, 844), 18)):
        browser.size(*size)
        browser.wait(f"return innerWidth === {size[0]} && {letters} >= {at_least_px}")
        assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
        sizes = """return [...document.querySelectorAll('main *, aside *')].filter((each) => each.innerText)
            .map((each) => parseInt(getComputedStyle(each).fontSize))"""
        assert min(browser.run(sizes)) >= 10
        assert browser.faults() == []


def test_a_host_holds_a_tournament_from_a_phone(browser, there):
    browser.size(390, 844)
    browser.open(there.url(f"/host#{'0' * 32}/{there.evening.tournament}"))
    browser.wait("return /works once.*“Host page”/.test(document.getElementById('said').textContent)")
    assert browser.run("return !document.getElementById('door').hidden"), "the key itself can be typed"
    browser.open(there.url(f"/host?again#{HOST}/{there.evening.tournament}"))
    browser.wait("return document.querySelector('#main-part li')")
    assert HOST not in browser.run("return location.href"), "nobody reads it over a shoulder"
    assert "Round 2 · Open" in browser.run(STATE)
    assert browser.run("return document.getElementById('phone').hidden"), (
        "no phone reaches this computer alone"
    )
    browser.run("document.getElementById('phone').open = true")
    browser.wait("return document.querySelector('#phone canvas').width !== 300")  # an empty canvas is as wide
    browser.driver.execute_script(PRESS, "Cancel round 3")
    assert browser.run("return document.getElementById('ask').hidden") is False
    browser.driver.execute_script(PRESS, "No, leave it")
    assert "Round 3 · Not open yet" in browser.run(STATE)
    browser.driver.execute_script(PRESS, "Cancel round 3")
    browser.driver.execute_script(PRESS, "Yes, do it")
    browser.wait(f"{STATE}.includes('Round 3 · Cancelled: it does not count')")
    browser.run("document.getElementById('line').value = 'Pizza, five minutes'")
    browser.driver.execute_script(PRESS, "Send")
    browser.wait("return /Withdraw/.test(document.querySelector('[aria-disabled=false]')?.textContent)")
    browser.driver.execute_script(PRESS, "All records as one file")
    browser.driver.execute_script(PRESS, "Ban…: Anna")
    assert "such as others in the same home" in browser.run("return document.body.innerText")
    browser.driver.execute_script(PRESS, "Yes, do it")
    browser.wait("return /removed/.test(document.querySelector('#main-part').innerText)")
    browser.driver.execute_script(PRESS, "Erase…: Anna")
    assert "A number replaces the name" in browser.run("return document.body.innerText")
    browser.driver.execute_script(PRESS, "Yes, do it")
    browser.wait("return /player \\d+/.test(document.getElementById('main-part').innerText)")
    browser.run(f"{DO.format('again')}.click()")
    said = browser.run("return document.getElementById('said').textContent")
    assert said == "A round is still being played."

    browser.driver.execute_script(PRESS, "Other tournaments")
    browser.wait(f"return {DO.format('new-tournament')}")
    browser.run(f"{DO.format('new-tournament')}.click()")
    browser.run("document.getElementById('made-name').value = 'Rematch'")
    browser.run("document.getElementById('made').click()")
    browser.wait(f"return {DO.format('one-more')}")
    assert "Nobody is here yet" in browser.run(f"return {DO.format('open')}.textContent")
    browser.run(f"{DO.format('one-more')}.click()")
    browser.wait(f"{STATE}.includes('Round 4 · Not open yet')")
    assert browser.faults() == []
    browser.run(f"{DO.format('again')}.click()")
    browser.driver.execute_script(PRESS, "Yes, do it")
    browser.wait("return document.getElementById('title').textContent === 'Rematch 2'")

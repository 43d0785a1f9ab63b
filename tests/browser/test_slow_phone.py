"""The player's page in Chromium on a slow phone, within its budgets: tried while nothing else runs."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from tests.browser.chromium import Browser
from tests.browser.playing import dealt, open_round, piles_told, point, table_of
from tests.server.evenings import Running

pytestmark = [pytest.mark.window, pytest.mark.timeout(420)]
MAX_SCRIPT_BYTES, MAX_BYTES, MAX_PLAYABLE_S, MAX_PRACTICE_S, MAX_TASK_MS = 64 << 10, 150 << 10, 1.0, 2.0, 8

FOLLOWS = """
window.followed = [];
addEventListener("pointermove", ({ clientX: x, timeStamp }) => requestAnimationFrame((now) => {
  const card = document.querySelector(".held");
  if (card) window.followed.push([card.getBoundingClientRect().left - x, now - timeStamp]);
}));
"""
"""Notes in the next frame after each move of a finger where the held card is seen from it, and how late."""
TIMED = """
const [what, until, done] = arguments, began = performance.now();
const look = () => {
    if (document.querySelector(until)) done((performance.now() - began) / 1000);
    else requestAnimationFrame(look);
};
document.querySelector(what).click();
look();
"""
SIZES = """
return performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
    .map((each) => [each.name, each.encodedBodySize, each.decodedBodySize]);
"""


def quickest(measure: Callable[[], float], wanted: float, tries: int = 12) -> float:
    """What something takes: the least of some tries, more is a wait for a processor."""
    found = measure()
    for _ in range(tries - 1):
        if found <= wanted:
            break
        found = min(found, measure())
    return found


def joined_s(page: Browser, evening: Running) -> float:
    """From a name that is typed to the table, the page and all it needs fetched anew."""
    page.run("try { localStorage.clear(); } catch { /* an empty page has none */ }")
    page.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    page.open(evening.url("/tournaments/{0}/play") + "?language=en")
    page.wait("return document.body.dataset.view === 'door' && document.fonts.ready.then(() => true)")
    page.run("document.querySelector('input[name=name]').value = `Mia ${Math.floor(performance.now())}`")
    joins = page.driver.execute_async_script(TIMED, "[data-do=join]", "[data-view=lobby]")
    evening.do(
        lambda evening: evening.server.admit(evening.tournament)
    )  # the round is open: who comes now knocks
    page.wait("return document.querySelector('#lobby [data-do=begin]:not([hidden])')")
    begins = page.driver.execute_async_script(TIMED, "#lobby [data-do=begin]", "[data-pile=t7] [data-card]")
    dealt(page)
    return float(joins + begins)


def practised_s(page: Browser, evening: Running) -> float:
    """From the address to the table of practice."""
    page.open(evening.url("/play?game=rush&draw=3&language=en"))
    dealt(page)
    return float(page.run("return performance.getEntriesByName('dealt')[0].startTime / 1000"))


def sizes(page: Browser) -> tuple[int, int]:
    """Bytes of all scripts as they are read, and of all that came over the network."""
    found = page.run(SIZES)
    return sum(read for name, _, read in found if name.endswith(".js")), sum(came for _, came, _ in found)


def test_the_page_keeps_to_its_budgets_on_a_slow_phone(page: Browser, evening: Running):
    page.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 4})
    open_round(evening)
    playable_s = quickest(lambda: joined_s(page, evening), MAX_PLAYABLE_S)
    scripts, whole = sizes(page)
    piles = piles_told(table_of(page))
    page.run(FOLLOWS)
    tasks: dict[Any, float] = {}

    def dragged_ms() -> float:
        """The longest task of a drag: the same one again and again, of each task the least."""
        page.run("window.tasks.length = 0")
        page.drag(point(page, piles, "t7"), (60.0, 640.0), steps=30)
        page.wait("return !document.querySelector('.held') && document.getAnimations().length === 0")
        for at, (kind, took) in enumerate(reversed(page.run("return window.tasks"))):
            place = kind if kind == "naming" else (kind, at)
            tasks[place] = min(took, tasks.get(place, took))
        return max(tasks.values())

    for _ in range(3):
        longest = quickest(dragged_ms, MAX_TASK_MS, tries=20)
    followed = page.run("return window.followed")
    aside, late_ms = zip(*followed, strict=True)
    page.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})
    practice_s = quickest(lambda: practised_s(page, evening), MAX_PRACTICE_S)
    scripts = max(scripts, sizes(page)[0])
    print(f"scripts {scripts}, all {whole} bytes; {playable_s:.2f} s; longest {longest:.1f} ms")
    print(f"practice after {practice_s:.2f} s")
    print(f"{len(followed)} frames, {median(late_ms):.1f} ms after the finger in the middle")
    assert scripts <= MAX_SCRIPT_BYTES
    assert whole <= MAX_BYTES
    assert playable_s <= MAX_PLAYABLE_S
    assert practice_s <= MAX_PRACTICE_S
    assert longest <= MAX_TASK_MS
    assert len(followed) > 60
    assert max(aside) - min(aside) < 1, "in each frame the card is where the finger is"

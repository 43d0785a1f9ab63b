"""A player's page as tests play it: what it is told and asks, and hands that touch it.

Knows the browser, the page's marks and evenings; must not know what is expected.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from tests.browser.chromium import Browser
from tests.server.evenings import EVENING, Evening, Running
from tests.server.tables import running

Table = dict[str, Any]
"""What a player is told."""
SPY = """
window.told = []; window.sent = []; window.tasks = []; window.held = false;
const hear = (text) => {
  const told = JSON.parse(text);
  if (told.kind !== "table") return;
  if (!window.told.length) requestAnimationFrame(() => performance.mark("dealt"));
  window.told.push(told);
};
window.WebSocket = class extends WebSocket {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", (event) => hear(event.data));
  }
  send(text) { window.sent.push(JSON.parse(text)); super.send(text); }
};
window.Worker = class extends Worker {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", (event) => event.data?.forEach(hear));
  }
  postMessage(text) {
    if (typeof text === "string") window.sent.push(JSON.parse(text));
    super.postMessage(text);
  }
};
const add = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (kind, heard, ...how) {
  const timed = function (event) {
    const began = performance.now();
    const found = typeof heard === "function" ? heard.call(this, event) : heard.handleEvent(event);
    if (kind.startsWith("pointer")) window.tasks.push([kind, performance.now() - began]);
    return found;
  };
  return add.call(this, kind, timed, ...how);
};
const later = window.setTimeout;
window.setTimeout = (act, ...rest) => later(() => {
  const began = performance.now();
  act();
  window.tasks.push(["naming", performance.now() - began]);
}, ...rest);
"""
CLOCK = """
let ms = Number(sessionStorage.getItem("ms") ?? 1795000000000);
Date.now = () => ms;
const tell = () => window.workers.forEach((each) => each.postMessage({ ms }));
window.workers = [];
window.goOn = (by) => {
  sessionStorage.setItem("ms", ms += by);
  tell();
};
window.Worker = class extends Worker {
  constructor(...words) {
    super(...words);
    window.workers.push(this);
    tell();
  }
};
"""
"""Sets the clock of a page, which stands until it is told to go on, and that of its worker."""
WORKERS_CLOCK = """
{
  let now = 0;
  Date.now = () => now;
  addEventListener("message", (event) => {
    if (!event.data.ms) return;
    now = event.data.ms;
    event.stopImmediatePropagation();
  });
}
"""
TIMED_GAMES = ("draw=1", "draw=1&clock=no", "game=spider", "game=one-three-back", "game=three-shuffles")
SHARED_TITLE = """return document.querySelector('meta[property="og:title"]').content"""
SHOWN, GAME = "return document.getElementById('clock').textContent", "return document.body.dataset.game"
PILES = """
return Object.fromEntries([...document.querySelectorAll("[data-pile]")].map((pile) => [pile.dataset.pile,
  [...pile.querySelectorAll("[data-face]")].map((card) => [card.style.zIndex, card.dataset.card ?? "??"])
    .sort((a, b) => a[0] - b[0]).map((each) => each[1]).join("")]));
"""


@asynccontextmanager
async def open_evening(database: str) -> AsyncIterator[Evening]:
    """A tournament that nobody has joined yet, with decks for its rounds."""
    async with running(database) as server:
        yield Evening(server, await server.made(EVENING, opened=0), [])


def open_round(there: Running, number: int = 1) -> None:
    there.do(lambda there: there.server.service.hosting.open_round(there.tournament, number))


def join(page: Browser, there: Running, name: str, base: str = "") -> None:
    """Opens the link, types a name and taps."""
    address = base + f"/tournaments/{there.evening.tournament}/play" if base else ""
    page.open((address or there.url("/tournaments/{0}/play")) + "?language=en")
    page.run("document.querySelector('input[name=name]').value = arguments[0]", name)
    page.tap(page.middle("[data-do=join]"))
    page.wait("return document.body.dataset.view === 'lobby'")


def begin(page: Browser, number: int = 1) -> None:
    page.wait("return document.querySelector('[data-do=begin]:not([hidden])')")
    page.tap(page.middle("[data-do=begin]:not([hidden])"))
    dealt(page, f"window.told.slice(-1)[0]?.round === {number}")


def sit_down(page: Browser, there: Running, base: str = "") -> None:
    """Comes to the table of the first round as Mia."""
    join(page, there, "Mia", base)
    open_round(there)
    begin(page)


def dealt(page: Browser, is_so: str = "window.told.length") -> None:
    """Waits until something is so and all cards lie, and nothing moves any more."""
    page.wait(
        f"return {is_so} && document.querySelectorAll('[data-face]').length >= 52 && document.hasFocus()"
        " && document.fonts.status === 'loaded' && document.getAnimations().length === 0"
    )


def piles_told(table: Table) -> dict[str, str]:
    found = dict(pile.split(" ", 1) for pile in table["piles"])
    return {name: "??" * int(cards) if name == "stock" else cards for name, cards in found.items()}


def table_of(page: Browser) -> Table:
    told: Table = page.run("return window.told.slice(-1)[0]")
    return told


POINT = """
const [pile, count] = arguments, within = document.querySelector(`[data-pile=${pile}]`);
const order = (one, other) => one.style.zIndex - other.style.zIndex;
const cards = [...within.querySelectorAll("[data-face]")].sort(order);
if (cards.some((card) => card.getAnimations().length)) return null; // while they fly they are elsewhere
const box = (cards[cards.length - count] ?? within.querySelector(".slot")).getBoundingClientRect();
return [box.left + box.width / 4, box.top + Math.min(box.height, 24) / 2]; // its corner is always seen
"""


def point(page: Browser, piles: dict[str, str], pile: str, count: int = 1) -> tuple[float, float]:
    """Where a finger comes down on a card, or on an empty place."""
    x, y = page.wait(POINT, pile, min(count, max(1, len(piles[pile]) // 2)))
    return x, y


def do(page: Browser, move: str, way: str) -> Table:
    """Makes a legal move by hand, and returns the table that comes of it."""
    before = table_of(page)
    piles = piles_told(before)
    source, _, rest = move.partition(">")
    target, _, count = rest.partition(":")
    start = point(page, piles, source, int(count or 1))
    if move == "stock" or source == target:
        page.tap(start)
    elif way == "drag":
        page.drag(start, point(page, piles, target))
    elif way == "home":
        page.tap(start, count=2)
    else:
        page.tap(start)
        page.wait("return document.querySelector('.picked')")
        page.tap(point(page, piles, target))
    number = "(window.told.slice(-1)[0].number ?? 1e9)"  # some tables are told twice
    page.wait(f"return {number} > {before['number']}")
    assert asked(page)[-1] == move
    return table_of(page)


def stored(page: Browser) -> None:
    """Waits until the page has stored the game, and Chromium’s storage, a process of its own, had a second.

    The next page may have another process, and the two are not told in order.
    """
    page.wait("return Object.values(localStorage).some((each) => each.includes('entries'))")
    page.run("window.storedMs = performance.now()")
    page.wait("return performance.now() > window.storedMs + 1000")


def end(page: Browser) -> None:
    page.tap(page.middle("#tools [data-do=end]"))
    page.wait("return document.querySelector('#ask[open]')")
    page.tap(page.middle("[data-do=really-end]"))
    page.wait("return document.body.dataset.view === 'result'")


def faults_of_what_opens(page: Browser, door: str, table: str) -> list[object]:
    """What axe-core finds at Rush's door, menu, question, result and share, with all opened that opens."""
    page.open(door)
    page.wait("return document.querySelectorAll('#door canvas').length")
    page.run("for (const each of document.querySelectorAll('#door details')) each.open = true")
    found: list[object] = [*page.faults()]
    page.open(table)
    dealt(page)
    while not table_of(page)["score"]:
        told = table_of(page)
        do(page, (told["home"] or [move for move in told["moves"] if move == "stock"])[0], "tap")
    for name in ("menu", "end"):
        page.run(f"document.querySelector('#tools [data-do={name}]').click()")
        page.run("for (const each of document.querySelectorAll('dialog details')) each.open = true")
        page.wait("return document.querySelector('dialog[open]')")
        found += page.faults()
        page.run("document.querySelector('dialog[open]').close()")
    end(page)
    found += page.faults()
    page.run("document.getElementById('share').click()")
    page.wait("return !document.getElementById('square').hidden")
    assert "Can you beat that?" in page.run("return document.getElementById('link').value")
    return found + page.faults()


def time_survives_a_reload(
    page: Browser, address: str, go_on: Callable[[int], None] = lambda _: None
) -> None:
    """Plays to 0:20 by a set clock, which `go_on` moves at a server, and reloads: it is 0:20 again."""
    with page.beforehand(CLOCK):
        page.open(address)
        dealt(page)
        do(page, table_of(page)["moves"][0], "tap")
        go_on(20_400)
        page.run("window.goOn(20_400)")
        page.wait(r"return /\"elapsed\":20\d{3}\D/.test(Object.values(localStorage).join())")
        before = page.run(SHOWN)
        page.driver.refresh()
        dealt(page)
        assert page.run(SHOWN) == before == ("4:40" if "limit=3" in page.run(GAME) else "")
        assert do(page, table_of(page)["moves"][0], "tap")["at"] // 1000 == 20


@contextmanager
def unseen(page: Browser) -> Iterator[None]:
    """Another tab lies over the page, which knows it before the block begins, and is seen again after it."""
    driver = page.driver
    first = driver.current_window_handle
    page.run("open('about:blank')")  # a tab of the page's own can ask it
    driver.switch_to.window(driver.window_handles[-1])
    page.wait("return opener.document.hidden")
    yield
    driver.close()
    driver.switch_to.window(first)
    page.wait("return !document.hidden")


def lies_as_told(page: Browser, table: Table | None = None) -> bool:
    """Whether cards lie where a table has them, the last one if none is given."""
    page.wait("return document.getAnimations().length === 0")
    return bool(page.run(PILES) == piles_told(table or table_of(page)))


def hold(page: Browser, move: str, by: tuple[float, float] = (30, 30)) -> tuple[float, float]:
    """Lifts the cards of a move a little, and returns where they belong."""
    piles, (source, target) = piles_told(table_of(page)), move.partition(":")[0].split(">")
    x, y = point(page, piles, source, int(move.partition(":")[2] or 1))
    page.touch("touchStart", (x, y))
    page.touch("touchMove", (x + by[0], y + by[1]))
    page.wait("return document.querySelector('.held')")
    return point(page, piles, target)


def asked(page: Browser) -> list[str]:
    """The actions that the server was asked for."""
    return [message["action"] for message in page.run("return window.sent") if message["kind"] == "do"]

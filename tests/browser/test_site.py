"""The static site in Chromium: each game to its end by touch, offline too, in the same words as a server."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.browser.practice import LocalPractice
from game.play.game import Game
from game.play.record import read_record
from game.rules.options import options_to_text
from tests.browser.chromium import Browser
from tests.browser.playing import (
    SHARED_TITLE,
    TIMED_GAMES,
    WORKERS_CLOCK,
    dealt,
    do,
    faults_of_what_opens,
    lies_as_told,
    table_of,
    time_survives_a_reload,
)
from tests.browser.sites import Site
from tests.commands import commands, need
from tests.server.evenings import Running
from tools.site.__main__ import runtime
from tools.site.writer import write_site

GOLDEN = Path(__file__).parents[1] / "golden"
LAST = 4
"""So many moves of a game are made by touch; what was played before lies in the page's storage."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site's folder."""
    need("npm")
    folder = tmp_path_factory.mktemp("site")
    write_site(folder, runtime(tmp_path_factory.mktemp("runtime")))
    return folder


@pytest.fixture(scope="module")
def site(built: Path) -> Iterator[Site]:
    found = Site(built)
    yield found
    found.stop()


def before_the_end(name: str) -> tuple[str, int, list[str], list[str]]:
    """A recorded game without a clock: its text, deal, entries but the last, and the moves that end it."""
    record = read_record((GOLDEN / f"{name}.patience").read_bytes())
    variant = record.deal.variant
    game, at = Game(record.deal), 0
    while not (game.is_over or game.is_solved):
        game.enter(record.entries[at])
        at += 1
    moves = [variant.move_to_text(move) for move in game.moves()]
    text = f"{variant.name} {options_to_text(variant)}".rstrip().replace("limit=300", "limit=none")
    kept = [f"{at} {move}" for at, move in enumerate(moves[:-LAST])]
    assert record.deal.number is not None
    return text, record.deal.number, kept, moves[-LAST:]


def play_to_the_end(page: Browser, address: str, name: str) -> dict[str, Any]:
    """Plays the last moves of a recorded game by touch, and returns its last table."""
    text, deal, kept, moves = before_the_end(name)
    practice = json.dumps({"game": text, "deal": deal, "day": "", "entries": kept, "elapsed": 300_000})
    page.run("localStorage.setItem(...arguments)", f"deal {text} {deal}", practice)
    query = "&".join(["game=" + text.replace(" ", "&"), f"deal={deal}", "language=en"])
    page.open(f"{address}?{query}")
    dealt(page)
    for at, move in enumerate(moves):
        do(page, move, ("tap", "drag")[at % 2])
        assert lies_as_told(page)
    page.wait("return document.body.dataset.view === 'result'")
    return table_of(page)


SAVED = """
const [done] = arguments, made = URL.createObjectURL;
URL.createObjectURL = (blob) => {
  blob.text().then(done);
  return made(blob);
};
document.getElementById("save").click();
"""
ENDS = {
    "rush_draw_1_won": "won",
    "spider_suits_1_won": "won",
    "one_three_back_over": "over",
    "three_shuffles_won": "won",
}


@pytest.mark.window
@pytest.mark.timeout(400)
@pytest.mark.parametrize("name", ENDS)
def test_a_game_is_played_to_its_end_by_touch_everywhere(
    page: Browser,
    there: Running,
    site: Site,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
):
    page.open(there.url("/robots.txt"))
    ends = [play_to_the_end(page, there.url("/play"), name)]
    page.tap(page.middle("#share"))
    shared = page.run("return document.getElementById('link').value")
    can_be_beaten = name != "three_shuffles_won"
    assert ("Can you beat that?" in shared, "beat=" in shared) == (can_be_beaten, can_be_beaten)
    page.open(site.url("/about/"))
    ends.append(play_to_the_end(page, site.url("/play/"), name))
    assert page.faults() == []
    saved = tmp_path / "saved.patience"
    saved.write_text(page.driver.execute_async_script(SAVED), "utf-8")
    code, told, _ = commands(capsys)("replay", saved)
    assert (code, ENDS[name] in told) == (0, True), "the program proves the record"
    asked = page.asked()
    assert all(url.startswith((site.url("/"), "blob:")) for url in asked), asked
    page.wait("return navigator.serviceWorker.controller")
    site.stop()
    try:
        ends.append(play_to_the_end(page, site.url("/play/"), name))
    finally:
        site.start()
    assert {ending["ending"]["outcome"] for ending in ends} == {ENDS[name]}
    assert len({str(ending["piles"]) for ending in ends}) == 1


@pytest.mark.window
@pytest.mark.timeout(400)
def test_the_time_of_every_game_survives_a_reload_to_the_second(page: Browser, built: Path, tmp_path: Path):
    timed = tmp_path / "site"
    shutil.copytree(built, timed)
    (worker,) = timed.glob("files/*/worker.js")
    worker.write_text(WORKERS_CLOCK + worker.read_text("utf-8"), "utf-8")
    site = Site(timed)
    for game in TIMED_GAMES:
        time_survives_a_reload(page, site.url(f"/play/?{game}&deal=5&language=en"))
    site.stop()


@pytest.mark.window
@pytest.mark.timeout(240)
@pytest.mark.parametrize("has_memory", [True, False])
def test_who_gets_no_memory_to_start_with_plays_all_the_same_and_is_advised(
    page: Browser, built: Path, tmp_path: Path, has_memory: bool
):
    folder = tmp_path / "site"
    shutil.copytree(built, folder)
    (memory,) = folder.glob("files/*/memory.bin")
    if not has_memory:
        memory.unlink()
    site = Site(folder)
    page.open(site.url("/play/?game=spider&deal=7&beat=900&language=de"))
    dealt(page)
    do(page, table_of(page)["moves"][0], "tap")
    page.run("document.querySelector('#tools [data-do=hint]').click()")
    page.wait("return document.querySelector('#board .hint')")
    assert page.run(SHARED_TITLE).startswith("900 ")
    site.stop()


@pytest.mark.window
@pytest.mark.timeout(240)
def test_all_that_opens_is_without_faults(page: Browser, site: Site):
    for screen in ((360, 740), (1280, 800)):
        page.phone(*screen)
        door, table = (site.url(f"/play/?language=en{more}") for more in ("", "&draw=1&deal=5"))
        assert faults_of_what_opens(page, door, table) == [], screen


TEXTS = [
    "rush draw=1 limit=none",
    "rush draw=3 limit=300",
    "spider suits=2",
    "one-three-back",
    "three-shuffles early=yes",
]
BEGIN = {"kind": "practise", "deal": 7, "entries": [], "language": "en", "day": ""}


def scripted(random: Random) -> tuple[list[str], list[list[str]]]:
    """A game by chance: what its page says, and what it is told here."""
    language = random.choice(["en", "de"])
    begin = {"kind": "practise", "game": random.choice(TEXTS), "deal": random.randrange(10**6), "entries": []}
    said = [json.dumps({**begin, "language": language, "day": ""})]
    local = LocalPractice(count(1_795_000_000_000, 700).__next__)
    told = [local.hear(said[0])]
    for _ in range(40):
        table = json.loads(told[-1][-1])
        if table["kind"] != "table" or table["number"] is None:
            break
        act = {"kind": "do", "round": 1, "number": table["number"]}
        ways: list[dict[str, Any]] = [{**act, "action": random.choice(table["moves"] or ["undo"])}] * 6
        ways += [{**act, "action": "undo"}, {**act, "action": "t1>t2:3"}, {"kind": "record"}]
        ways += [{"kind": "why", "round": 1, "pile": "t2", "count": 2, "place": random.choice([None, "t3"])}]
        said.append(json.dumps(random.choice(ways)))
        told.append(local.hear(said[-1]))
        if json.loads(told[-1][-1])["kind"] != "table":
            said.append(json.dumps({"kind": "look", "round": 1, "language": language}))
            told.append(local.hear(said[-1]))
    return said, told


@pytest.mark.window
@pytest.mark.timeout(600)
def test_games_by_chance_are_told_in_the_same_words_by_the_worker(built: Path):
    need("node")
    archives = [
        str(found) for name in ("memory.bin", "game.zip", "de.zip") for found in built.glob(f"files/*/{name}")
    ]
    (folder,) = built.glob("runtime/*")
    random = Random(44)
    games = [scripted(random) for _ in range(30)]
    hints = [[json.dumps({**BEGIN, "game": game}), '{"kind":"hint"}'] for game in TEXTS]
    lines = "".join([json.dumps(said) + "\n" for said in [*(said for said, _ in games), *hints]])
    command = ["node", str(Path(__file__).parent / "worker_side.mjs"), str(folder), *archives]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[: len(games)] == [told for _, told in games]
    advised = [json.loads(answer[1][-1])["move"] for answer in answers[len(games) :]]
    assert None not in advised, "each game has its hints there"

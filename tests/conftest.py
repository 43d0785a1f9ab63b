"""What all tests share: which are slow, how long one may take, how many examples a property gets.

`pytest` alone is the quick run, `-m "not slow"` the fast part of it, and `.ci/run` has all the others too. A
property is tried on few examples in the quick run, on many where CI is set and properties are asked for
by -m (profile `ci`; the same every time in both), and on very many with `--hypothesis-profile=thorough`.

A test that takes longer than its limit (see pyproject.toml) fails where it stands. What cannot be
failed, because it waits in C or does not let the failure through, is ended some seconds later together
with its process, which tells first what each thread was doing; under xdist another one goes on.
"""

import argparse
import asyncio
import faulthandler
import gc
import inspect
import os
import re
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import engine, providers

from tests.tree import standing

BEFORE = pytest.StashKey[frozenset[str] | None]()
"""What git said of the project before the tests."""
LEFT = pytest.StashKey[list[str]]()
"""What it says besides after them."""
STDERR = pytest.StashKey[int]()
THOROUGH = ("solver", "robots", "tools", "real_window", "browser")
"""Folders of tests that compile searches and run them, or play in real time: long beside what is found."""
DEEP = {
    "": ("cli_crash", "cli_narrate", "cli_streams", "tree"),
    "languages": ("english",),
    "packaging": ("desktop",),
    "server": (
        *("again", "attack", "common_start", "garbage", "hints", "host_changes", "presence", "remarks"),
        *("same_tournament", "seats"),
    ),
    "ui": (
        *("app_start", "contrast", "controller", "crash_page", "daily", "demonstration", "foreign_games"),
        *("giving_up", "hidpi", "narration", "no_folder", "online", "race", "reading", "replay", "signals"),
        *("sound_figures", "standstill", "tournament", "tutorials", "winning_line"),
    ),
}
"""Other modules that are: they start the program as a process, or go through every hour, screen or game."""
SEARCHING = (
    "robots",
    "solver",
    "test_certify.py",
    "test_trials.py",
    "test_cli_certify.py",
    "test_cli_solve.py",
)
"""Folders and modules of searches: one after the other, because two processes would compile the same."""
FIRST = (*SEARCHING, "test_play_page.py", "test_installed.py", "test_site.py")
"""In this order tests begin: of what is tried in real windows the longest."""
MAX_TRIALS = 1_000_000
COMPILING = "game/solver/klondike/solve.py"
"""A module whose example compiles a search."""
SLOW = (
    *THOROUGH,
    "ui",
    "server",
    "test_cli_crash.py",
    "test_cli_streams.py",
    "test_start.py",
    "test_tree.py",
    "test_mutation.py",
)
"""Folders and modules of tests that are not among the fast ones."""
FAST = {
    "ui": (
        *("axes", "canvas", "cursor", "gestures", "grid", "interrupting", "motion", "resume"),
        *("placing", "sounds", "table", "viewport", "winnable"),
    ),
    "server": ("secrets",),
}
"""The modules of these folders that are."""

GAMES = ("rush", "spider", "one-three-back", "three-shuffles")
"""A test of the window that is tried with each of these is quick for one of them, not always the same."""
USUAL_SIZES = {(640, 480), (1280, 800)}
"""What must fit into windows of many sizes is tried in these; in the others it is thorough."""

settings.register_profile("quick", deadline=None, max_examples=8, derandomize="CI" in os.environ)
settings.register_profile("ci", deadline=None, max_examples=40, derandomize=True, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("quick")
engine.MAX_SHRINKING_SECONDS = 20  # a test that shrank longer would be ended by its limit without its example


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs a command in this process: exit code, what it printed, what it complained about."""
    from tests.commands import commands  # which loads the program

    return commands(capsys)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of whoever calls a command; nothing is there yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "Patience Arcade"


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file and returns its path."""
    from tests.commands import files_in

    return files_in(tmp_path)


def _trials(text: str) -> range:
    try:
        found = range(*map(int, text.split(":", 1)))
    except ValueError:
        found = range(0)
    if not 0 < found.stop - found.start <= MAX_TRIALS:
        raise argparse.ArgumentTypeError(f"{text} is not from one to a million tries, as 500 or 417:418")
    return found


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regolden",
        action="store_true",
        help="write what the golden records prove now as what they are expected to prove",
    )
    parser.addoption(
        "--trials",
        type=_trials,
        default="1",
        help="how often each search at random is tried, or which of its tries: `500`, `417:418`",
    )
    parser.addini("grace", "seconds that a test may take to fail once its time is up", default="15")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A search at random, a test that takes its `trial`, is made anew with each number."""
    if "trial" in metafunc.fixturenames:
        metafunc.parametrize("trial", metafunc.config.getoption("trials"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Does not even read the folders of which no test is wanted."""
    is_thorough = _is_deep(collection_path)
    is_wanted = not {"not thorough", "not slow"} & {*re.findall(r"not \w+", config.option.markexpr)}
    return True if is_thorough and not is_wanted else None


Found = list[pytest.Collector]


class Examples:
    """Leaves out doctests of what has none: to search all modules takes as long as to collect the tests."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, Found, Found]:
        found = yield
        has_examples = file_path.suffix == ".py" and ">>> " in file_path.read_text(encoding="utf-8")
        return [part for part in found if has_examples or type(part) is pytest.Module]


@cache
def _is_deep(path: Path) -> bool:
    """Whether all tests of a folder or a module are thorough."""
    tests = Path(__file__).parent
    if tests not in path.parents:
        return False
    parts = path.relative_to(tests).parts
    above, name = "/".join(parts[:-1]), path.stem.removeprefix("test_")
    return parts[0] in THOROUGH or name in DEEP.get(above, ())


def pytest_collection(session: pytest.Session) -> None:
    """Has every other process read the tests from behind: what one has rewritten is there for the others."""
    config = session.config
    if os.environ.get("PYTEST_XDIST_WORKER", "gw0")[-1] in "02468":
        return
    asked = {config.rootpath / argument.partition("::")[0] for argument in config.args}
    for path in sorted(Path(__file__).parent.rglob("test_*.py"), reverse=True):
        above = {path, *path.parents}
        if above & asked and not any(pytest_ignore_collect(folder, config) for folder in above):
            import_module(".".join(path.relative_to(config.rootpath).with_suffix("").parts))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Gives each process tests that stand together: they share what their modules have made."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.option.dist == "load" else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what takes long, and what tries games at random."""
    tests, of_other_games = Path(__file__).parent, _of_other_games(items)
    items.sort(key=lambda item: next((i for i, part in enumerate(FIRST) if part in item.path.parts), 99))
    for item in items:
        if item.nodeid.startswith(COMPILING):
            item.add_marker(pytest.mark.thorough)
            item.add_marker(pytest.mark.slow)
        if tests not in item.path.parents:
            continue
        if {*SEARCHING} & {*item.path.parts}:
            item.add_marker(pytest.mark.timeout(300))  # to compile them takes a slow machine minutes
        if _is_deep(item.path) or _has_an_unusual_size(item) or item in of_other_games:
            item.add_marker(pytest.mark.thorough)
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.property)
        if not _is_fast(item.path) or any(item.iter_markers("thorough")):
            item.add_marker(pytest.mark.slow)


@cache
def _is_fast(path: Path) -> bool:
    """Whether the tests of a module are among the fast ones, but for those that are thorough."""
    folder = path.relative_to(Path(__file__).parent).parts[0]
    return folder not in SLOW or path.stem.removeprefix("test_") in FAST.get(folder, ())


def _has_an_unusual_size(item: pytest.Item) -> bool:
    """Whether a test is for one of several sizes of a window, and others of them are usual."""
    given = getattr(item, "callspec", None)
    size = None if given is None else given.params.get("size")
    return isinstance(size, tuple) and size not in USUAL_SIZES and item.path.parent.name == "ui"


def _of_other_games(items: list[pytest.Item]) -> set[pytest.Item]:
    """The tests of the window that are also there for another game, which is their usual one."""
    tests = defaultdict[str, dict[str, list[pytest.Item]]](lambda: defaultdict(list))
    for item in items:
        name, given = item.path.stem.removeprefix("test_"), getattr(item, "callspec", None)
        if item.path.parent.name == "ui" and name not in FAST["ui"] and given is not None:
            said = [str(value).replace("_", "-") for value in given.params.values()]
            for game in [game for game in GAMES if any(value.startswith(game) for value in said)]:
                tests[item.nodeid.partition("[")[0]][game].append(item)
    others = set[pytest.Item]()
    for name, games in tests.items():
        usual = list(games)[crc32(name.encode()) % len(games)]
        others |= {item for game, mine in games.items() if game != usual for item in mine}
    return others


def pytest_collection_finish() -> None:
    """Leaves the tests themselves, a million objects, out of every search for garbage."""
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    is_wanted = os.environ.get("CI") and "property" in config.option.markexpr
    if is_wanted and not config.getoption("--hypothesis-profile", None):
        settings.load_profile("ci")
    config.pluginmanager.register(Examples())
    gc.disable()  # until the tests are collected: nothing of them is garbage
    if settings.get_current_profile_name() == "quick":  # to read all modules for their numbers takes seconds
        providers.is_local_module_file = cache(lambda _: False)  # type: ignore[attr-defined]
    config.stash[STDERR] = os.dup(2)  # what a test prints goes elsewhere, and would be lost with the process


def pytest_sessionstart(session: pytest.Session) -> None:
    """Looks at the project's files, once however many processes there are."""
    if not hasattr(session.config, "workerinput"):
        session.config.stash[BEFORE] = standing(session.config.rootpath)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails when the tests have written into the project."""
    config = session.config
    before = config.stash.get(BEFORE, None)
    after = None if before is None or config.option.regolden else standing(config.rootpath)
    config.stash[LEFT] = [] if before is None or after is None else sorted(after - before)
    if config.stash[LEFT] and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Names what they have written."""
    for line in config.stash.get(LEFT, []):
        terminalreporter.write_line(f"The tests have changed the project, or somebody has meanwhile: {line}")


def pytest_unconfigure(config: pytest.Config) -> None:
    os.close(config.stash[STDERR])


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> None:
    """Watches over the watchdog: a signal reaches no test that hangs in C."""
    latest_s = settings.timeout + float(item.config.getini("grace"))
    faulthandler.dump_traceback_later(latest_s, exit=True, file=item.config.stash[STDERR])


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test that is a coroutine, inside those of its fixtures that are asynchronous contexts."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None

    async def within() -> None:
        async with AsyncExitStack() as stack:
            given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
            for name, value in given.items():
                if isinstance(value, AbstractAsyncContextManager):
                    given[name] = await stack.enter_async_context(value)
            await pyfuncitem.obj(**given)

    asyncio.run(within())
    return True


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol() -> Iterator[None]:
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()

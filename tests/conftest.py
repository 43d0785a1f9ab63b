"""What all tests share: how long one may take, how many examples a property gets, the golden games' option.

`pytest` alone is the quick run; the profile `ci`, taken where CI is set, tries the same examples every
time, `--hypothesis-profile=thorough` many more.

A test that takes longer than its limit (see pyproject.toml) fails where it stands. What cannot be
failed, because it waits in C or does not let the failure through, is ended some seconds later together
with its process, which tells first what each thread was doing; under xdist another one goes on.
"""

import faulthandler
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

STDERR = pytest.StashKey[int]()
SEARCHES = ("solver", "robots", "tools")
"""Folders of tests that compile searches and run them, which takes long beside what is found."""

settings.register_profile("quick", deadline=None, max_examples=40)
settings.register_profile("ci", deadline=None, max_examples=40, derandomize=True, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("ci" if os.environ.get("CI") else "quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regolden",
        action="store_true",
        help="write what the golden records prove now as what they are expected to prove",
    )
    parser.addini("grace", "seconds that a test may take to fail once its time is up", default="15")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks as slow what runs searches; `.ci/run` has it run all the same."""
    folders = [Path(__file__).parent / name for name in SEARCHES]
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in folders):
            item.add_marker(pytest.mark.slow)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[STDERR] = os.dup(2)  # what a test prints goes elsewhere, and would be lost with the process


def pytest_unconfigure(config: pytest.Config) -> None:
    os.close(config.stash[STDERR])


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> None:
    """Watches over the watchdog: a signal reaches no test that hangs in C."""
    latest_s = settings.timeout + float(item.config.getini("grace"))
    faulthandler.dump_traceback_later(latest_s, exit=True, file=item.config.stash[STDERR])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol() -> Iterator[None]:
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()

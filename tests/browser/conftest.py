"""A real browser for the run, without a window, and a table server for each module, on the loopback."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import AXE, Browser, started
from tests.browser.playing import SPY, open_evening
from tests.commands import missing, need
from tests.server.evenings import Running


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A Chromium with an empty profile."""
    need("chromium", "chromedriver")
    if not AXE.exists():
        missing("node_modules/axe-core (npm install --no-save axe-core@4.11.0)")
    with started(tmp_path_factory.mktemp("chromium")) as found:
        yield found


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """An evening that is being played."""
    with Running(tmp_path_factory.mktemp("evening")) as found:
        yield found


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Running]:
    with Running(tmp_path, open_evening) as found:
        yield found


@pytest.fixture
def page(browser: Browser) -> Iterator[Browser]:
    """A browser on a phone that notes what it is told and says; nothing is left of it."""
    browser.phone(390, 844)
    with browser.beforehand(SPY):
        browser.said()
        yield browser
        browser.run("try { localStorage.clear(); } catch { /* an empty page has none */ }")
    browser.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    browser.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})
    browser.driver.get("about:blank")

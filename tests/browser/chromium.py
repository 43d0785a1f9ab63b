"""A Chromium that is driven by selenium: what it is shown, says and asks the network for.

Knows the browser; must not know the pages.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
WAIT_S = 60
"""How long something is waited for that is certain to come, on however busy a machine."""
FLAGS = (
    *("headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run"),
    *("disable-background-networking", "disable-component-update", "disable-sync"),
)


class Browser:
    """One page at a time."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def size(self, width: int, height: int) -> None:
        """As on a phone, or on a desk."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def phone(self, width: int, height: int) -> None:
        """As on a device that is touched."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def touch(self, kind: str, *points: tuple[float, float], at_s: float | None = None) -> None:
        """A real event of fingers: `touchStart`, `touchMove`, `touchEnd` or `touchCancel`.

        `at_s` is its time by the fingers' own clock, however long a busy machine takes for it.
        """
        if kind == "touchStart":  # what was to be drawn is drawn
            self.driver.execute_async_script(
                "const done = arguments[0]; requestAnimationFrame(() => setTimeout(done))"
            )
        touched = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        clock = {} if at_s is None else {"timestamp": at_s}
        self.driver.execute_cdp_cmd(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched, **clock}
        )

    def tap(self, at: tuple[float, float], count: int = 1) -> None:
        """A finger comes and goes quickly."""
        now_s = time.time()
        for turn in range(count):
            self.touch("touchStart", at, at_s=now_s + turn / 10)
            self.touch("touchEnd", at_s=now_s + turn / 10 + 0.05)

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 4) -> None:
        """A finger goes from one point to another."""
        self.touch("touchStart", start)
        (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
        for step in range(1, steps + 1):
            self.touch("touchMove", (x + dx * step / steps, y + dy * step / steps))
        self.touch("touchEnd")

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of an element, as far as it is seen, of several the last."""
        script = """
            const all = [...document.querySelectorAll(arguments[0])];
            const found = all[all.length - 1].getBoundingClientRect();
            return [found.left + found.width / 2, found.top + Math.min(found.height, 24) / 2];
        """
        x, y = self.run(script, selector)
        return x, y

    def own_storage(self) -> str:
        """Opens a tab that shares nothing with others, as on another device; returns its handle."""
        from websockets.sync.client import connect

        at = self.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        told = json.load(urlopen(f"http://{at}/json/version"))
        with connect(told["webSocketDebuggerUrl"]) as socket:

            def ask(method: str, **given: str) -> dict[str, str]:
                socket.send(json.dumps({"id": 1, "method": method, "params": given}))
                while "id" not in (heard := json.loads(socket.recv())):
                    pass
                return dict(heard["result"])

            made = ask("Target.createTarget", url="about:blank", **ask("Target.createBrowserContext"))
        return made["targetId"]

    def scripts(self, are_on: bool) -> None:
        """With JavaScript or without; the tests' own are no part of it."""
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not are_on})

    @contextmanager
    def beforehand(self, source: str) -> Iterator[None]:
        """Runs a script before those of each page of the present tab."""
        script = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        try:
            yield
        finally:
            self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)

    def open(self, url: str) -> None:
        """Shows a page; what was said before is forgotten."""
        self.said()
        self.asked()
        self.driver.get(url)

    def run(self, script: str, *given: Any) -> Any:
        """What a script returns."""
        return self.driver.execute_script(script, *given)

    def wait(self, script: str, *given: Any) -> Any:
        """Waits until a script returns something true, and returns it."""
        from selenium.webdriver.support.ui import WebDriverWait

        return WebDriverWait(self.driver, WAIT_S, 0.05).until(lambda _: self.run(script, *given))

    def press(self, *keys: str) -> None:
        """Presses keys, wherever the focus is."""
        from selenium.webdriver.common.action_chains import ActionChains

        chain = ActionChains(self.driver)
        for key in keys:
            chain.send_keys(key)
        chain.perform()

    def said(self) -> list[str]:
        """What the console has said since it was last asked: errors, and what the policy forbids."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def asked(self) -> dict[str, int]:
        """What was asked of the network since, and how many bytes of a body came."""
        urls: dict[str, str] = {}
        found: dict[str, int] = {}
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            parts = message["params"]
            if message["method"] == "Network.requestWillBeSent":
                urls[parts["requestId"]] = parts["request"]["url"]
                found.setdefault(parts["request"]["url"], 0)
            elif message["method"] == "Network.dataReceived" and parts["requestId"] in urls:
                found[urls[parts["requestId"]]] += parts["dataLength"]
        return found

    def faults(self) -> list[tuple[str, list[str]]]:
        """Accessibility faults that axe-core finds in a page."""
        self.run(AXE.read_text("utf-8"))
        asks = "axe.run(document).then(arguments[arguments.length - 1])"
        found = self.driver.execute_async_script(asks)["violations"]
        return [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in found]


@contextmanager
def started(profile: Path) -> Iterator[Browser]:
    """A browser with an empty profile, ended with the block."""
    from selenium.webdriver import Chrome, ChromeOptions
    from selenium.webdriver.chrome.service import Service

    options = ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for flag in (*FLAGS, f"user-data-dir={profile}"):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    found = Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        found.set_page_load_timeout(60)
        found.set_script_timeout(60)
        yield Browser(found)
    finally:
        found.quit()

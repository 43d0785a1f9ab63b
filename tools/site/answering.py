"""What a page's worker asks of Python: texts of messages, several as lines of one text."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.browser.practice import LocalPractice


def answering() -> tuple[Callable[[str], str], Callable[[], str | None]]:
    """Returns who hears a message, and who thinks about a hint; None when there is nothing to think about."""
    local = LocalPractice(lambda: time.time_ns() // 1_000_000)

    def hear(text: str) -> str:
        return "\n".join(local.hear(text))

    def think() -> str | None:
        told = local.think()
        return None if told is None else "\n".join(told)

    return hear, think

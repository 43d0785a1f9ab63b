"""The examples of docs/API.md about the table server, by the word behind the fence."""

import re
from pathlib import Path

API = (Path(__file__).parents[2] / "docs" / "API.md").read_text("utf-8")


def example(word: str) -> str:
    """The text of the one fence with this word."""
    (found,) = re.findall(rf"^```(?:json )?{word}\n(.*?)^```$", API, re.MULTILINE | re.DOTALL)
    return str(found)


def codes() -> set[str]:
    """Every code of the table of refusals, and those of a check."""
    table = API.split("| code | why |", 1)[1].split("\n\n", 1)[0]
    return set(
        re.findall(
            r"`([a-z_]+)`", "\n".join(line.split("|")[1] for line in table.split("\n") if line.count("|") > 2)
        )
    )

"""A harder look at the deals of Rush that the catalogue offers, and what it finds withdrawn from it.

    python -m tools.withdrawn LOOKED --draw 3 --width 2000     looks at each deal offered
    python -m tools.withdrawn LOOKED --draw 3 --since DAY      withdraws what was found, from a day on

A deal is found that has a tie at which the leftmost choice loses and another wins, among so many positions
of each depth. LOOKED grows by a line for every 64 deals, `<first> 64 <width> <deals found …>`, and the same
command goes on with it; a wider look skips what was found before. With a width of 300 a deal takes 10 ms of
a processor, with 2,000 it takes 60. Days before `--since` keep their deals (docs/FORMATS.md).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date
from pathlib import Path
from zlib import crc32

from game.solver.answer import Budget
from game.solver.catalogue import PROMISES, Catalogue, CatalogueError, read_catalogue, read_head
from game.solver.klondike.offered import Pack, Tries, tried

DEALS = Path(__file__).parents[1] / "assets" / "deals"
CHUNK = 64
NUMBERS = 1 << 15
"""Deals from number 0 on that the catalogue tells about."""


def withdrawn_bytes(data: bytes, numbers: Collection[int], since: date) -> bytes:
    """A file of version 2 or 3 as one of version 3 in which these deals are not offered from a day on.

    Raises:
        CatalogueError: it is no such file, or something was withdrawn on that day or later.
    """
    head = read_head(data)
    if head is None or head.version == 1 or any(day >= since for day in head.withdrawn):
        raise CatalogueError(f"nothing can be withdrawn from this on {since}")
    gone = sum(1 << number for number in numbers if number < head.deals)
    told = data[head.size :] + gone.to_bytes(-(-head.deals // 8), "little")
    days = "".join(f"withdrawn {day.isoformat()}\n" for day in (*head.withdrawn, since))
    lines = f"patience-catalogue 3\nvariant rush draw={head.draw}\ncount {head.deals}\n{PROMISES}{days}"
    return f"{lines}check {crc32(told):08x}\n\n".encode() + told


class Looked:
    """Record of what was looked at so far; one file, a line at a time."""

    def __init__(self, path: Path) -> None:
        """A last line that was not written whole says nothing."""
        self._path = path
        self.found: set[int] = set()
        self._widths: dict[int, int] = {}
        text = path.read_text("ascii") if path.exists() else ""
        for line in text[: text.rfind("\n") + 1].splitlines():
            self._take(*map(int, line.split()))
        if not text.endswith("\n"):
            path.write_text(text[: text.rfind("\n") + 1], "ascii")

    def _take(self, first: int, _: int, width: int, *found: int) -> None:
        self.found.update(found)
        self._widths[first] = max(width, self._widths.get(first, 0))

    def left(self, width: int) -> Iterator[int]:
        """The first of each 64 deals that are not looked at so widely."""
        return (first for first in range(0, NUMBERS, CHUNK) if self._widths.get(first, 0) < width)

    def add(self, first: int, width: int, found: Sequence[int]) -> None:
        """Notes what was found among 64 deals."""
        with self._path.open("a", encoding="ascii") as file:
            file.write(" ".join(map(str, (first, CHUNK, width, *found))) + "\n")
        self._take(first, CHUNK, width, *found)


def look(looked: Looked, catalogue: Catalogue, draw: int, width: int, say: Callable[[str], None]) -> None:
    """Looks at what is offered and was not found before."""
    budget = Budget()
    for first in looked.left(width):
        deals = [
            number
            for number in range(first, first + CHUNK)
            if catalogue.after(draw, number - 1) == number and number not in looked.found
        ]
        packs = [Pack.numbered(number) for number in deals]
        kept = tried(draw, packs, Tries(0, 0, 0, 0, width), budget, is_known=True)
        looked.add(
            first,
            width,
            [deal for deal, result in zip(deals, kept, strict=True) if result.difficulty is None],
        )
        say(f"draw {draw}, width {width}: {first + CHUNK} of {NUMBERS}, {len(looked.found)} found")


def _say(line: str) -> None:
    print(line, flush=True)


def main(words: Sequence[str] | None = None) -> None:
    """Does what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.withdrawn", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("looked", type=Path, help="the file of what was looked at so far")
    parser.add_argument("--draw", type=int, choices=(1, 3), required=True)
    parser.add_argument("--width", type=int, help="positions of each depth")
    parser.add_argument("--since", type=date.fromisoformat, help="withdraw what was found, from this day on")
    parser.add_argument("--deals", type=Path, default=DEALS, help="the folder of the catalogue")
    chosen = parser.parse_args(words)
    looked = Looked(chosen.looked)
    if chosen.width is not None:
        look(looked, read_catalogue(chosen.deals), chosen.draw, chosen.width, _say)
    if chosen.since is not None:
        path = chosen.deals / f"rush-draw-{chosen.draw}.bits"
        path.write_bytes(withdrawn_bytes(path.read_bytes(), looked.found, chosen.since))


if __name__ == "__main__":
    main()

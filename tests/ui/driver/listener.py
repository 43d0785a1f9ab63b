"""A player who does not see the window: presses keys, and knows nothing but the lines that are narrated.

Nothing here may look at the table or its game: what is not heard is not known.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Spot(NamedTuple):
    """What was heard of the place of the cursor: `column 5: 7 of hearts on four face down`."""

    pile: str
    card: str  # the one that the cursor stands on, or nothing
    rest: str  # what else was heard of it

    @property
    def hides(self) -> bool:
        """Whether the card is on a face-down one."""
        return re.fullmatch(r" on \w+ face down", self.rest) is not None


class Listener:
    """Plays by ear."""

    def __init__(self, press: Callable[[str], None], wait: Callable[[], None], narrated: list[str]) -> None:
        """`press` presses a key by its name, `wait` waits until nothing moves; `narrated` grows by lines."""
        self._press, self._wait, self._narrated = press, wait, narrated
        self._heard = len(narrated)
        self.last: list[str] = []
        """What was heard after the last key."""

    def press(self, *keys: str) -> list[str]:
        """Presses keys; returns the lines that were heard after the last of them."""
        for key in keys:
            self._press(key)
            self.listen()
        return self.last

    def act(self, key: str) -> list[str]:
        """Presses a key that moves cards; returns all that was heard until they lie."""
        self._press(key)
        self._wait()
        return self.listen()

    def listen(self) -> list[str]:
        """The lines since it listened last."""
        self.last = self._narrated[self._heard :]
        self._heard = len(self._narrated)
        return self.last

    def has_heard(self, words: str) -> bool:
        """Whether any line so far, since the very first, holds these words."""
        return any(words in line for line in self._narrated)

    # The cursor ----------------------------------------------------------------------------------

    def here(self) -> Spot | None:
        """The cursor's place, as heard after the last key."""
        for line in reversed(self.last):
            found = re.fullmatch(r"([^:;,]+): (empty|\w+ of \w+|\w+ cards?|.+?)((?: on| beneath|,).*)?", line)
            if found is not None:
                return Spot(found[1], "" if found[2] == "empty" else found[2], found[3] or "")
        return None

    def around(self) -> Iterator[Spot]:
        """Goes through what Tab leads to, once around."""
        seen: set[Spot] = set()
        while True:
            self.press("tab")
            spot = self.here()
            if spot is None or spot in seen:
                return
            seen.add(spot)
            yield spot

    def find(self, pile: str, card: str = "") -> Spot:
        """Goes to a pile that can be played, and there to a card if one is named."""
        for spot in self.around():
            for _ in range(13):  # Tab leads to the most that can be played of a pile, Down to less
                if spot.pile != pile or card in ("", spot.card) or not pile.startswith("column"):
                    break
                self.press("down")
                spot = self.here() or spot
            if spot.pile == pile and card in ("", spot.card):
                return spot
        raise AssertionError(f"{card} in {pile} was not found by ear")

    # Moves ---------------------------------------------------------------------------------------

    def pick_up(self) -> list[str]:
        """Picks up the cards at the cursor; returns their targets, as heard."""
        for line in self.press("space"):
            found = re.fullmatch(r".+ picked up: goes (.+)", line)
            if found is not None:
                return re.split(r", | or (?=onto|to the|home)", found[1])
        return []

    def put(self, place: str) -> None:
        """Puts the cards picked up on one of their targets: `home`, `onto 9 of clubs in fan 3`."""
        for spot in self.around():
            is_home = spot.pile.startswith(("the foundation", "place"))
            if is_home if place == "home" else place.endswith(f" {spot.pile}"):
                self.act("space")
                return
        raise AssertionError(f"Tab does not lead to {place}")

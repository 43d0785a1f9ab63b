"""Who takes part: a name, and whether it is a person's or a robot's.

Knows how names are written and when two are the same; must not know what anybody played.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

MOST_LETTERS = 24
PERSON = "person"
_KIND = re.compile(r"person|robot [a-z]{1,16}", re.ASCII)


class PlayerError(ValueError):
    """A name or a kind that no player has; the text is a sentence."""


def tidied(text: str) -> str:
    """What was typed as a name: composed letters, no space at its ends, one between words."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def name_refusal(name: str, most: int = MOST_LETTERS) -> str | None:
    """Why nobody can be called so, as a sentence, or None."""
    if not name:
        return "A name has at least one letter."
    if len(name) > most:
        return f"A name has at most {most} letters."
    if not name.isprintable() or "," in name:
        return "A name is made of letters that can be seen, without commas."
    if name != tidied(name):
        return "A name has no spaces at its ends and no two in a row."
    return None


@dataclass(frozen=True)
class Player:
    """A name and a kind: `person`, or `robot` with its strength in one word, as `robot strong`.

    Raises:
        PlayerError: nobody can be called so, or there is no such kind.
    """

    name: str
    kind: str = PERSON

    def __post_init__(self) -> None:
        refusal = name_refusal(self.name)
        if refusal is not None:
            raise PlayerError(refusal)
        if not _KIND.fullmatch(self.kind):
            raise PlayerError(f"“{self.kind[:40]}” is no kind of player.")

    @property
    def key(self) -> str:
        """The same for names that the eye takes for one: `Anna` and `ANNA`."""
        return unicodedata.normalize("NFKC", self.name).casefold()

    @property
    def strength(self) -> str | None:
        """A robot's strength; None for a person."""
        return self.kind.removeprefix("robot ") if self.is_robot else None

    @property
    def is_robot(self) -> bool:
        """Whether a program plays."""
        return self.kind != PERSON

    @property
    def label(self) -> str:
        """The name as it is shown everywhere; a robot is called one."""
        return f"{self.name} (robot)" if self.is_robot else self.name


def player_to_text(player: Player) -> str:
    """A player in one line: `person Anna`, `robot strong Ruby`."""
    return f"{player.kind} {player.name}"


def player_from_text(text: str) -> Player:
    """The player that a line tells of.

    >>> player_from_text("robot strong Ruby").label
    'Ruby (robot)'

    Raises:
        PlayerError: it tells of none.
    """
    kind, _, name = text.partition(" ")
    if kind == "robot":
        strength, _, name = name.partition(" ")
        kind = f"robot {strength}"
    return Player(name, kind)


def players_from_text(text: str) -> tuple[Player, ...]:
    """The persons whose names were typed with commas between them.

    >>> [player.name for player in players_from_text("Anna,  Ben ,")]
    ['Anna', 'Ben']

    Raises:
        PlayerError: a name cannot be, or comes twice.
    """
    players = tuple(Player(tidied(part)) for part in text.split(",") if part.strip())
    check_different(players)
    return players


def check_different(players: tuple[Player, ...]) -> None:
    """Makes sure that every name stands once.

    Raises:
        PlayerError: one comes twice.
    """
    seen: set[str] = set()
    for player in players:
        if player.key in seen:
            raise PlayerError(f"The name {player.name} comes twice.")
        seen.add(player.key)

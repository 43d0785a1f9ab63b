"""Who takes part: a name, and whether it is a person's or a robot's.

Knows kinds and their text; must not know what a name may be, nor what anybody played.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from game.message import Message, msg, verbatim
from game.tournament.names import RefusalError, is_like_a_robot, looks, name_refusal, tidied

PERSON = "person"
_KIND = re.compile(r"person|robot [a-z]{1,16}", re.ASCII)


class PlayerError(RefusalError):
    """A name or a kind that no player has; the text is a sentence."""


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
            raise PlayerError.because(refusal)
        if not _KIND.fullmatch(self.kind):
            raise PlayerError.because(msg("“{text}” is no kind of player", text=self.kind[:40]))
        if not self.is_robot and is_like_a_robot(self.name):
            raise PlayerError.because(msg("only a robot is called “(robot)”"))

    @cached_property
    def looks(self) -> tuple[str, str]:
        """The ways in which the name looks; see `names.looks`."""
        return looks(self.name)

    def is_like(self, other: Player) -> bool:
        """Whether the eye takes the names for one: `Anna` and `ANNA`, `Ian` and `lan`."""
        return any(mine == theirs for mine, theirs in zip(self.looks, other.looks, strict=True))

    @property
    def strength(self) -> str | None:
        """A robot's strength; None for a person."""
        return self.kind.removeprefix("robot ") if self.is_robot else None

    @property
    def is_robot(self) -> bool:
        """Whether a program plays."""
        return self.kind != PERSON

    @property
    def label(self) -> Message:
        """The name as it is shown everywhere; a robot is called one."""
        return msg("{name} (robot)", name=self.name) if self.is_robot else verbatim(self.name)


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
        PlayerError: one comes twice, or two look the same.
    """
    for index, player in enumerate(players):
        for other in players[:index]:
            if player.is_like(other):
                if player.name.casefold() == other.name.casefold():
                    raise PlayerError.because(msg("the name {name} comes twice", name=player.name))
                raise PlayerError.because(
                    msg("the names {first} and {last} look the same", first=other.name, last=player.name)
                )

"""A game as the replay of a page shows it: every step with its time, words, score and the piles that changed.

Knows records and replays; must not know pages. It is worked out here, so that a browser needs no rules.
"""

from __future__ import annotations

import json
from typing import Any

from game.play.pile_words import pile_name
from game.play.record import read_record
from game.play.replay import Replay
from game.rules.position import Pile


def steps_of(record: str) -> bytes:
    """The steps of a record as JSON; cards as in a deck, in small letters where they lie face down.

    Raises:
        FileError: the text is no record.
    """
    replay = Replay(read_record(record.encode()))
    found: list[dict[str, Any]] = []
    before: tuple[Pile, ...] = ()
    for number in range(replay.last + 1):
        position = replay.position(number)
        changed = {
            str(pile): _cards(cards)
            for pile, cards in enumerate(position.piles)
            if not number or cards != before[pile]
        }
        before = position.piles
        found.append(
            {
                "at": replay.times_ms[number],
                "score": replay.variant.score(position) or 0,
                "home": replay.variant.home(position),
                "words": replay.words(number),
                "piles": changed,
            }
        )
    names = [pile_name(replay.variant, pile) for pile in range(len(before))]
    return json.dumps({"names": names, "steps": found}, ensure_ascii=False, separators=(",", ":")).encode()


def _cards(pile: Pile) -> str:
    """The cards of a pile, the lowest first: `khTS` is the king of hearts face down and the ten of spades."""
    return "".join([card.text if card.face_up else card.up.text.lower() for card in pile])

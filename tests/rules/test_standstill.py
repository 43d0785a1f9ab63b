"""Rush: what is said when nothing that is left changes anything, and only then."""

import pytest

from game.rules import find_variant

RUSH = find_variant("rush", ["draw=1"])
HAND_ONLY = "Only the stock can still be turned, and that changes nothing."


@pytest.mark.parametrize(
    ("piles", "sentence"),
    [
        # Nothing can be moved at all.
        ("pile t1 (2C) 3H\npile t2 (2D) 5S", "No move is left."),
        # The hand holds cards that were seen, and none of them fits.
        ("pile stock (9C) (9D)\npile t1 (2C) 3H\npile t2 (2D) 5S\ntally passes=1", HAND_ONLY),
        # They have not been seen.
        ("pile stock (9C) (9D)\npile t1 (2C) 3H\npile t2 (2D) 5S", None),
        # One of them fits when it is turned.
        ("pile stock (9C) (4H)\npile t1 (2C) 3H\npile t2 (2D) 5S\ntally passes=1", None),
        # A card can come back from home.
        ("pile f1 AC 2C\npile t1 (2S) 3H\npile t2 (2D) 5S", None),
        # A king may be carried about.
        (
            "pile stock (9C) (9D)\npile t1 KH\npile t2 (2D) 5S\ntally passes=1",
            "Only the stock can still be turned and a king moved to another space, and that changes nothing.",
        ),
        ("pile t1 KH\npile t2 (2D) 5S", "A king can be moved to another space, but that changes nothing."),
    ],
)
def test_a_standstill_is_said_exactly_when_it_is_one(piles, sentence):
    assert RUSH.standstill(RUSH.position_from_text(piles)) == sentence

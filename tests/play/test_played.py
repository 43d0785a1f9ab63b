"""Who played, as a record tells it."""

import pytest

from game.play.played import who_played


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ({}, ""),
        ({"player": " Anna "}, "Anna"),
        ({"player": "Cog", "robot": "regular"}, "Cog (robot, regular)"),
        ({"robot": "master"}, "master robot"),
        ({"player": "Cog", "robot": ""}, "Cog (robot)"),
        ({"robot": ""}, "robot"),
    ],
)
def test_a_robot_is_always_called_one(tags, words):
    assert who_played(tags) == words

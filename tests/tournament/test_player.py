"""Players: names, kinds, and when two names are one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.tournament.player import Player, PlayerError, player_from_text, player_to_text, players_from_text


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        *(("person Anna", "Anna", "person"), ("person Anna Maria", "Anna Maria", "person")),
        *(("robot strong Ruby", "Ruby", "robot strong"), ("person robot", "robot", "person")),
    ],
)
def test_a_player_in_a_line(text, name, kind):
    player = player_from_text(text)
    assert (player.name, player.kind) == (name, kind)
    assert player_to_text(player) == text


@pytest.mark.thorough  # Hypothesis looks through all of Unicode first
@given(st.text(max_size=30), st.sampled_from(["person", "robot weak", "robot strong"]))
def test_whoever_can_be_called_so_comes_back_from_the_text(name, kind):
    try:
        player = Player(name, kind)
    except PlayerError:
        return
    assert player_from_text(player_to_text(player)) == player
    assert 1 <= len(name) <= 24
    assert name.isprintable()


@pytest.mark.parametrize(
    "text",
    [
        *("", "person", "person ", "person  Anna", "person Anna ", "person A\u200bnna", "person A\tB"),
        *("person " + "a" * 25, "robot Ruby", "robot STRONG Ruby", "robot  Ruby", "alien strong X"),
        *("person Anna, Ben", "person A\u0308nna", "Person Anna", "person Anna\u202e"),
    ],
)
def test_a_line_that_tells_of_nobody(text):
    with pytest.raises(PlayerError):
        player_from_text(text)


def test_a_robot_is_called_one():
    assert Player("Ruby", "robot strong").label == "Ruby (robot)"
    assert Player("Ruby", "robot strong").strength == "strong"
    assert Player("Anna").label == "Anna"
    assert Player("Anna").strength is None


def test_names_that_were_typed():
    assert [each.name for each in players_from_text(" Anna , Ben  Ali,, Clara,")] == [
        "Anna",
        "Ben Ali",
        "Clara",
    ]
    assert players_from_text(" , ") == ()


@pytest.mark.parametrize("text", ["Anna, anna", "Anna, " + "b" * 25, "A\x00"])
def test_names_that_cannot_be(text):
    with pytest.raises(PlayerError):
        players_from_text(text)

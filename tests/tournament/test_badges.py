from hypothesis import given
from hypothesis import strategies as st

from game.tournament.player import COLOURS, Badge, badges

NAMES = st.lists(st.text("ABaÅ王ש🦊", min_size=1, max_size=3), unique=True)


@given(NAMES)
def test_no_two_names_of_a_tournament_have_the_same_badge(names: list[str]) -> None:
    for found in (badges(names), badges(names, str.isascii)):
        assert len(set(found.values())) == len(names)
        assert all(0 <= badge.colour < len(COLOURS) and badge.letters for badge in found.values())


@given(NAMES)
def test_a_badge_does_not_depend_on_the_order_of_the_names(names: list[str]) -> None:
    assert badges(names) == badges(reversed(names))


def test_more_players_of_one_initial_than_colours_get_other_letters() -> None:
    names = [f"A{letter}" for letter in "abcdefghijklmnop"]
    assert {badge.letters for badge in badges(names).values()} > {"A"}


def test_what_cannot_be_drawn_is_numbered() -> None:
    found = badges(["王小明", "สมชาย", "Anna", "1"], str.isascii)
    assert [badge.letters for badge in found.values()] == ["1", "A", "2", "3"]
    assert found["Anna"] == Badge(badges(["Anna"])["Anna"].colour, "A")

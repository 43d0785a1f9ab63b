"""Options: their text, their choices, what they refuse."""

import pickle

import pytest

from game.rules import VARIANTS, find_variant
from game.rules.options import (
    OptionError,
    Options,
    choice,
    choices,
    number,
    one_of_two,
    options_from_texts,
    options_of,
    options_to_text,
    yes_or_no,
)


class Example(Options):
    """One option of each kind."""

    draw: int = choice(1, default=3)
    limit: int = number(1, 86400, default=300)
    early: bool = yes_or_no(default=False)


class Untimed(Options):
    """A number that may be none, and a word that is written only where it is chosen."""

    limit: int = number(1, 86400, default=300, may_be_none=True)
    undo: bool = one_of_two("strict", "free", default=False)


def test_no_limit_is_none_and_what_is_usual_is_not_written():
    plain = Untimed(**options_from_texts(Untimed, ["limit=none", "undo=free"]))
    assert plain == Untimed(limit=0, undo=True)
    assert options_of(plain) == {"limit": "none", "undo": "free"}
    assert options_to_text(Untimed(**options_from_texts(Untimed, ["undo=strict"]))) == "limit=300"
    with pytest.raises(OptionError, match="limit is none or a number from 1 to 86400, not “0”"):
        options_from_texts(Untimed, ["limit=0"])
    with pytest.raises(OptionError, match="undo is strict or free, not “yes”"):
        options_from_texts(Untimed, ["undo=yes"])


@pytest.mark.parametrize(
    ("values", "named"), [((1, 60, True, 4), {}), ((), {"suits": 4}), ((1,), {"draw": 3})]
)
def test_what_is_no_option_makes_no_game(values, named):
    with pytest.raises(TypeError, match="Example has the options draw, limit, early"):
        Example(*values, **named)


def test_equal_options_are_equal_and_of_another_class_never():
    class Other(Example):
        pass

    assert {Example(1), Example(draw=1, early=False)} == {Example(1)}
    assert Example() not in (Example(1), Other())
    assert pickle.loads(pickle.dumps(Example(1, 60))) == Example(1, 60)


def test_options_never_change():
    example = Example()
    with pytest.raises(AttributeError):
        example.draw = 1
    with pytest.raises(AttributeError):
        del example.draw
    assert example == Example()


def test_what_is_left_out_has_its_default():
    assert Example(**options_from_texts(Example, [])) == Example(3, 300, False)


def test_options_may_come_in_any_order():
    assert options_from_texts(Example, ["early=yes", "draw=1"]) == {"early": True, "draw": 1}


def test_yes_and_no_are_booleans_inside():
    assert options_from_texts(Example, ["early=no"]) == {"early": False}


def test_options_are_written_with_all_values():
    assert options_to_text(Example(1, 60, True)) == "draw=1 limit=60 early=yes"
    assert options_to_text(Example()) == "draw=3 limit=300 early=no"


def test_options_are_told_as_numbers_and_as_yes_or_no():
    assert options_of(Example(1, 60, True)) == {"draw": 1, "limit": 60, "early": "yes"}
    assert type(options_of(Example())["draw"]) is int


def test_options_read_back():
    written = Example(1, 86400, True)
    assert Example(**options_from_texts(Example, options_to_text(written).split())) == written


def test_a_range_takes_both_its_ends():
    assert options_from_texts(Example, ["limit=1"]) == {"limit": 1}
    assert options_from_texts(Example, ["limit=86400"]) == {"limit": 86400}


@pytest.mark.parametrize(
    "word", ["limit=0", "limit=86401", "limit=-1", "limit=300.0", "limit=9999999999", "limit=", "limit"]
)
def test_outside_a_range_is_refused(word):
    with pytest.raises(OptionError, match="limit is a number from 1 to 86400, not"):
        options_from_texts(Example, [word])


@pytest.mark.parametrize(
    "word", ["draw=2", "draw=0", "draw=03", "draw=+3", "draw= 3", "draw=３", "draw=three"]
)
def test_outside_the_choices_is_refused(word):
    with pytest.raises(OptionError, match="draw is 1 or 3, not"):
        options_from_texts(Example, [word])


@pytest.mark.parametrize("word", ["early=1", "early=true", "early=YES", "early=", "early"])
def test_neither_yes_nor_no_is_refused(word):
    with pytest.raises(OptionError, match="early is yes or no, not"):
        options_from_texts(Example, [word])


@pytest.mark.parametrize("word", ["suits=4", "Draw=3", "", "=3", " draw=3"])
def test_an_option_of_another_game_is_refused(word):
    with pytest.raises(OptionError, match="is not an option of this game"):
        options_from_texts(Example, [word])


def test_an_option_given_twice_is_refused():
    with pytest.raises(OptionError, match="draw is given twice"):
        options_from_texts(Example, ["draw=3", "draw=3"])


def test_the_choices_of_an_option_are_known():
    assert choices(Example, "draw") == (3, 1)
    assert choices(Example, "limit") == range(1, 86401)
    assert choices(Example, "early") == (False, True)


def test_a_refusal_quotes_only_the_beginning_of_a_long_value():
    with pytest.raises(OptionError) as refused:
        options_from_texts(Example, ["draw=" + "9" * 100_000])
    assert len(str(refused.value)) < 80


@pytest.mark.parametrize("name", VARIANTS)
def test_games_are_found_by_name(name):
    assert find_variant(name) == VARIANTS[name]()


def test_games_are_found_with_their_options():
    assert find_variant("rush", ["draw=1", "limit=60"]) == VARIANTS["rush"](draw=1, limit=60)


@pytest.mark.parametrize("name", ["", "Rush", "rush ", "chess"])
def test_an_unknown_game_is_refused_with_the_names_of_the_known(name):
    with pytest.raises(OptionError, match=r"there is no game “.*rush"):
        find_variant(name)

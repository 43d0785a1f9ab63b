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
from tests.each import each


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


@each(("values", "named"), [((1, 60, True, 4), {}), ((), {"suits": 4}), ((1,), {"draw": 3})])
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


@each(
    ("words", "read"),
    [
        ("", {}),
        ("early=yes draw=1", {"early": True, "draw": 1}),
        ("early=no", {"early": False}),
        ("limit=1", {"limit": 1}),
        ("limit=86400", {"limit": 86400}),
    ],
)
def test_options_are_read_in_any_order_and_what_is_left_out_has_its_default(words, read):
    assert options_from_texts(Example, words.split()) == read
    assert Example(**read) == Example(**{"draw": 3, "limit": 300, "early": False, **read})


@each(
    ("example", "text", "told"),
    [
        (Example(1, 60, True), "draw=1 limit=60 early=yes", {"draw": 1, "limit": 60, "early": "yes"}),
        (Example(), "draw=3 limit=300 early=no", {"draw": 3, "limit": 300, "early": "no"}),
    ],
)
def test_options_are_written_with_all_values_and_read_back(example, text, told):
    assert (options_to_text(example), options_of(example)) == (text, told)
    assert type(options_of(example)["draw"]) is int
    assert Example(**options_from_texts(Example, text.split())) == example


REFUSED = {
    "limit is a number from 1 to 86400, not": (
        *("limit=0", "limit=86401", "limit=-1", "limit=300.0", "limit=9999999999", "limit=", "limit"),
    ),
    "draw is 1 or 3, not": (*("draw=2", "draw=0", "draw=03", "draw=+3", "draw= 3", "draw=３", "draw=three"),),
    "early is yes or no, not": ("early=1", "early=true", "early=YES", "early=", "early"),
    "is not an option of this game": ("suits=4", "Draw=3", "", "=3", " draw=3"),
    "draw is given twice": ("draw=3 draw=3",),
}


@each(("sentence", "words"), [(key, word) for key in REFUSED for word in REFUSED[key]])
def test_what_is_no_option_is_refused(sentence, words):
    with pytest.raises(OptionError, match=sentence):
        options_from_texts(Example, words.split(" ") if "twice" in sentence else [words])


def test_the_choices_of_an_option_are_known():
    assert choices(Example, "draw") == (3, 1)
    assert choices(Example, "limit") == range(1, 86401)
    assert choices(Example, "early") == (False, True)


def test_a_refusal_quotes_only_the_beginning_of_a_long_value():
    with pytest.raises(OptionError) as refused:
        options_from_texts(Example, ["draw=" + "9" * 100_000])
    assert len(str(refused.value)) < 80


@each("name", VARIANTS)
def test_games_are_found_by_name_and_options(name):
    assert find_variant(name) == VARIANTS[name]()
    assert find_variant("rush", ["draw=1", "limit=60"]) == VARIANTS["rush"](draw=1, limit=60)


@each("name", ["", "Rush", "rush ", "chess"])
def test_an_unknown_game_is_refused_with_the_names_of_the_known(name):
    with pytest.raises(OptionError, match=r"there is no game “.*rush"):
        find_variant(name)

"""Names: what may be one, what cannot be seen, and which two are the same to the eye."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.tournament.player import (
    Player,
    PlayerError,
    is_like_a_robot,
    name_refusal,
    new_player,
    player_from_text,
    player_to_text,
    players_from_text,
    skeletons,
    tidied,
)
from game.tournament.tournament import Tournament, TournamentError
from tests.each import each
from tests.tournament.rounds import EVENING

PEOPLE = [
    *("José", "Łukasz", "Zoë", "O'Brien", "Jean-Luc", "Nguyễn Văn", "Þórdís", "İpek", "Müller 2", "ʻOlina"),
    *("Αλέξανδρος", "Иван", "Ёлка", "Саша Ivanov", "李雷", "山田", "山田ken", "テスト", "가나"),
    *("שרה", "محمد"),
    *("นภา", "நிலா", "दीपिका", "Հայկ", "გია", "Anna 🦊", "Anna (Mama)", "Robot", "robot", "Dr. Robot"),
]


def test_people_are_called_so():
    names = [unicodedata.normalize("NFC", name) for name in PEOPLE]
    assert {name: name_refusal(name) for name in names} == dict.fromkeys(names)
    assert [Player(name).name for name in names] == names


def test_no_two_of_these_people_look_the_same():
    names = [Player(unicodedata.normalize("NFC", name)) for name in PEOPLE if name != "robot"]
    assert not [(one, other) for one in names for other in names if one != other and one.is_like(other)]


IGNORABLE = [
    *("\u00ad", "\u034f", "\u061c", "\u115f", "\u1160", "\u17b4", "\u180b", "\u200b", "\u200d", "\u202e"),
    *("\u2060", "\u2064", "\u2800", "\u3164", "\ufe00", "\ufe0f", "\ufeff", "\uffa0", "\ufffc"),
    *("\U0001d159", "\U0001d173", "\U000e0001", "\U000e0100", "\u3000", "\u00a0", "\t", "\n"),
]


@each("form", ["{}", "An{}na", "Anna{}", "{}Anna"])
def test_what_cannot_be_seen_is_in_no_name(form):
    names = [form.format(letter) for letter in IGNORABLE]
    assert [name.encode("unicode_escape") for name in names if name_refusal(name) is None] == []
    for name in names:
        with pytest.raises(PlayerError):
            Player(name)


@pytest.mark.thorough
@pytest.mark.slow
def test_every_letter_that_is_drawn_as_nothing_is_refused():
    """All of Unicode: formats, fillers, selectors and spaces, by what their names say."""
    words = ("FILLER", "VARIATION SELECTOR", "INVISIBLE", "ZERO WIDTH", "JOINER", "BLANK", "VOWEL INHERENT")
    seen = ("ZERO WIDTH NO-BREAK", "BLANK BOOK", "OPEN BOX", "NUMBER JOINER", "HALF FILL")
    for code in range(0x110000):
        name = unicodedata.name(chr(code), "")
        joins = name.endswith("JOINER") and unicodedata.category(chr(code)) != "Cf"
        if any(word in name for word in words) and not any(word in name for word in seen) and not joins:
            visible = unicodedata.category(chr(code)) in ("So", "Sm", "Po") and "PATTERN BLANK" not in name
            if not visible:
                assert name_refusal(f"A{chr(code)}a") is not None, name


@each(
    "name",
    [
        *("Eлена", "Аnna", "Mαria", "Sоphie", "Ӏvan", "Ꭺnna", "Аnnа Ben", "Ꮯog"),
        *("\u0301Anna", "Anna \u0301", "A\u0316\u0317\u0318\u0319\u031anna"),
    ],
)
def test_a_word_of_two_alphabets_or_of_marks_alone_is_no_name(name):
    with pytest.raises(PlayerError):
        Player(unicodedata.normalize("NFC", name))


@each(
    ("one", "other"),
    [
        *(("Anna", "ANNA"), ("Weiß", "WEISS"), ("Ian", "lan"), ("Bob 1", "Bob l"), ("ECTOP", "ЕСТОР")),
        *(("Anna", "Ａｎｎａ"), ("Anna", "𝐀𝐧𝐧𝐚"), ("BOB", "В0В"), ("Barney", "Bamey"), ("Vova", "VOVA")),
        *(("АВЕ", "ABE"), ("ΑΒΕ", "ABE"), ("оре", "ope"), ("Хор", "Xop"), ("Ivy", "lvy"), ("Vivvy", "Viwy")),
    ],
)
def test_names_that_look_alike_are_the_same(one, other):
    assert any(mine == theirs for mine, theirs in zip(skeletons(one), skeletons(other), strict=True))


@each(
    "other",
    [
        *("Anna.", ".Anna", "Anna..", "Anna …", "Anna,", "Anna'", "`Anna", "Anna´", "Anna·", "Anna:"),
        *("An.na", "Anna-", "_Anna", "~Anna~", "Anna —", "“Anna”", "Anna’", "ANNA.", "Аnnа.", "Anna․"),
        *("- Anna -", "Anna¨"),
    ],
)
def test_marks_that_hardly_show_make_no_other_name(other):
    assert any(mine == theirs for mine, theirs in zip(skeletons("Anna"), skeletons(other), strict=True))


def test_who_is_called_by_marks_alone_is_nobody_else():
    assert not Player("...").is_like(Player("'"))
    assert not Player("-").is_like(Player("Anna"))


def test_a_person_and_their_name_with_a_dot_do_not_both_sit_down():
    with pytest.raises(PlayerError, match=r"The names Name and Name\. look the same"):
        players_from_text("Name, Name.")


@each("letter", ["\ufdfd", "\ufdfa", "\u2e3b", "\u2e3a", "\ua9c5", "\U0001242b", "\u0bf5"])
@each("form", ["{}", "Anna {}", "{} Anna"])
def test_no_character_of_a_name_is_as_wide_as_a_word(letter, form):
    with pytest.raises(PlayerError, match="as wide as a word"):
        Player(form.format(letter))


@each(
    ("one", "other"),
    [("Ian", "Lan"), ("Jose", "José"), ("Eva", "Ева"), ("Max", "Мах 2"), ("Ann", "Anna"), ("O", "o2")],
)
def test_names_that_differ_to_the_eye_are_two(one, other):
    assert not Player(one).is_like(Player(other))


@each(
    "name",
    [
        *("Cog (robot)", "Cog (ROBOT)", "Cog (r0b0t)", "Cog （ｒｏｂｏｔ）", "Cog [robot]"),
        *("Cog(robot", "(robot)", "Cog ( robot )", "Cog (𝐫𝐨𝐛𝐨𝐭)", "Cog ⟨robot⟩"),
        *("Cog (robοt)", "Сog (rоbot)"),
    ],
)
def test_no_person_carries_the_label_of_a_robot(name):
    assert is_like_a_robot(name)
    with pytest.raises(PlayerError):
        Player(name)


def test_a_robot_s_own_label_is_like_it():
    assert is_like_a_robot(Player("Cog", "robot regular").label)


def test_what_was_typed_loses_what_only_chooses_how_an_emoji_is_drawn():
    assert tidied(" Anna  ❤\ufe0f ") == "Anna ❤"
    assert players_from_text("❤\ufe0f, Ben")[0].name == "❤"
    with pytest.raises(PlayerError):
        Player("❤\ufe0f")


def test_names_that_look_alike_are_refused_by_both_names():
    with pytest.raises(PlayerError, match="The names Ian and lan look the same"):
        players_from_text("Ian, lan")


@each("name", ["Sunday\u034f", "\u2800", "Sundаy"])
def test_a_tournament_s_name_can_be_seen_too(name):
    with pytest.raises(TournamentError):
        Tournament(name, EVENING.game, EVENING.deals)


# Players in lines --------------------------------------------------------------------------------
@each(
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


@each(
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
    assert [player.name for player in players_from_text(" Anna , Ben  Ali,, Clara,")] == [
        "Anna",
        "Ben Ali",
        "Clara",
    ]
    assert players_from_text(" , ") == ()


@each(
    ("typed", "name"), [(" Anna ", "Anna"), ("Ben  Ali", "Ben Ali"), ("🦊", "🦊"), ("x" * 24 + " ", "x" * 24)]
)
def test_spaces_are_folded_before_a_name_is_judged(typed, name):
    assert new_player(typed).name == name


@each(
    "typed",
    ["Host", " hOST ", "Server", "SERVER.", "S\u0435rver", "—", "...", "-_-", "$", "'", " ", "x" * 25],
)
def test_nobody_speaks_for_the_house_or_is_called_by_punctuation_alone(typed):
    with pytest.raises(PlayerError):
        new_player(typed)


@each("text", ["Anna, anna", "Anna, " + "b" * 25, "A\x00"])
def test_names_that_cannot_be(text):
    with pytest.raises(PlayerError):
        players_from_text(text)

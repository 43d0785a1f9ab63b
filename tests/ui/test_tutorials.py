"""*Learn it*: only the shown move can be made, by click, drag or keys, to the end; nothing of it is kept."""

import pytest

from game.rules import VARIANTS, find_variant
from game.rules.position import STOCK
from game.session.session import GuidedSession
from game.ui.games.tables import game_tables
from game.ui.table.tutorial import BY_CLICK, BY_TWO_CLICKS, MAX_WRONG, NO_UNDO, Guide, Tutorial
from tests.ui.driver import Table

SIGNS = "♠♥♦♣"
RULES = (
    *("rush", "rush draw=1", "rush draw=1 limit=none undo=free passes=1"),
    *("spider", "spider suits=2", "spider suits=1"),
    *("one-three-back", "three-shuffles", "three-shuffles early=yes"),
)


def begun(table: Table, text: str) -> GuidedSession:
    name, *options = text.split()
    table.visit("tutorial", find_variant(name, options))
    session = table.frame().screen.session
    assert isinstance(session, GuidedSession)
    return session


def tutorial(table: Table) -> Tutorial:
    return table.part(Guide).tutorial


def test_every_game_has_one():
    assert all(game_tables(name).tutorial for name in VARIANTS)


@pytest.mark.parametrize("text", RULES)
def test_it_can_be_followed_to_its_end_as_it_is_told(table, text):
    session = begun(table, text)
    name, *options = text.split()
    variant = find_variant(name, options)
    position = table.game.position
    for step in tutorial(table).steps:
        cards = [card for pile in table.game.position.piles for card in pile]
        there = {card.up.sign for card in cards if card.face_up or "comes back" in step.sentence}
        named = {word.strip(".,:;") for word in step.sentence.split() if any(suit in word for suit in SIGNS)}
        assert named <= there, step.sentence
        assert table.part(Guide).sentence.startswith(step.sentence)
        assert not table.sentence, "it is said once, at the card"
        asked = session.asked
        assert asked is not None
        assert table.screen.act(asked)
        table.frame()
    while table.screen.panel is None:
        table.frame()
    table.key("enter").settle()  # meant for the table, and too late
    assert table.screen.panel.title == f"That is {variant.title}"
    assert {str(line) for line in tutorial(table).afterwards} <= set(table.panel_lines)
    assert list(table.folder.glob("current/*")) == list(table.folder.glob("games/*")) == []
    assert table.context.library.statistics.days() == []
    assert session.game.deal.position == position
    table.press_button("Play a real one").settle()
    assert table.screen.session.recorder.is_saved
    assert table.screen.variant.name == variant.name


@pytest.mark.parametrize("one_click", [True, False])
@pytest.mark.parametrize("text", [text for text in RULES if "none" not in text])
def test_it_is_followed_by_clicks_alone_and_says_which(table, text, one_click):
    table.context.settings.one_click, table.context.settings.two_clicks = one_click, not one_click
    session = begun(table, text)
    piles, steps = table.game.variant.piles, tutorial(table).steps
    while (asked := session.asked) is not None:
        table.skip(0.5)
        made = session.made
        source, target = piles[asked.source].name, piles[asked.target].name
        if asked == STOCK:
            table.tap("stock")
        elif asked.source == asked.target:
            table.click(f"{source}:{asked.count}")
            if session.made == made:
                table.click(f"{source}:{asked.count}")
        else:
            if steps[made].tells_way:
                assert table.part(Guide).sentence.endswith(str(BY_CLICK if one_click else BY_TWO_CLICKS))
            table.click(source if asked.count < 2 else f"{source}:{asked.count}")
            if not one_click and session.made == made:
                table.skip(0.5)
                table.click(target)
        table.settle()
        assert session.made == made + 1, asked


@pytest.mark.parametrize(
    ("text", "wrong", "sentence"),
    [
        ("rush", lambda table: table.drag("t2", "t1"), "Click the stock."),
        ("spider", lambda table: table.drag("t3", "t1"), "Take hold of 6♥. It goes here: column 2."),
        ("spider", lambda table: table.tap("stock"), "Take hold of 6♥. It goes here: column 2."),
        ("one-three-back", lambda table: table.drag("t2", "t1"), "Click the deck."),
        ("three-shuffles", lambda table: table.drag("t1", "t3"), "Take hold of Q♦. It goes here: "),
    ],
)
def test_another_move_is_answered_with_the_card_to_take_and_the_second_time_a_hand_makes_it(
    table, text, wrong, sentence
):
    session = begun(table, text)
    wrong(table)
    assert table.sentence.startswith(sentence)
    assert (session.made, table.part(Guide).is_animating) == (0, False)
    table.skip(2)
    for _ in range(MAX_WRONG - 1):
        wrong(table)
    assert session.made == 0
    table.wait(2.5)
    assert session.made == 1, "the hand has made it"
    table.wait(3)
    assert session.made == 1, "and no other"


def test_a_run_is_told_with_what_comes_along_and_no_clock_runs(table):
    session = begun(table, "rush")
    table.tap("stock").drag("waste", "t1").settle()
    table.drag("t2", "t1")
    assert table.sentence == "Take hold of 10♠; 9♥ comes along."
    assert (len(table.game.entries), session.elapsed_ms) == (2, 0)


def test_nothing_is_undone_and_esc_leaves(table):
    table.start(8)
    beneath = table.screen
    begun_at = beneath.session.elapsed_ms
    table.key("esc").press_button("Learn it").frame().tap("stock")
    table.key("u")
    assert table.screen.status.sentence == NO_UNDO
    assert table.screen.variant == beneath.variant
    table.key("esc").frame()
    assert table.screen is beneath
    assert table.screen.session.elapsed_ms - begun_at < 200


def test_who_plays_by_keys_is_told_keys_and_not_to_click(table):
    begun(table, "rush")
    assert table.part(Guide).sentence.startswith("Click the stock")
    table.key("d")
    assert table.part(Guide).sentence.startswith("Move 9♥ onto 10♠: Tab and Space pick it up, ")

"""*Hide score*: nothing tells what the game counts until it is over, unless the player asks."""

import pytest

from game.rules.rush import Rush
from game.storage.profile import load_profile
from game.ui.home.new_game import NewGameScreen
from tests.records import LAID


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("rush", "Score: 0"),
        ("spider", "Score: 0"),
        ("one-three-back", "Stacks: 0"),
        ("three-shuffles", "Cards home: 2/52"),
    ],
)
def test_what_each_game_counts_is_not_seen_and_told_on_request(table, game, told):
    table.start(48213, game=game, dealt=False).settle()
    bars = table.screen.bars
    label = told.split(":")[0]
    boxes = [field.box for field in bars.fields if field.label == label] or [bars.bottom]
    seen = table.look(boxes[0])
    table.lay_out_again(hide_score=True).frame()
    assert table.look(boxes[0]) != seen
    assert label not in dict(bars.shown_facts(table.context.pictures))
    assert told in table.key("t").sentence


def test_two_games_that_differ_in_their_score_alone_look_the_same(table):
    pictures = []
    table.context.settings.hide_score = True
    for score in (0, 15, 480):
        table.start(48213, "draw=1", dealt=False).settle()
        there = table.game.position
        table.put(there._replace(counters=(score, *there.counters[1:])))
        table.screen.figures.changed()
        table.frame()
        pictures.append(table.picture)
    assert len(set(pictures)) == 1


def test_a_move_tells_no_points_and_the_end_tells_all(table):
    table.wants(hide_score=True).start(LAID).double_click("t4").frame(20)
    assert table.game.score == 60
    assert table.risen == []
    assert table.sentence.endswith("3♣ turned over")
    table.key("e")
    table.press_button("End the game").settle()
    assert table.panel_lines["Score"] == "60"
    assert table.screen.bars.hidden == ()
    assert not any("hide" in path.read_text() for path in table.folder.rglob("*.patience"))


def test_new_game_has_the_setting_too(table):
    table.open(NewGameScreen(table.context, Rush())).widget("Hide score").press()
    assert load_profile(table.folder / "profile.json").settings.hide_score

"""Three Shuffles and a Draw in the window, sentence by sentence."""

import random

import pytest

from game.play.game import Game
from game.play.record import read_record
from game.rules import find_variant
from game.rules.options import options_to_text
from game.rules.position import STOCK, Move
from game.rules.three_shuffles import FANS, ShufflesCounters, ShufflesStatus, ThreeShuffles
from game.rules.variant import Outcome
from game.storage.profile import load_profile
from game.ui.games.tables import table_of
from game.ui.games.three_shuffles.notice import MovesLeft, notice
from game.ui.games.three_shuffles.view import ThreeShufflesView
from tests.records import actions
from tests.three_shuffles_games import about_to_lose, first, given, rules_of, stuck, text_of, third_deal
from tests.ui.driver import Table

SIZES = [(1280, 800), (1920, 1080), (3840, 2160), (900, 640), (640, 480), (800, 1100)]
DEAL = 48213
"""Two aces go home as soon as this is dealt: those of clubs and hearts."""


def deal(table: Table, number: int = DEAL, *options: str, dealt: bool = True) -> Table:
    """Begins a fresh game, and waits until all cards and aces lie."""
    session = table.context.sessions.deal(find_variant("three-shuffles", options), number)
    table.go_to(table_of(table.context, session, is_fresh=True))
    if dealt:
        table.settle()
    return table


def go_on_with(table: Table, game: Game) -> Table:
    table.start(text_of(game))
    return table


def view_of(table: Table) -> ThreeShufflesView:
    assert isinstance(table.screen.view, ThreeShufflesView)
    return table.screen.view


def home(table: Table) -> int:
    return table.game.variant.home(table.game.position)


def name(move: Move) -> str:
    return ThreeShuffles().move_to_text(move)


def read(table: Table) -> list[str]:
    """What the notice on the table says, line by line."""
    return [words for words, _ in notice(rules_of(table.game), table.game.position)[0]]


def has_draw(table: Table) -> bool:
    """Whether the notice offers the draw; else it says that it is used."""
    offered = any("ou may draw one buried card: click" in words for words in read(table))
    assert offered or "used your draw" in " ".join(read(table))
    return offered


def steps(table: Table) -> list[float]:
    """How much is to be seen of every card that another lies on, in pixels."""
    layer = table.screen.cards
    return [
        layer.place_of(fan, index + 1).x - layer.place_of(fan, index).x
        for fan in FANS
        for index in range(len(table.game.position.piles[fan]) - 1)
    ]


# The table -----------------------------------------------------------------------------------
@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_every_index_is_legible_and_everything_lies_in_the_window(make_table, size, left_handed):
    table = make_table(size=size).wants(left_handed=left_handed, speed="off")
    deal(table)
    rules, chance = rules_of(table.game), random.Random(5)
    least = 20 if size == (1280, 800) else 0
    assert (table.place("f1").x < table.place("t1").x) is left_handed
    for _ in range(40):
        layer, pictures = table.screen.cards, table.context.pictures
        fullest = max(
            sum(len(table.game.position.piles[fan]) for fan in FANS[5 * row : 5 * row + 5])
            for row in range(4)
        )
        share = 0.23 if fullest <= 19 else 0.16
        assert min(steps(table)) >= max(least, share * pictures.card_width)
        bars = table.screen.bars
        for pile in range(len(table.screen.area.slots)):
            box = layer.place_of(pile, 0).union(layer.top_box(pile))
            assert box.x >= 0
            assert box.x + box.width <= size[0]
            assert box.y >= bars.top.height
            assert box.y + box.height <= bars.bottom.y
        moves = rules.moves_left(table.game.position)
        if not moves:
            break
        table.hand.move(chance.choice(moves))
        table.settle()


def test_no_two_piles_overlap_nor_the_notice(make_table):
    table = go_on_with(
        make_table(), given("t1 " + " ".join(r + "S" for r in "KQJT98765432") + "\nt2 KH\nt3 KD")
    )
    assert min(steps(table)) >= 20, "a fan too long for its place takes room from its neighbours"
    assert table.place("t1").x < table.place("t2").x
    for left_handed in (False, True):
        table = make_table().wants(left_handed=left_handed)
        go_on_with(
            table,
            given("t1 " + " ".join(r + "S" for r in "KQJT987654") + "\nt16 KD\nt17 KH QH\nt18 KC QC JC TC"),
        )
        layer, piles = table.screen.cards, range(len(table.screen.area.slots))
        boxes = [layer.place_of(pile, 0).union(layer.top_box(pile)) for pile in piles]
        boxes.append(view_of(table).notice_box(table.screen.area.space, table.game.position))
        for index, box in enumerate(boxes):
            assert all(box.overlap(other) == 0 for other in boxes[:index])


def test_an_empty_fan_is_seen_to_be_closed_and_takes_no_card_until_all_are_dealt_again(table):
    deal(table)
    assert table.pile("t18") == ""
    assert table.screen.view.empty_symbol(
        table.game.position, table.screen.variant.pile_index("t18"), False
    ) == ("icon", "lock")
    table.drag("t1", "t18")
    assert table.sentence == "An empty fan stays empty, even for a king."
    table.settle().click("t1").click("t18")
    assert table.sentence == "An empty fan stays empty, even for a king."

    deal(table, DEAL, "early=yes")
    assert table.pile("t18") == ""
    table.key("s").press_button("Shuffle")
    for _ in range(3):
        table.frame(10)
        assert table.screen.is_dealing
        assert table.picture == table.fresh_picture
    table.rest()


def test_it_is_shown_which_deal_it_is_and_what_is_left(table):
    deal(table, 5, "early=yes")
    assert table.screen.title == "Three Shuffles and a Draw #5 — shuffle any time"
    deal(table)
    assert table.screen.title == "Three Shuffles and a Draw #48213"
    assert read(table) == ["2 shuffles left", "In the third deal you may draw one buried card"]
    go_on_with(table, stuck(3))
    assert table.screen.bars.fields[1].text == "1/3"
    assert table.facts == {"Cards home": f"{home(table)}/52"}
    assert read(table) == ["No move left — shuffle (2 left)."]
    go_on_with(table, stuck(3, 2))
    assert table.screen.bars.fields[1].text == "2/3"
    assert read(table) == ["No move left — shuffle (1 left)."]
    go_on_with(table, third_deal(3))
    assert table.screen.bars.fields[1].text == "3/3"
    assert has_draw(table)
    go_on_with(table, stuck(3, 3))
    assert (table.game.outcome, table.panel) == (Outcome.PLAYING, ""), "with the draw it is not lost"
    assert table.sentence == "No move is left, but you may draw one buried card: click it, or drag it up."
    game, losing = about_to_lose()
    game.play(losing, game.elapsed_ms)
    go_on_with(table, game)
    assert not has_draw(table)


# Aces ----------------------------------------------------------------------------------------
def test_aces_go_home_by_themselves_as_recorded_moves_one_after_the_other(table):
    deal(table, dealt=False)
    assert table.written == []
    for _ in range(200):
        table.frame()
        if table.written:
            break
    assert table.written == ["t2>f1", "t18>f3"]
    place = {ace: table.seen_at(ace) for ace in ("AC", "AH")}
    arrived = []
    for _ in range(100):
        table.frame()
        for ace, pile in (("AC", "f1"), ("AH", "f3")):
            if ace not in arrived and table.seen_at(ace) == table.place(pile)[:2]:
                arrived.append(ace)
                assert len(arrived) == 2 or table.seen_at("AH") == place["AH"]
    assert arrived == ["AC", "AH"]


def test_the_setting_leaves_aces_alone_and_is_kept(table):
    table.context.settings.aces_home = False
    table.context.profile.save()
    assert not load_profile(table.context.profile.path).settings.aces_home
    deal(table)
    assert table.written == []
    table.double_click("t2")
    assert table.written == ["t2>f1"]
    table.key("u")
    assert table.written == ["t2>f1", "undo"]


def test_undo_takes_back_the_move_with_the_aces_that_followed_and_none_goes_again(table):
    go_on_with(table, given("t1 AC AD 5S\nt2 6S\nt3 2C\nt4 2D\nt5 3C\nt6 3D"))
    table.drag("t1", "t2").settle()
    assert table.written == ["t1>t2", "t1>f2", "t1>f1"]
    table.key("u").wait(2)
    assert table.written == ["t1>t2", "t1>f2", "t1>f1", "undo", "undo", "undo"]
    assert table.pile("t1") == "AC AD 5S"
    table.key("r")
    assert table.written[6:] == ["redo", "redo", "redo"]
    table.key("u", "r").key("u").drag("t1", "t2")
    assert table.written[-3:] == ["t1>t2", "t1>f2", "t1>f1"]
    deal(table).key("u").wait(3)
    (journal,) = [journal for journal in table.journals if b"deal 48213" in journal.read_bytes()]
    assert actions(journal.read_bytes()) == ["t2>f1", "t18>f3", "undo", "undo"]
    moves = rules_of(table.game).moves_left(table.game.position)
    move = next(move for move in moves if move.source not in (5, 21))
    table.hand.move(move)
    assert actions(journal.read_bytes())[4:] == [name(move), "t2>f1", "t18>f3"], "with the player's next move"


def test_a_game_gone_on_with_undoes_together_what_was_made_together(make_table):
    table = make_table()
    go_on_with(table, given("t1 AC AD 5S\nt2 6S\nt3 2C\nt4 2D"))
    table.drag("t1", "t2").settle().close()
    again = make_table()
    again.go_on()
    again.key("u")
    assert again.written == ["t1>t2", "t1>f2", "t1>f1", "undo", "undo", "undo"]

    game = given("t1 AC AD 5S\nt2 6S\nt3 2C\nt4 2D")
    for text, at_ms in (("t1>t2", 1000), ("t1>f2", 1005), ("t1>f1", 1205)):  # as a slow disk delays it
        game.play(game.variant.move_from_text(text), at_ms)
    go_on_with(again, game).key("u")
    assert again.written[-3:] == ["undo", "undo", "undo"]


def test_killed_after_a_shuffle_the_aces_still_go_home_when_the_game_goes_on(make_table):
    game = first(stuck, lambda game: bool(_aces_after_shuffle(game)))
    table = go_on_with(make_table(), game)
    table.press_button("Shuffle").frame()
    assert table.written[-1] == "stock"
    table.vanish()
    again = make_table()
    again.go_on()
    aces = [name(move) for move in _aces_after_shuffle(game)]
    assert again.written[-len(aces) - 1 :] == ["stock", *aces]


def _aces_after_shuffle(game: Game) -> list[Move]:
    rules = rules_of(game)
    if rules.shuffles_left(game.position) == 0 or rules.moves_left(game.position):
        return []
    return rules.aces_to_send(rules.apply(game.position, STOCK))


# The shuffle ---------------------------------------------------------------------------------
def test_the_shuffle_waits_while_a_move_is_left_and_shows_the_moves_and_the_path_of_one_card(table):
    deal(table)
    before = table.picture
    assert table.button("Shuffle").refusal() is not None
    table.press_button("Shuffle")
    count = len(rules_of(table.game).moves_left(table.game.position))
    assert (
        table.sentence == f"You still have {count} moves, as marked. You can shuffle only when there is none."
    )
    assert table.part(MovesLeft).count == count
    table.frame()
    assert table.picture != before
    table.key("s")
    assert table.part(MovesLeft).count == count
    table.key("h")
    assert table.part(MovesLeft).count == 0
    assert "stock" not in table.written

    table.press_button("Shuffle")
    left = table.part(MovesLeft)
    moves = rules_of(table.game).moves_left(table.game.position)
    assert left.pointed_at == []
    source = moves[0].source
    table.move_to(table.screen.cards.top_box(source).centre).frame()
    assert left.pointed_at == [move for move in moves if move.source == source]
    assert left.count == len(moves)
    one = len(left.draw_below())
    table.move_to((1, 1)).frame()
    assert left.pointed_at == []
    assert len(left.draw_below()) == len({move.source for move in moves}) < one
    table.key("right", "right")
    assert left.count == len(moves), "the cursor goes among the marks"
    seen = set()
    for _ in range(40):
        table.key("tab")
        seen |= {*left.pointed_at}
    assert seen == {*moves}


def test_a_draw_is_not_offered_where_nothing_is_buried():
    game = given("t1 KS")
    last_deal = game.position._replace(counters=ShufflesCounters(2, 0, 0))
    assert rules_of(game).has_draw(last_deal)
    assert notice(rules_of(game), last_deal)[0][0][0] == "You still have your draw, but no card is buried."


@pytest.mark.parametrize("how", ["button", "s", "d"])
def test_stuck_it_says_so_and_the_shuffle_gathers_and_deals(table, how):
    go_on_with(table, stuck(3))
    assert table.sentence == ShufflesStatus.SHUFFLE_LEFT.value
    assert table.button("Shuffle").is_strong
    if how == "button":
        table.press_button("Shuffle")
    else:
        table.key(how)
    assert table.written[-1] == "stock"
    point = view_of(table).stock_point(table.screen.area.slots)
    fans = [card for fan in FANS for card in table.game.position.piles[fan]]
    gathered = False
    for _ in range(60):
        table.frame()
        gathered |= all(abs(table.seen_at(card.text).x - point.x) < 1 for card in fans)
    assert gathered
    table.settle()
    assert {"shuffle", "deal"} <= set(table.ears.heard)
    assert table.screen.bars.fields[1].text == "2/3"
    for fan in FANS:
        for index, card in enumerate(table.game.position.piles[fan]):
            assert table.seen_at(card.text) == table.screen.cards.place_of(fan, index)[:2]


@pytest.mark.parametrize("frames", [1, 20, 45, 70])
def test_any_click_skips_the_shuffle(table, frames):
    go_on_with(table, stuck(3))
    table.press_button("Shuffle").frame(frames)
    assert table.screen.is_dealing
    table.tap((5, 400))
    assert not table.screen.is_dealing
    table.rest()
    assert table.written[-1] != "undo"


def test_a_shuffle_of_a_game_that_was_just_dealt_is_seen_to_its_end(table):
    deal(table, DEAL, "early=yes")
    table.key("s").press_button("Shuffle")
    dealt = [list(pile) for pile in table.game.position.piles]
    seen = []
    while table.screen.is_dealing:
        seen.append(table.cards_on_screen == dealt)
        table.frame()
    assert seen == sorted(seen)  # gathered, and then dealt
    assert set(seen) == {False, True}


@pytest.mark.parametrize("frames", [20, 70])
def test_who_asks_for_a_hint_during_a_shuffle_sees_the_cards_it_is_of(table, frames):
    go_on_with(table, stuck(3))
    table.press_button("Shuffle").frame(frames).key("i")
    assert table.cards_on_screen == [list(pile) for pile in table.game.position.piles]
    assert table.oracle.asked[-1]["ask"] == "advise"


@pytest.mark.parametrize("frames", [1, 30, 60])
def test_another_window_size_or_a_pause_does_not_disturb_a_shuffle(table, frames):
    go_on_with(table, stuck(3))
    table.press_button("Shuffle").frame(frames)
    if frames == 30:
        table.key("f1", "esc")
    table.resize(900, 640).rest()


def test_with_motion_off_the_shuffle_is_there_at_once(table):
    table.context.settings.speed = "off"
    go_on_with(table, stuck(3))
    table.press_button("Shuffle").frame(2)
    assert not table.screen.is_animating
    assert table.picture == table.fresh_picture


def test_shuffle_any_time_is_an_option_of_the_record_and_its_results_stand_apart(table):
    deal(table, DEAL, "early=yes")
    assert table.button("Shuffle").refusal() is None
    table.press_button("Shuffle").press_button("Shuffle").settle()
    assert "stock" in table.written
    (journal,) = table.journals
    assert b"variant three-shuffles early=yes" in journal.read_bytes()
    assert options_to_text(table.game.variant) == "early=yes"
    assert ThreeShufflesView.tile_options == (
        ("Shuffle when stuck", "early=no"),
        ("Shuffle any time", "early=yes"),
    )


# The draw ------------------------------------------------------------------------------------
@pytest.fixture
def third(table: Table) -> Table:
    """A third deal in which the lowest card of the first fan may be drawn."""
    return go_on_with(table, first(third_deal, lambda game: len(game.position.piles[4]) == 3))


def test_before_the_third_deal_nothing_buried_can_be_taken(table):
    deal(table)
    table.click("t1:3")
    assert (
        table.sentence
        == "Only the top card of a fan can be played. In the third deal you may draw one buried card."
    )
    table.right_click("t1:2")
    assert table.sentence == "Only the top card of a fan goes home."
    table.move_to(table.point("t1:3")).settle()
    assert all(sprite.raised_px == 0 for sprite in table.sprites)


def test_a_buried_card_lifts_under_the_pointer_and_a_drag_draws_it_alone(third):
    for place, index in (("t1:3", 0), ("t1:2", 1)):
        third.move_to(third.point(place)).settle()
        raised = [s.card for s in third.sprites if s.raised_px > 0]
        assert raised == [third.game.position.piles[4][index]]
        assert third.picture == third.fresh_picture
    third.move_to(third.point("t1")).settle()
    assert all(sprite.raised_px == 0 for sprite in third.sprites)
    assert third.picture == third.fresh_picture

    fan = third.pile("t1").split()
    x, y = third.point("t1:2")
    third.press((x, y)).frame().move_to((x, y - 20)).frame(5)
    assert [s.card.text for s in third.sprites if s.held_at is not None] == [fan[1]]
    assert "more picked up" not in third.sentence
    assert "picked up: goes" in third.sentence
    assert "t1" in third.targets
    third.drop().settle()
    assert third.pile("t1").split()[:3] == [fan[0], fan[2], fan[1]]


@pytest.mark.parametrize("size", SIZES)
def test_a_card_of_the_top_row_does_not_lift_under_the_bar(third, size):
    third.resize(*size).move_to(third.point("t1:3")).settle()
    raised = [sprite for sprite in third.sprites if sprite.raised_px > 0]
    assert len(raised) == 1
    top = third.screen.area.slots[4].y - raised[0].raised_px
    assert third.screen.bars.top.height <= top
    assert raised[0].raised_px >= 0.05 * third.context.pictures.card_height


def test_a_click_draws_and_undo_gives_the_draw_back(third):
    fan = third.pile("t1").split()
    third.click("t1:3").settle()
    assert third.pile("t1").split()[:3] == [*fan[1:], fan[0]]
    assert "t1>t1:3" in third.written
    assert not has_draw(third)
    third.click("t2:2")
    assert third.sentence == "You have used your draw: only the top card of a fan can be played."
    third.key("u")
    assert third.pile("t1").split() == fan
    assert has_draw(third)


def test_a_buried_card_let_go_on_the_bare_table_or_meant_for_its_fan_does_not_spend_the_draw(third):
    before = third.written
    third.pick_up("t1:3").carry((600, 600)).move_to((1120, 700)).frame(10)
    third.drop().settle()
    assert third.written == before
    assert has_draw(third)

    top = next(move for move in range(5, 22) if third.game.position.piles[move])
    wrong = [pile for pile in (4,) if pile not in third.screen.variant.targets(third.game.position, top, 1)]
    assert wrong
    third.click(third.screen.variant.piles[top].name).click("t1:3")
    assert has_draw(third)
    assert third.picked.pile == 4


def _onward(game: Game) -> tuple[Move, Move] | None:
    """A draw, and where the card drawn can go from there."""
    rules = rules_of(game)
    for draw in rules.draws_left(game.position):
        after = rules.apply(game.position, draw)
        for target in rules.targets(after, draw.source, 1):
            card = game.position.piles[draw.source][-draw.count]
            if target != draw.source and card.rank > 1:
                return draw, Move(draw.source, target)
    return None


def test_a_buried_card_dragged_to_where_it_fits_is_drawn_and_goes_there(table):
    game = first(third_deal, lambda game: _onward(game) is not None)
    draw, onward = _onward(game)
    go_on_with(table, game)
    start = len(table.written)
    pile = table.game.variant.piles[onward.target].name
    table.drag(f"{table.game.variant.piles[draw.source].name}:{draw.count}", pile).settle()
    assert table.written[start : start + 2] == [name(draw), name(onward)]
    made = len(table.written) - start
    table.key("u")
    assert table.written[start + made :] == ["undo"] * made
    assert table.game.position == game.position


def test_a_double_click_on_a_buried_card_sends_it_home(table):
    game = first(third_deal, lambda game: any(_home_draws(game)))
    draw = _home_draws(game)[0]
    go_on_with(table, game)
    place = f"{table.game.variant.piles[draw.source].name}:{draw.count}"
    at, before = table.point(place), home(table)
    table.tap(at, times=2).settle()
    assert name(draw) in table.written
    assert home(table) > before


def _home_draws(game: Game) -> list[Move]:
    rules = rules_of(game)
    return [
        draw
        for draw in rules.draws_left(game.position)
        if rules.send_home(rules.apply(game.position, draw), draw.source) is not None
    ]


def test_the_draw_by_keyboard(third):
    fan = third.pile("t1").split()
    third.key("right", "left", "left").key("enter")
    assert third.pile("t1").split()[:3] == [*fan[1:], fan[0]]


# How it stands -------------------------------------------------------------------------------


@pytest.fixture
def lost(table: Table) -> Table:
    game, draw = about_to_lose()
    go_on_with(table, game)
    table.click(f"{table.game.variant.piles[draw.source].name}:{draw.count}").settle()
    return table


def test_lost_it_says_so_and_shows_the_result(lost):
    assert lost.game.outcome is Outcome.LOST
    assert lost.panel == "The game is lost"
    assert lost.panel_lines["Cards home"] == f"{home(lost)} of 52"
    assert lost.panel_lines["Deal"] == "3 of 3"
    assert lost.panel_lines["The draw"] == "used"
    assert lost.bests == {"three-shuffles early=no": home(lost)}


@pytest.mark.parametrize("how", ["button", "u", "backspace", "ctrl+z"])
def test_a_loss_is_taken_back_and_time_goes_on(lost, how):
    lost.press_button("Undo") if how == "button" else lost.key(how)
    lost.settle()
    assert lost.panel == ""
    assert lost.game.outcome is Outcome.PLAYING
    assert has_draw(lost)
    elapsed = lost.screen.session.elapsed_ms
    lost.wait(2)
    assert lost.screen.session.elapsed_ms - elapsed == pytest.approx(2000, abs=40)
    assert read_record(lost.journals[0].read_bytes()).replay().position == lost.game.position
    lost.key("r").settle()
    assert lost.panel == "The game is lost", "it is told again"
    assert lost.panel_lines["Best so far"] == f"{home(lost)} of 52"
    assert "Your first score!" in lost.panel_lines


def test_the_last_card_wins(table):
    go_on_with(table, given("t1 KS QS\nt2 KH"))
    table.double_click("t1").right_click("t1").click("t2").click("f1")
    assert table.written == ["t1>f4", "t1>f4", "t2>f3"]
    assert table.game.outcome is Outcome.WON
    table.settle()
    assert table.panel == "All 52 cards are home!"
    assert table.panel_lines["Won on deal"] == "1 of 3"
    assert table.panel_lines["The draw"] == "not needed"
    assert "win" in table.ears.heard
    assert [button.word for button in table.screen.panel.buttons] == ["New game", "Home", "More"]


def test_same_deal_and_new_game_keep_the_house_rule(table):
    deal(table, 5, "early=yes")
    table.key("p")
    assert table.panel == "Menu"
    table.press_button("Start over").settle()
    assert (table.game.deal.number, rules_of(table.game).early) == (5, True)
    table.key("esc").press_button("New game").settle()
    assert (table.game.deal.number, rules_of(table.game).early) == (48213, True)

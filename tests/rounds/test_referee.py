"""The referee on small positions: what counts, what is refused, and which cards are told."""

from random import Random

from game.cards import card
from game.online.messages import RevealedCard
from game.play.deal import Deal
from game.play.game import ControlAction, Entry
from game.play.proof import deal_of, deck_from_secret
from game.play.record import action_to_text
from game.rounds.referee import Rejection, Ruling, StoredGame, ending_of, judge, seen_text, stored, time_up
from game.rules.position import STOCK
from game.rules.rush import Rush
from tests.each import each

RUSH = Rush(draw=3, limit=300)
START = 1_000_000


def table(*piles: str) -> StoredGame:
    """A stored game from given piles, whose pack in dealing order is that of the piles."""
    position = RUSH.position_from_text("\n".join(f"pile {pile}" for pile in piles))
    deck = tuple(laid for pile in position.piles for laid in pile)
    return stored(Deal(RUSH, None, tuple(laid.down for laid in deck), position), START, [])


def ruled(kept: StoredGame, *asked: str, each_ms: int = 1000) -> Ruling:
    """The ruling on the last of some actions that all count."""
    ruling: Ruling | Rejection | None = None
    for number, text in enumerate(asked, len(kept.game.entries) + 1):
        ruling = judge(kept, number, text, START + number * each_ms)
        assert isinstance(ruling, Ruling), (text, ruling)
        kept = ruling.after
    assert isinstance(ruling, Ruling)
    return ruling


def refusal(kept: StoredGame, number: int, text: str, after_ms: int = 1000) -> Rejection:
    ruling = judge(kept, number, text, START + after_ms)
    assert isinstance(ruling, Rejection), ruling
    return ruling


def test_a_card_that_turns_up_is_told_and_nothing_else():
    ruling = ruled(table("t1 (5D) (8C) KS", "t2 QH", "stock (2C)"), "t2>t1")
    assert ruling.shown == ()
    ruling = ruled(table("t1 (5D) (8C) QH", "t2 KS", "stock (2C)"), "t1>t2")
    assert ruling.shown == (RevealedCard(2, "8C"),)
    assert ruling.entries == (Entry(1000, RUSH.move_from_text("t1>t2")),)


def test_the_cards_that_are_turned_are_told_once():
    kept = table("stock (2C) (3C) (4C) (5C)", "t1 (9D) KS")
    first = ruled(kept, "stock")
    assert [revealed.card for revealed in first.shown] == ["3C", "4C", "5C"]
    last = ruled(kept, "stock", "stock", "stock", "stock")
    assert last.shown == (), "the waste has gone back; its cards were seen"
    assert card("2C") in last.after.seen


def test_undo_shows_nothing_new_and_is_refused_after_a_card_was_seen():
    kept = table("t1 (5D) QH", "t2 KS", "t3 3C", "t4 4D", "stock (2C)")
    undone = ruled(kept, "t3>t4", "undo")
    assert (undone.shown, undone.after.game.position) == ((), kept.game.position)
    assert refusal(ruled(kept, "t1>t2").after, 2, "undo").code == "illegal"


@each(
    ("text", "code"),
    [
        *(("t2>t1", "illegal"), ("t9>t1", "illegal"), ("nonsense", "illegal"), ("t1>t2:1", "illegal")),
        *(("redo", "not_online"), ("shown", "not_online"), ("undo", "illegal")),
    ],
)
def test_what_the_rules_refuse_changes_nothing(text, code):
    kept = table("t1 (5D) QH", "t2 KS", "stock (2C)")
    assert refusal(kept, 1, text)[:3] == (code, 1, ())
    assert kept.game.entries == []


def test_an_action_counts_when_it_arrives_and_time_never_goes_back():
    first = ruled(table("stock (2C) (3C)", "t1 (9D) KS"), "stock", each_ms=5000)
    assert first.at_ms == 5000
    late = judge(first.after, 2, "stock", START + 4000)  # another worker's clock is behind
    assert late.at_ms == 5000


@each(("after_ms", "counts"), [(299_999, True), (300_000, False), (10**9, False)])
def test_nothing_counts_from_the_limit_on(after_ms, counts):
    ruling = judge(table("stock (2C)", "t1 (9D) KS"), 1, "stock", START + after_ms)
    assert isinstance(ruling, Ruling) == counts
    if not counts:
        assert ruling == Rejection("time_is_up", None)


def test_the_server_ends_a_game_in_time_without_the_client():
    kept = table("stock (2C)", "t1 (9D) KS")
    assert time_up(kept, START + 299_999) is None
    ended = time_up(kept, START + 300_000)
    assert ended.entries == (Entry(300_000, ControlAction.END),)
    ending = ending_of(ended.after.game)
    assert (ending.outcome, ending.elapsed) == ("timeout", 300_000)
    assert time_up(ended.after, START + 300_001) is None
    assert judge(ended.after, 1, "end", START + 300_001) == Rejection("other_action", None)
    assert judge(ended.after, 2, "stock", START + 300_001) == Rejection("is_over", None)


def test_a_repeat_is_answered_as_before_and_another_action_is_not():
    first = ruled(table("stock (2C) (3C) (4C) (5C)", "t1 (9D) KS"), "stock")
    later = ruled(first.after, "stock")
    again = judge(later.after, 1, "stock", START + 9000)
    assert (again.entries, again.at_ms, again.shown) == ((), first.at_ms, first.shown)
    assert judge(later.after, 1, "end", START + 9000) == Rejection("other_action", 3)
    assert judge(later.after, 1, "nonsense", START + 9000) == Rejection("other_action", 3)


def test_a_repeat_of_an_early_action_works_out_no_move_again():
    """Else whoever repeats an action of a long game makes everybody wait."""
    worked_out = []

    class Counting(Rush):
        def after_move(self, position, move):
            worked_out.append(move)
            return super().after_move(position, move)

    deal = deal_of(Counting(draw=3, limit=300), deck_from_secret(bytes(32)))
    kept = stored(deal, START, [Entry(0, STOCK)] * 200)
    assert len(worked_out) == 200
    assert isinstance(judge(kept, 150, "stock", START + 9000), Ruling)
    assert len(worked_out) == 200


def test_nothing_is_done_before_what_comes_before_it():
    assert refusal(table("stock (2C)", "t1 (9D) KS"), 2, "stock") == Rejection("ahead", 1)


def test_a_solved_game_plays_itself_out_at_the_server():
    home = ["f1 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "f2 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"]
    home += ["f3 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH", "f4 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS"]
    kept = table(*home, "t1 (KH) QS", "t2 KS")
    assert refusal(kept, 1, "t2>f4").code == "illegal"
    ruling = ruled(kept, "t1>f4")
    assert ruling.shown[0].card == "KH"
    words = [action_to_text(RUSH, entry.action) for entry in ruling.more]
    assert sorted(words) == ["t1>f3", "t2>f4"]
    assert {entry.at_ms for entry in ruling.entries} == {1000}
    ending = ending_of(ruling.after.game)
    assert (ending.outcome, ending.home) == ("won", 52)
    again = judge(ruling.after, 1, "t1>f4", START + 5000)
    assert (again.more, again.shown, again.entries) == (ruling.more, ruling.shown, ())
    assert judge(ruling.after, 2, words[0], START + 5000) == Rejection("other_action", None)


@each("seed", range(6))
def test_what_is_told_is_what_a_player_of_flesh_would_see(seed):
    random, deal = Random(seed), deal_of(RUSH, deck_from_secret(seed.to_bytes(32)))
    kept = stored(deal, START, [])
    seen = set(kept.seen)
    for number in range(1, 120):
        seen |= {laid.up for pile in kept.game.position.piles for laid in pile if laid.face_up}
        assert kept.seen.keys() == seen
        moves = RUSH.legal_moves(kept.game.position)
        if not moves or kept.game.is_over:
            break
        text = action_to_text(RUSH, random.choice(moves))
        ruling = judge(kept, number, text, START + number * 1000)
        named = {card(revealed.card) for revealed in ruling.shown}
        assert named.isdisjoint(kept.seen)
        assert ruling.after.seen.keys() == kept.seen.keys() | named
        kept = ruling.after
    words = seen_text(kept).split(" ")
    assert [word == "??" for word in words] == [laid.up not in seen for laid in deal.deck or ()]
    again = stored(deal, START, kept.game.entries)
    assert (again.seen, again.game.position) == (kept.seen, kept.game.position)


def test_a_judged_game_is_not_changed():
    kept = table("stock (2C)", "t1 (9D) KS")
    before = (kept.game.position, [*kept.game.entries], kept.seen)
    ruled(kept, "stock")
    assert (kept.game.position, kept.game.entries, kept.seen) == before
    assert STOCK in RUSH.legal_moves(kept.game.position)

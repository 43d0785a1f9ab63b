"""Recorded games and what they prove: a change of the rules or of the record shows as a difference of text.

A new game comes in as a record in `golden/`; `pytest tests/test_golden.py --regolden` writes beside it
what it proves. Look at the difference before you commit it.
"""

import json
from pathlib import Path

import pytest

from game.play.game import ControlAction, Game
from game.play.proof import proof
from game.play.record import Record, read_record, record_text
from game.rules import VARIANTS
from tests.refereed import same_verdict

RECORDS = sorted((Path(__file__).parent / "golden").glob("*.patience"))

every_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


def read(path: Path) -> Record:
    return read_record(path.read_bytes())


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [read(path).replay() for path in RECORDS]


@every_record
def test_a_recorded_game_proves_what_it_always_proved(path, pytestconfig):
    found = json.dumps(proof(read(path).replay()), indent=2) + "\n"
    expected = path.with_suffix(".json")
    if pytestconfig.getoption("regolden"):
        expected.write_text(found, "utf-8")
    assert found == expected.read_text("utf-8")


@every_record
def test_a_recorded_game_is_written_again_as_it_was_read(path):
    record = read(path)
    again = record_text(record.replay(), record.tags)
    whole_lines = path.read_text("utf-8").split("\n")[:-1]
    assert again == "".join(line + "\n" for line in whole_lines if not line.startswith("#"))


@every_record
def test_a_referee_agrees_about_a_recorded_game_and_no_move_is_legal_after_its_end(path):
    game = same_verdict(path.read_bytes())
    variant, position = game.variant, game.position
    if variant.outcome(position) is not None and "move" not in variant.legal_after_the_end:
        assert variant.legal_moves(position) == []


def test_the_games_show_every_variant_every_outcome_every_draw_and_pack_and_both_maxima_of_spider(games):
    by_name = {name: [game for game in games if game.variant.name == name] for name in VARIANTS}
    assert all(by_name.values())
    rush = {(game.variant.draw, game.outcome.value) for game in by_name["rush"]}
    assert {(3, "won"), (1, "won"), (3, "ended"), (1, "timeout"), (1, "playing")} <= rush
    spider = {(game.variant.suits, game.outcome.value) for game in by_name["spider"]}
    assert {(1, "won"), (2, "won"), (4, "won"), (4, "playing")} <= spider
    assert {990, 1000} <= {game.score for game in by_name["spider"]}


def test_the_records_show_every_act_and_every_way_to_begin(games):
    assert {entry.action for game in games for entry in game.entries} >= set(ControlAction)
    ways = {(game.deal.deck is None, game.deal.number is None) for game in games}
    assert ways == {(True, True), (False, True), (False, False)}

"""A game in two files: commands, replay, statistics and texts are right without having heard of it.

The laws of every game hold for it in `test_every_variant`.
"""

import csv
import json
from pathlib import Path

import pytest

from game.cli import main
from game.play.deal import deal_number, deal_position
from game.play.game import Game
from game.play.move_words import advised_words
from game.play.record import Record, record_text
from game.play.replay import Replay
from game.play.summary import totals_of
from game.rules import find_variant
from game.rules.position import STOCK
from game.rules.variant import Outcome, Variant
from game.solver.answer import SolverError
from game.solver.solve import SOLVERS, advise
from game.storage.statistics import Statistics
from game.ui.statistics.board import charts, figures
from tests.commands import files_in, refusal
from tests.golf.rules import CLEARED, Golf

LAST = "7C 8D 9H TS 9C 8H 7D"
"""The columns shortly before a win, each of one card, in the order in which they go."""


def nearly_won() -> Game:
    """A game with seven cards left, none in the stock."""
    last = LAST.split()
    others = sorted({card.up.text for card in Golf().pack()} - {*last, "6C"})
    columns = "\n".join(f"pile t{number} {text}" for number, text in enumerate(last, 1))
    position = Golf().position_from_text(f"pile f1 {' '.join(others)} 6C\n{columns}")
    return Game(deal_position(Golf(), position))


def clear(game: Game, columns: int) -> Game:
    """Plays so many columns off, a second each."""
    for number in range(1, columns + 1):
        game.play(game.variant.move_from_text(f"t{number}>f1"), 1000 * number)
    return game


def replay_of(game: Game) -> Replay:
    return Replay(Record(game.deal, {}, tuple(game.entries)))


@pytest.mark.parametrize(
    ("words", "around"), [((), "no"), (("--around", "yes"), "yes"), (("--around",), "yes")]
)
def test_its_option_is_one_of_the_command_line(run, words, around):
    code, printed, complaint = run("deal", "golf", "--deal", 5, *words)
    assert (code, complaint) == (0, "")
    assert printed.splitlines()[0] == f"Golf around={around}, deal 5"
    assert run("deal", "--around", "golf", "--json")[0] == 0, "it may stand before the name"


@pytest.mark.parametrize(
    "words", [("golf", "--around", "maybe"), ("golf", "--draw", 1), ("rush", "--around")]
)
def test_what_is_no_option_of_a_game_is_refused(run, words):
    refusal(run("deal", *words), 2)


def test_the_help_names_game_and_option(capsys):
    with pytest.raises(SystemExit):
        main(["deal", "--help"])
    printed = " ".join(capsys.readouterr().out.split())
    assert "or three-shuffles or golf" in printed
    assert "--around [yes|no] kings and aces meet (Golf)" in printed


def test_play_opens_its_table(run, monkeypatch):
    opened: list[tuple[Variant, int | None, int | None]] = []
    monkeypatch.setattr("game.ui.opening.at_table", lambda *what: opened.append(what))
    monkeypatch.setattr("game.ui.opening.open_window", lambda *_: 0)
    assert run("play", "golf", "--around", "yes", "--deal", 3)[0] == 0
    assert opened == [(Golf(around=True), 3, None)]


@pytest.mark.parametrize("words", [("solve", "golf", "--deal", 1), ("certify", "golf", 0, 5)])
def test_that_it_has_no_solver_is_said(run, words):
    assert run(*words) == (2, "", "patience: there is no solver for golf.\n")
    assert "golf" not in SOLVERS
    with pytest.raises(SolverError, match="this game has no solver"):
        advise(Golf(), deal_number(Golf(), 1).position, None)


def test_a_replayed_record_tells_its_result_in_its_unit(run, tmp_path):
    path = files_in(tmp_path)(record_text(clear(nearly_won(), 6), {}, picture=True))
    code, printed, complaint = run("replay", path)
    assert (code, complaint) == (0, "")
    assert printed == (
        f"{path}: golf around=no, given piles, playing, 1 card left, 51 cards home, 6 entries in 6.0 s\n"
    )
    assert "# Golf, custom position, after 0:06: 1 card left\n" in path.read_text()
    answer = json.loads(run("replay", path, "--json")[1])
    assert (answer["score"], answer["total"], answer["stacks"], answer["home"]) == (None, None, None, 51)


def test_its_own_landmarks_are_found_and_no_suit_is_complete():
    assert replay_of(clear(nearly_won(), 3)).landmarks == [(step, CLEARED) for step in (1, 2, 3)]
    turned = Game(deal_number(Golf(), 1))
    for step in range(16):
        turned.play(STOCK, step)
    assert len(turned.position.piles[1]) == 17
    assert replay_of(turned).landmarks == []


def test_its_moves_have_words():
    assert replay_of(clear(nearly_won(), 1)).words(1) == "7♣ goes home"
    dealt = Game(deal_number(Golf(), 1))
    dealt.play(STOCK, 0)
    assert replay_of(dealt).words(1) == f"deals {dealt.position.piles[1][-1].sign}"
    assert advised_words(Golf(), dealt.position, STOCK) == "Turn a card"


def test_it_ends_won_or_lost():
    assert clear(nearly_won(), 7).outcome is Outcome.WON
    game = nearly_won()
    for second, column in enumerate((1, 2, 3, 6, 5, 4)):  # what is left, 7♦, does not follow on 10♠
        assert game.outcome is Outcome.PLAYING
        game.play(game.variant.move_from_text(f"t{column}>f1"), 1000 * second)
    assert game.outcome is Outcome.LOST


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of a player who has played two games of Golf."""
    monkeypatch.setattr("game.cli.statistics.data_folder", lambda: tmp_path)
    (tmp_path / "games").mkdir()
    for number in (1, 2):
        game = Game(deal_number(find_variant("golf", ["around=yes"]), number))
        while not game.is_over:
            game.play(game.variant.legal_moves(game.position)[-1], game.elapsed_ms + 1000)
        (tmp_path / "games" / f"golf-{number}.patience").write_text(record_text(game, {}))
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_its_games_are_counted(run):
    code, printed, complaint = run("statistics")
    assert (code, complaint) == (0, "")
    assert "Golf, around=yes" in printed
    (told,) = json.loads(run("statistics", "--json")[1])["sets"]
    assert (told["variant"], told["played"]) == ("golf", 2)
    assert told["best"] <= told["mean"], "fewest is best"


def test_csv_names_unit_and_figures(folder, run):
    assert run("statistics", "--csv", folder / "games.csv")[0] == 0
    with (folder / "games.csv").open(newline="", encoding="utf-8-sig") as file:
        first, _ = csv.DictReader(file)
    assert first["unit"] == "cards left"
    assert int(first["result"]) + int(first["cards_home"]) + int(first["stock_left"]) == 52


def test_the_screen_of_statistics_speaks_of_cards_left(folder):
    statistics = Statistics(folder)
    for _ in statistics.catch_up():
        pass
    games = statistics.games()
    statistics.close()
    words = dict(figures(totals_of(games)))
    assert int(words["Fewest cards left"]) == min(game.result.value or 0 for game in games)
    assert "Won" in words
    over_time, spread = charts(totals_of(games))
    assert (over_time.up, spread.across) == ("cards left", "cards left")


def test_what_is_best_is_said_in_the_help(capsys):
    with pytest.raises(SystemExit):
        main(["statistics", "--help"])
    printed = " ".join(capsys.readouterr().out.split())
    assert "in Rush, 1-3 Back and Golf it has no result" in printed
    assert "In Golf the fewest cards left are best." in printed

"""The command `solve`: its answers, its records and its refusals are those of the contract."""

import io
import json

import pytest

from game.cli.solve import play
from game.play.deal import deal_number
from game.play.record import header_text, read_record
from game.rules import find_variant
from game.rules.rush import Rush, follows_leftmost_rule
from game.rules.variant import Outcome
from game.solver.answer import SearchResult, Verdict
from game.solver.solve import SOLVERS, GameSolver
from tests.commands import WON, is_one_sentence, process, refusal
from tests.each import each
from tests.records import position

pytestmark = pytest.mark.thorough
RUSH = find_variant("rush")
FIELDS = {"verdict": str, "value": int, "actions": list, "nodes": int, "seconds": float}


ALMOST = position("t1 KS", home=(13, 13, 13, 11), options="draw=3 limit=300")
TWO_TO_TURN = position("t1 KS", home=(13, 13, 13, 10), options="draw=3 limit=300")
HOPELESS = header_text(deal_number(RUSH, 21), {})


@pytest.fixture
def answering(monkeypatch):
    """Puts a solver of Rush in place that gives one answer."""

    def with_answer(answer: SearchResult) -> None:
        monkeypatch.setitem(SOLVERS, "rush", lambda: GameSolver(lambda *_: answer, lambda *_: iter(())))

    return with_answer


# What it answers ----------------------------------------------------------------------------------
def test_json_has_exactly_the_fields_of_the_contract_and_words_tell_the_same(run):
    code, printed, complaint = run("solve", "rush", "--deal", 5, "--json")
    assert (code, complaint, printed.count("\n")) == (0, "", 1)
    answer = json.loads(printed)
    assert {name: type(value) for name, value in answer.items()} == FIELDS
    assert list(answer) == list(FIELDS)
    assert (answer["verdict"], answer["value"]) == ("solved", 52)
    code, printed, complaint = run("solve", "rush", "--deal", 5)
    lines = printed.splitlines()
    assert (code, complaint) == (0, "")
    assert lines[0] == "Solitaire Rush draw=3 limit=300, deal 5"
    assert lines[1].startswith("solved: 52 cards home after ")
    assert all(len(line) <= 100 for line in lines)
    assert " ".join(lines[2:]).split(" ") == answer["actions"]


@pytest.mark.parametrize(
    "words",
    [
        ("rush", "--deal", 5),
        ("rush", "--deal", 5, "--draw", 1, "--time", 60),
        ("one-three-back", "--deal", 7),
    ],
)
def test_the_actions_are_legal_and_come_to_the_value(run, words):
    answer = json.loads(run("solve", *words, "--json")[1])
    variant = find_variant(words[0], ["draw=1", "limit=60"] if "--draw" in words else [])
    position = deal_number(variant, words[2]).position
    for action in answer["actions"]:
        position = variant.apply(position, variant.move_from_text(action))
    if words[0] == "rush":
        assert answer["value"] == variant.home(position) == 52
    else:
        assert answer["value"] == variant.stacks(position) == 1


def test_without_a_number_it_tells_which_deal_it_took_beside_json_which_stays_one_object(run):
    named = [run("solve", "one-three-back")[1].splitlines()[0] for _ in range(2)]
    assert all(line.startswith("1-3 Back, deal ") for line in named)
    assert named[0] != named[1]
    _, printed, beside = run("solve", "one-three-back", "--json")
    number = int(beside.strip().removeprefix("1-3 Back, deal "))
    again = run("solve", "one-three-back", "--json", "--deal", number)[1]
    assert json.loads(again)["actions"] == json.loads(printed)["actions"]


def test_a_file_is_solved_from_its_last_position(run, file):
    answer = json.loads(run("solve", file(ALMOST), "--json")[1])
    assert answer["actions"] == ["stock", "waste>f4", "t1>f4"]
    answer = json.loads(run("solve", file(ALMOST + "500 stock\n"), "--json")[1])
    assert answer["actions"] == ["waste>f4", "t1>f4"]
    solved = json.loads(run("solve", file(WON.replace("20500 t1>f4\n", "")), "--json")[1])
    assert solved["actions"] == ["t1>f4", "t1>f4"], "nothing is left but to go home"


def test_what_cannot_be_won_is_a_no(run, file):
    code, printed, complaint = run("solve", file(HOPELESS), "--json")
    answer = json.loads(printed)
    assert (code, complaint) == (1, "")
    assert (answer["verdict"], answer["actions"], answer["value"]) == ("unsolvable", [], 0)
    code, printed, complaint = run("solve", file(HOPELESS))
    assert (code, complaint) == (1, "")
    assert printed.startswith("unsolvable: 0 cards home after 0 actions (")


def test_giving_up_is_a_no_with_the_best_line(run, answering):
    answering(SearchResult(Verdict.GAVE_UP, 0, (RUSH.move_from_text("stock"),), 7))
    code, printed, complaint = run("solve", "rush", "--deal", 1, "--json")
    answer = json.loads(printed)
    assert (code, complaint) == (1, "")
    assert {**answer, "seconds": 0} == {
        **{"verdict": "gave up", "value": 0, "actions": ["stock"], "nodes": 7, "seconds": 0}
    }


# --record -----------------------------------------------------------------------------------------
def test_the_record_of_a_deal_is_one_that_replay_accepts(run, tmp_path):
    out = tmp_path / "solution.patience"
    actions = json.loads(run("solve", "rush", "--deal", 5, "--json", "--record", out)[1])["actions"]
    code, printed, _ = run("replay", out, "--json")
    proof = json.loads(printed)
    assert (code, proof["outcome"], proof["deal"], proof["entries"]) == (0, "won", 5, len(actions))
    assert proof["elapsed_ms"] <= 300_000


def test_the_record_of_a_file_keeps_what_was_played(run, file, tmp_path):
    out = tmp_path / "solution.patience"
    tags = "\nabout player=Anna tournament=x started=then\n\n"
    path = file(TWO_TO_TURN.replace("\n\n", tags) + "500 stock\n")
    assert run("solve", path, "--record", out)[0] == 0
    record = read_record(out.read_bytes())
    game = record.replay()
    assert [entry.at_ms for entry in game.entries] == [500, 1500, 1500, 1500]
    assert game.outcome.value == "won"
    assert record.tags == {"started": "then", "player": "solver"}


def test_a_record_may_replace_the_file_it_came_from(run, file):
    path = file(ALMOST)
    assert run("solve", path, "--record", path)[0] == 0
    assert json.loads(run("replay", path, "--json")[1])["outcome"] == "won"
    assert "the game is over (won)" in refusal(run("solve", path))


@each("limit_s", [1, 2, 60, 86400])
@each("before_ms", [0, 777, 1000])
def test_times_are_evenly_spaced_within_the_limit_and_stand_once_solved(limit_s, before_ms):
    record = TWO_TO_TURN.replace("limit=300", f"limit={limit_s}")
    game = read_record(f"{record}{before_ms} stock\n{before_ms} stock\n".encode()).replay()
    moves = [game.variant.move_from_text(text) for text in ("stock", "waste>f4", "waste>f4", "t1>f4")]
    play(game, SearchResult(Verdict.SOLVED, 52, tuple(moves), 1))
    times = [entry.at_ms for entry in game.entries[2:]]
    step = min(1000, (limit_s * 1000 - before_ms) // 4)
    assert times == [before_ms + step, *[before_ms + 2 * step] * 3]


def test_without_a_solution_no_record_is_written(run, file, tmp_path):
    out = tmp_path / "solution.patience"
    code, printed, complaint = run("solve", file(HOPELESS), "--record", out)
    assert (code, printed.startswith("unsolvable: ")) == (1, True)
    assert is_one_sentence(complaint)
    assert not out.exists()


def test_a_record_that_cannot_be_written_is_said(run, tmp_path):
    code, printed, complaint = run("solve", "rush", "--deal", 5, "--record", tmp_path)
    assert code == 1
    assert is_one_sentence(complaint)
    assert "cannot be written" in complaint
    assert printed.splitlines()[1].startswith("solved: "), "the answer is told all the same"


# What it refuses ----------------------------------------------------------------------------------
def test_what_follows_two_dashes_is_a_file_whatever_it_is_called(run):
    assert "“--early”" in run("solve", "--", "--early")[2]


PACK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("nonsense\n", "line 1: "),
        (header_text(deal_number(RUSH, 5), {}) + "0 t1>t1\n", "line 6: “t1>t1” is refused"),
        (position("t1 KS KS", home=(13, 13, 13, 11)), "KS occurs 2 times instead of 1"),
        (f"patience 1\nvariant rush draw=3\ndeal none\ndeck {' '.join([*PACK, 'AC'])}\n\n", "AC 2 times"),
        ("patience 1\nvariant spider\ndeal none\npile t1 KS\n\n", "is missing"),
    ],
)
def test_a_hostile_or_impossible_position_is_refused_in_one_sentence(run, file, content, fault):
    assert fault in refusal(run("solve", file(content)))


def test_a_missing_file_is_a_wrong_input_and_an_unknown_game_a_wrong_command(run, tmp_path):
    assert run("solve", tmp_path / "missing.patience")[0] == 1
    assert run("solve", "missing.patience")[2] == "patience: missing.patience: no such file or directory.\n"
    assert "there is no game and no file “chess”" in run("solve", "chess")[2]


def test_a_grid_without_a_merge_and_a_game_that_was_ended_are_over(run, file):
    grid = "patience 1\nvariant one-three-back\ndeal none\npile t1 9C\npile t2 4D\n\n"
    ended = header_text(deal_number(RUSH, 5), {}) + "9 end\n"
    for content, how in ((grid, ""), (ended, " (ended)")):
        code, _, complaint = run("solve", file(content))
        assert (code, complaint.endswith(f": the game is over{how}.\n")) == (1, True)


# As a process -------------------------------------------------------------------------------------
def test_it_needs_no_pygame_and_its_exit_codes_are_those_of_the_process(file, tmp_path):
    (tmp_path / "poison").mkdir()
    (tmp_path / "poison" / "pygame.py").write_text("raise SystemExit(77)\n")
    poisoned = {"PYTHONPATH": str(tmp_path / "poison")}
    assert process("solve", file(ALMOST), **poisoned).returncode == 0
    assert process("solve", file(HOPELESS), **poisoned).returncode == 1
    assert process("solve", "chess", **poisoned).returncode == 2


def test_plain_python_answers_the_same(file):
    plain = process("solve", file(ALMOST), "--json", PATIENCE_PLAIN="1")
    compiled = process("solve", file(ALMOST), "--json")
    assert json.loads(plain.stdout)["actions"] == json.loads(compiled.stdout)["actions"]


def test_a_line_by_the_tip_follows_it(run):
    game = Rush()
    for number in (8, 9):
        code, out, _ = run("solve", "rush", "--deal", number, "--leftmost", "--json")
        position = deal_number(game, number).position
        for action in json.loads(out)["actions"]:
            move = game.move_from_text(action)
            assert follows_leftmost_rule(game, position, move)
            position = game.apply(position, move)
        assert (code, game.home(position)) == (0, 52)
    refusal(run("solve", "spider", "--deal", 1, "--leftmost"), 2)


# A deal of one's own ------------------------------------------------------------------------------
HOME = "\n".join(
    f"f{suit}: {' '.join(rank + name for rank in 'A23456789TJQK'[: 11 if name == 'S' else 13])}"
    for suit, name in enumerate("CDHS", 1)
)


def test_typed_cards_are_solved_and_recorded(run, file, tmp_path):
    cards, out = file(f"stock: QS\nt1: KS\n{HOME}"), tmp_path / "out.patience"
    code, printed, _ = run("solve", "rush", "--cards", cards, "--json", "--record", out)
    assert (code, json.loads(printed)["verdict"]) == (0, "solved")
    assert read_record(out.read_bytes()).replay().outcome is Outcome.WON


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"KS 1H", "“1H” is not a card"),
        (f"stock: ??\nt1: KS\n{HOME}".encode(), "1 card is unseen: whether this can be won depends on it"),
        (b"\xff\xfe?", "this file is UTF-16; save it as UTF-8"),
    ],
)
def test_cards_that_make_no_deal_are_refused_in_a_sentence(run, file, monkeypatch, text, why):
    assert why in refusal(run("solve", "rush", "--cards", file(text)))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert why in refusal(run("solve", "rush", "--cards", "-"))


def test_a_deal_of_ones_own_has_no_number(run, file):
    assert "--cards" in refusal(run("solve", "rush", "--cards", file("KS"), "--deal", 5), 2)
    assert "--cards" in refusal(run("play", "rush", "--cards", file("KS"), "--deal", 5), 2)
    assert "a file says itself" in refusal(run("solve", file(ALMOST), "--cards", file("KS")), 2)


def test_a_record_sent_by_mail_is_solved_and_replayed(run, file):
    sent = file(b"\xef\xbb\xbf" + ALMOST.replace("\n", "\r\n").encode())
    assert run("solve", sent)[0] == 0
    assert run("replay", sent)[0] == 0

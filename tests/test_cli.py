"""The command line: what it prints, what it answers, how it refuses.

Most of it runs in this process; what only a process of its own can show (the exit code, a
pipe that keeps nobody waiting, pygame left alone) runs in one.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.play.deal import deal_number
from game.play.record import header_text
from game.rules import find_variant
from game.solver.catalogue import read_catalogue
from game.version import VERSION
from tests.commands import ROOT, WON, is_one_sentence, printed, process, refusal

DEAL = deal_number(find_variant("rush"), 48213)
HEADER = header_text(DEAL, {})


# deal -----------------------------------------------------------------------------------------
def test_deal_prints_the_dealt_position(run):
    code, printed, complaint = run("deal", "rush", "--deal", 48213)
    lines = printed.splitlines()
    assert (code, complaint) == (0, "")
    assert lines[0] == "Solitaire Rush draw=3 limit=300, deal 48213"
    assert lines[1].startswith("stock  (AH) (7D)")
    assert lines[2:7] == ["waste", "   f1", "   f2", "   f3", "   f4"]
    assert lines[7:10] == ["   t1  9D", "   t2  (TS) KH", "   t3  (2S) (4C) 2C"]


def test_deal_json_has_the_fields_of_the_contract(run):
    code, printed, complaint = run("deal", "rush", "--deal", 48213, "--draw", 1, "--time", 60, "--json")
    assert (code, complaint, printed.count("\n")) == (0, "", 1)
    answer = json.loads(printed)
    assert list(answer) == ["variant", "options", "deal", "deck", "piles"]
    assert (answer["variant"], answer["options"], answer["deal"]) == ("rush", {"draw": 1, "limit": 60}, 48213)
    assert answer["deck"].startswith("9D TS 2S 9H 4D AC 7S KH")
    assert len(answer["deck"].split(" ")) == 52
    assert answer["piles"]["t3"] == "(2S) (4C) 2C"
    assert answer["piles"]["waste"] == answer["piles"]["f1"] == ""
    columns, foundations = (f"t{n}" for n in range(1, 8)), (f"f{n}" for n in range(1, 5))
    assert list(answer["piles"]) == ["stock", "waste", *foundations, *columns]


@pytest.mark.parametrize("game", ["rush", "spider", "one-three-back", "three-shuffles"])
def test_deal_without_a_number_deals_a_new_one_each_time(run, game):
    first, second = (json.loads(run("deal", game, "--json")[1]) for _ in range(2))
    assert 0 <= first["deal"] < 2**64
    assert first["deal"] != second["deal"]
    assert first["deck"] != second["deck"]
    assert run("--version") == (0, f"Patience Arcade {VERSION}\n", "")


@pytest.mark.parametrize("is_compiled", [True, False])
def test_the_version_in_full_tells_which_solver_is_in_use(run, monkeypatch, is_compiled):
    monkeypatch.setattr("game.solver.kernels.compiled.IS_COMPILED", is_compiled)
    code, out, _ = run("--version", "--verbose")
    assert (code, out.startswith(f"Patience Arcade {VERSION}, Python ")) == (0, True)
    assert ("fast (numba is in use)" in out) == is_compiled
    assert run("--verbose")[0] != 0


@pytest.mark.parametrize("draw", [1, 3])
def test_rush_without_a_number_deals_one_that_is_certified_to_be_winnable(run, draw, monkeypatch):
    catalogue = read_catalogue(ROOT / "assets" / "deals")
    # Even with these numbers, most of which are no winnable deals themselves.
    for index, chance in enumerate([bytes(8), b"\xff" * 8, *(bytes([byte] * 8) for byte in range(1, 20))]):
        monkeypatch.setattr(os, "urandom", lambda count, chance=chance: chance[:count])
        code, printed, complaint = run("deal", "rush", "--draw", draw, "--json")
        assert (code, complaint) == (0, "")
        number = json.loads(printed)["deal"]
        assert catalogue.is_certified(draw, number), index
        rush = find_variant("rush", [f"draw={draw}"])
        assert json.loads(printed)["piles"]["t7"].endswith(
            deal_number(rush, number).position.piles[12][-1].text
        )


def test_without_its_catalogue_rush_deals_only_what_it_is_told(run, monkeypatch, tmp_path):
    monkeypatch.setattr("game.cli.solve.assets_folder", lambda: tmp_path)
    assert "rush-draw-1.bits" in refusal(run("deal", "rush"))
    assert run("deal", "rush", "--deal", 5)[0] == 0
    assert run("deal", "spider")[0] == 0


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_the_suits_of_spider_are_chosen(run, suits):
    answer = json.loads(run("deal", "spider", "--deal", 5, "--suits", suits, "--json")[1])
    assert answer["options"] == {"suits": suits}
    assert len({card[1] for card in answer["deck"].split(" ")}) == suits


# Wrong command lines --------------------------------------------------------------------------
@pytest.mark.parametrize(
    "line",
    [
        *("nonsense", "deal", "deal chess", "deal rush extra", "deal rush --deal", "deal rush --deal x"),
        *("deal rush --deal -1", f"deal rush --deal {2**64}", "deal rush --deal 1.5", "deal rush --dea 5"),
        *("deal rush --draw 2", "deal rush --time 0", "deal rush --time 86401", "deal rush --nonsense"),
        *("replay", "replay --json", "play chess", "play rush --draw 5", "play rush --deal x"),
        *("deal spider --suits 3", "deal rush --suits 4", "deal spider --draw 3"),
        *(
            "play --file a.patience rush",
            "play --file a.patience --deal 5",
            "play --file a.patience --draw 1",
        ),
        *(
            "play --file a.patience --suits 1",
            "play rush --hide-score=maybe",
            "deal rush --deal 3 --narrate",
            "--narrate deal rush --deal 3",
        ),
        *("solve", "solve chess", "solve rush extra", "solve rush --deal x", "solve rush --deal -1"),
        *("solve rush --limit 0", "solve rush --limit -1", "solve rush --limit x", "solve rush --limit nan"),
        *("solve rush --limit inf", "solve rush --limit 1e9", "solve rush --limit 1_0", "solve rush --limit"),
        *("solve rush --draw 2", "solve spider --draw 3", "solve rush --lim 5", "solve rush --record"),
        *("solve a.patience --deal 5", "solve a.patience --draw 1", "solve a.patience --early"),
        *("certify", "certify rush", "certify rush 0", "certify chess 0 5", "certify rush x 5"),
        *("certify rush 0 x", "certify rush 0 0", "certify rush 0 -1", "certify rush -1 5"),
        *("certify rush 0 100000001", "certify rush 18446744073709551615 2", "certify rush 0 5 --deal 5"),
        *("certify rush 0 5 --jobs 0", "certify rush 0 5 --jobs x", "certify rush 0 5 --jobs 1000"),
        *("certify rush 0 5 --limit 0", "certify rush 0 5 --draw 2", "certify rush 0 5 --all"),
        *("certify rush 0 5 --jobs 1 --scheduler tcp://127.0.0.1:1", "certify --verify a rush 0 5"),
        *("certify spider 1 2 --catalogue x", "certify rush 1 2 --catalogue x"),
        *("certify --verify a --draw 1", "certify --verify a --retry", "certify --verify a --out b"),
    ],
)
def test_a_wrong_command_line_is_refused_in_one_sentence(run, line):
    refusal(run(*line.split(" ")), 2)


def test_what_is_wrong_is_named(run):
    assert "--draw is 1 or 3, not “2”" in run("deal", "rush", "--draw", 2)[2]
    assert "--time is none or a number from 1 to 86400, not “0”" in run("solve", "rush", "--time", 0)[2]
    assert "there is no game “chess”" in run("deal", "chess")[2]
    assert "“x” is not a deal number" in run("deal", "rush", "--deal", "x")[2]


# replay ---------------------------------------------------------------------------------------
def test_replay_prints_what_a_game_proves(run, file):
    path = file(WON)
    code, printed, complaint = run("replay", path)
    assert (code, complaint) == (0, "")
    # Queen and king at 5 each, the king turned up 10; 39 whole seconds are left of 60.
    assert printed == (
        f"{path}: rush draw=1 limit=60, given piles, won, score 20 + 39 = 59, 52 cards home,"
        " 2 entries in 20.5 s\n"
    )


def test_replay_json_has_the_fields_and_types_of_the_contract(run, file):
    path = file(HEADER + "2210 stock\n")
    code, printed, complaint = run("replay", path, "--json")
    assert (code, complaint, printed.count("\n")) == (0, "", 1)
    answer = json.loads(printed)
    options = {"draw": 3, "limit": 300}
    assert printed.partition(', "piles": ')[0] + "}" == json.dumps(
        {
            **{"file": str(path), "legal": True, "variant": "rush", "options": options, "deal": 48213},
            **{"entries": 1, "score": 0, "time_bonus": 0, "total": 0, "elapsed_ms": 2210},
            **{"outcome": "playing", "home": 0, "stacks": None},
        }
    )
    assert list(answer)[-1] == "piles"
    assert answer["piles"]["waste"] == "JH 5S 7H"
    assert answer["piles"]["f1"] == ""
    assert all(type(cards) is str for cards in answer["piles"].values())


def test_replay_json_of_a_file_that_does_not_hold(run, file):
    path = file(HEADER + "0 stock\n5 t1>t2\n")
    code, printed, complaint = run("replay", path, "--json")
    assert (code, complaint, printed.count("\n")) == (1, "", 1)
    answer = json.loads(printed)
    assert list(answer) == ["file", "legal", "line", "error"]
    assert (answer["file"], answer["legal"], answer["line"]) == (str(path), False, 7)
    assert answer["error"].startswith("“t1>t2” is refused: ")


def test_replay_answers_for_many_files_in_their_order(run, file, tmp_path):
    good, bad, missing = file(WON, "good"), file("nonsense\n", "bad"), tmp_path / "missing"
    code, printed, complaint = run("replay", bad, good, missing, good, "--json")
    answers = [json.loads(line) for line in printed.splitlines()]
    assert (code, complaint) == (1, "")
    assert [(Path(answer["file"]).name, answer["legal"]) for answer in answers] == [
        *(("bad", False), ("good", True), ("missing", False), ("good", True)),
    ]


def test_replay_goes_on_after_a_file_that_does_not_hold(run, file):
    path = file("nonsense\n", "two\nlines \x1b[2J")
    code, printed, complaint = run("replay", path, file(WON, "good"))
    assert code == 1
    assert ", won, " in printed
    assert is_one_sentence(complaint)
    assert complaint.rstrip("\n").isprintable()


# Files that cannot be read ----------------------------------------------------------------------
def cannot_be_read(run, path: object) -> str:
    """Why a file cannot be read, after a look at both ways of saying so."""
    refusal(run("replay", path))
    code, printed, complaint = run("replay", path, "--json")
    answer = json.loads(printed)
    assert (code, complaint, answer["legal"], answer["line"]) == (1, "", False, None)
    assert set(answer) == {"file", "legal", "line", "error"}
    return answer["error"]


FOLDER = "it is not a regular file"


@pytest.mark.parametrize(
    ("name", "why"),
    [("missing", "no such file or directory"), (".", FOLDER), ("a\0b", ""), ("x" * 5000, "")],
)
def test_what_is_no_file_is_said(run, tmp_path, name, why):
    assert (why or "name") in cannot_be_read(run, tmp_path / name)


def test_a_file_of_more_than_a_mebibyte(run, tmp_path):
    path = tmp_path / "large"
    with path.open("wb") as large:
        large.truncate(1 << 40)  # a hole: it takes no room on the disk
    assert cannot_be_read(run, path) == "the file is larger than 1048576 bytes"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes among its files")
def test_a_pipe_keeps_nobody_waiting(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    answer = process("replay", path)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr == f"patience: {path}: it is not a regular file.\n"


def test_a_file_to_be_played_is_checked_before_the_window_opens(run, file, tmp_path):
    for path, said in (
        (file(HEADER + "0 nonsense\n"), "line 6: “nonsense” is not an action.\n"),
        (tmp_path / "missing", "no such file or directory.\n"),
    ):
        code, _, complaint = run("play", "--file", path)
        assert (code, complaint.endswith(said)) == (1, True)


# What a file may hold does not spoil the sentence ------------------------------------------------
@pytest.mark.parametrize(
    "spoiler", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\x1b[2J", "\x07", "\0", "\u202e"]
)
def test_an_odd_character_of_a_record_does_not_reach_the_terminal(run, file, spoiler):
    _, _, complaint = run("replay", file(HEADER + f"0 sto{spoiler}ck\n"))
    assert is_one_sentence(complaint)
    assert complaint.rstrip("\n").isprintable()


@pytest.mark.skipif(os.name != "posix", reason="only there a name is bytes")
def test_a_file_name_that_is_no_text_is_answered_for(run, file):
    path = os.fsdecode(b"\xff.patience")
    code, printed, _ = run("replay", file(WON, path), "--json")
    assert code == 0
    assert json.loads(printed)["file"].endswith(path)
    code, printed, _ = run("replay", file(WON, path))
    assert code == 0
    assert r"\xff.patience: rush" in printed


def test_a_file_name_is_readable_where_the_locale_knows_no_such_letter(file):
    for switches in ({}, {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}):
        answer = process("replay", file("nonsense\n", "♠ für Ä.patience"), LC_ALL="POSIX", **switches)
        assert "♠ für Ä.patience: line 1:" in answer.stderr


# As a process -----------------------------------------------------------------------------------
def test_the_exit_code_is_that_of_the_process(file):
    assert process("replay", file(WON)).returncode == 0
    assert process("replay", file("nonsense\n")).returncode == 1
    assert process("replay").returncode == 2


def test_an_ascii_terminal_gets_its_sentence_too(file):
    answer = process("replay", file("nonsense\n"), PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0")
    assert answer.returncode == 1
    assert is_one_sentence(answer.stderr)


LONG_TABLE = ["robots", "--strength", "beginner", "--draw", "1", "--games", "1", "--any-deal"]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(LONG_TABLE, id="table", marks=pytest.mark.thorough),
        pytest.param(["replay", *["FILE"] * 2000], id="many answers"),
    ],
)
def test_a_reader_that_goes_away_is_no_error(file, words):
    path = str(file(WON))
    command = [sys.executable, "main.py", *(path if word == "FILE" else word for word in words)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        if words is not LONG_TABLE:
            running.stdout.read(1)
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 0


def test_a_command_loads_neither_the_window_nor_what_compiles_the_solver_before_it_needs_them(file):
    commands = (
        *("deal rush --deal 5 --json", "deal rush --json", "nonsense", "--version", "deal --help"),
        f"replay {file(WON)} {file(HEADER, 'two')}",
    )
    program = f"""
import os, sys
from game.cli import main
os.dup2(1, 2)
for line in {commands}:
    try:
        main(line.split())
    except SystemExit:
        pass
print(*{{"pygame", "numba"}} & set(sys.modules))
"""
    assert printed("-c", program).splitlines()[-1] == ""


@pytest.mark.parametrize("name", ["certify", "robots", "bench"])
def test_an_installed_program_says_where_its_laboratory_is(name, monkeypatch, run, capsys):
    monkeypatch.setitem(sys.modules, "tools", None)
    for package in ("certify", "trials", "bench"):
        monkeypatch.delitem(sys.modules, f"tools.{package}", raising=False)
    assert "tools" in refusal(run(name, "--games", "3"), 2)
    with pytest.raises(SystemExit):
        run("--help")
    assert f"    {name} " not in capsys.readouterr().out

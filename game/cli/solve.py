"""The commands `deal`, `replay`, `solve` and `hint`: a dealt position printed; records replayed by the rules,
with proof; moves that win; the best move by what a player sees.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, cast

from game.cli.command import (
    FINE,
    WRONG_COMMAND,
    WRONG_INPUT,
    CommandError,
    add_cards,
    add_command,
    add_game_options,
    add_leftmost,
    chosen_variant,
    complain,
    counted,
    deal_number_of,
    failing,
    game_options,
    games,
    on_one_line,
    read_record_file,
    refuse_leftmost,
    typed_deal,
)
from game.play.deal import deal_number, turned_up, verdict_refusal
from game.play.game import MAX_MS, Game
from game.play.proof import piles_by_name, proof
from game.play.record import LIMIT_ENTRIES, RecordError, record_text
from game.rules import VARIANTS
from game.rules.options import options_of, options_to_text
from game.rules.position import pile_to_text
from game.rules.rush import Rush
from game.rules.variant import Outcome
from game.solver.answer import Budget, SearchResult, SolverError, Verdict
from game.solver.solve import advise, hint_words, solve
from game.storage.files import assets_folder, write_there

if TYPE_CHECKING:
    from game.cli.command import Commands, Parser
    from game.rules.variant import Variant
    from game.solver.answer import Advice


def add_deal(commands: Commands) -> None:
    """The command `deal`."""
    parser = add_command(commands, "deal", "print a dealt position", _deal)
    parser.add_argument("variant", metavar="VARIANT", help=games())
    add_game_options(parser)
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def _deal(chosen: argparse.Namespace) -> int:
    variant = chosen_variant(chosen, chosen.variant)
    number = _offered_number(variant) if chosen.deal is None else deal_number_of(chosen.deal)
    deal = deal_number(variant, number)
    piles = piles_by_name(variant, deal.position)
    if chosen.json:
        deck = pile_to_text(tuple(card.up for card in deal.deck or ()))
        answer = {"variant": variant.name, "options": options_of(variant), "deal": number}
        print(json.dumps({**answer, "deck": deck, "piles": piles}))
        return FINE
    print(f"{variant.title} {options_to_text(variant)}".rstrip() + f", deal {number}")
    for name, cards in piles.items():
        print(f"{name:>5}  {cards}".rstrip())
    return FINE


def _offered_number(variant: Variant) -> int:
    """The number of a deal that the game would offer: any, or a certified one if only those are dealt.

    Raises:
        CommandError: the catalogue cannot be read.
    """
    any_number = int.from_bytes(os.urandom(8))
    if not variant.deals_can_be_won:
        return any_number
    from game.solver.catalogue import CatalogueError, read_catalogue

    draw = cast(Rush, variant).draw
    with failing("no certified deal can be taken", CatalogueError):
        catalogue = read_catalogue(assets_folder() / "deals")
    return catalogue.number_at(draw, any_number % catalogue.count(draw))


def add_replay(commands: Commands) -> None:
    """The command `replay`."""
    parser = add_command(commands, "replay", "play records back and print what they prove", _replay)
    parser.add_argument("files", nargs="+", metavar="FILE", help="records")
    parser.add_argument("--json", action="store_true", help="one JSON object per line, one line per file")


def _replay(chosen: argparse.Namespace) -> int:
    code = FINE
    for file in chosen.files:
        try:
            game = read_record_file(Path(file)).replay()
            answer = {"file": file, "legal": True, **proof(game)}
        except RecordError as wrong:
            code = WRONG_INPUT
            answer = {"file": file, "legal": False, "line": wrong.line, "error": wrong.reason}
        if chosen.json:
            print(json.dumps(answer))
        elif answer["legal"]:
            print(_in_words(game, answer))
        else:
            where = "" if answer["line"] is None else f"line {answer['line']}: "
            complain(f"{file}: {where}{answer['error']}")
    return code


def _in_words(game: Game, answer: dict[str, Any]) -> str:
    options = " ".join(f"{name}={value}" for name, value in answer["options"].items())
    deal = "given piles" if answer["deal"] is None else f"deal {answer['deal']}"
    parts = [f"{answer['variant']} {options}".rstrip(), deal, answer["outcome"]]
    if answer["score"] is not None:
        parts.append(f"score {answer['score']} + {answer['time_bonus']} = {answer['total']}")
    else:
        parts.append(game.result_words)
    parts.append(f"{answer['home']} cards home")
    parts.append(f"{answer['entries']} entries in {answer['elapsed_ms'] / 1000:.1f} s")
    return on_one_line(f"{answer['file']}: " + ", ".join(parts))


DEFAULT_S = 60.0
MAX_S = 1_000_000.0


def add_limit(parser: argparse.ArgumentParser, what: str) -> None:
    """The solver's limit, for `what`."""
    parser.add_argument("--limit", metavar="SECONDS", help=f"time for {what} (default {DEFAULT_S:.0f})")


def limit_s(chosen: argparse.Namespace) -> float:
    """The limit, in seconds; raises CommandError unless it is above 0 and not absurdly long."""
    if chosen.limit is None:
        return DEFAULT_S
    try:
        seconds = float(chosen.limit)
    except ValueError:
        seconds = math.nan
    if not (chosen.limit.isascii() and "_" not in chosen.limit and 0 < seconds <= MAX_S):
        why = f"“{chosen.limit[:40]}” is not a limit in seconds, above 0 and at most {MAX_S:.0f}"
        raise CommandError(why, WRONG_COMMAND)
    return seconds


def need_solver(name: str) -> None:
    """Makes sure that a game has a solver; raises CommandError if it has none."""
    from game.solver.solve import SOLVERS

    if name not in SOLVERS:
        raise CommandError(f"there is no solver for {name}", WRONG_COMMAND)


STEP_MS = 1000
"""Between two actions of a solution in a record, where the game's limit leaves so much."""
LINE_WIDTH = 100
WARM_UP_NODES = 5000
"""Enough that each way of searching is begun, and so compiled."""


def game_of(chosen: argparse.Namespace) -> tuple[Game, dict[str, str]]:
    """Returns the game that a command is about, and its record's tags.

    Raises:
        CommandError: there is none, it cannot be read, or it is over.
    """
    game, tags = _dealt(chosen) if chosen.what in VARIANTS else _read(chosen)
    if game.is_over:
        how = "" if game.outcome is Outcome.OVER else f" ({game.outcome.value})"
        raise CommandError(f"{chosen.what}: the game is over{how}", WRONG_INPUT)
    return game, tags


def add_what(parser: Parser, does: str) -> None:
    """Adds the deal, record or cards that a command is about."""
    what = f"{' or '.join(VARIANTS)}, or a record, of which the last position {does}"
    parser.add_argument("what", metavar="VARIANT|FILE", help=what)
    add_game_options(parser)
    add_cards(parser)


def solve_chosen(chosen: argparse.Namespace) -> int:
    """Solves what is asked for and prints the answer; returns the exit code.

    Raises:
        CommandError: there is nothing to solve, or the record cannot be written.
    """
    seconds = limit_s(chosen)
    if chosen.leftmost and chosen.what in VARIANTS:
        refuse_leftmost(chosen.what)
    game, tags = game_of(chosen)
    if chosen.leftmost:
        refuse_leftmost(game.variant.name)
    refusal = verdict_refusal(game.deal, tags, game.position)
    if refusal is not None:
        raise CommandError(f"{chosen.what}: {refusal}", WRONG_INPUT)
    with failing(chosen.what, SolverError):
        answer, took_s = _search(game, seconds, chosen.leftmost)
    is_solved = answer.verdict is Verdict.SOLVED
    try:
        # First, for whoever reads the answer may stop after its first line.
        if is_solved and chosen.record is not None:
            _write(chosen.record, game, answer, tags)
    finally:
        _tell(chosen, game, answer, took_s)
    if not is_solved and chosen.record is not None:
        complain(f"{chosen.record} is not written, for there is no solution to write")
    return FINE if is_solved else WRONG_INPUT


def _dealt(chosen: argparse.Namespace) -> tuple[Game, dict[str, str]]:
    variant = chosen_variant(chosen, chosen.what)
    need_solver(variant.name)
    if chosen.cards is not None:
        deal, tags = typed_deal(chosen, variant)
        return Game(deal), tags
    number = int.from_bytes(os.urandom(8)) if chosen.deal is None else deal_number_of(chosen.deal)
    if chosen.deal is None or not chosen.json:
        # The object of --json has no room for it.
        named = f"{variant.title} {options_to_text(variant)}".rstrip() + f", deal {number}"
        print(named, file=sys.stderr if chosen.json else sys.stdout)
    return Game(deal_number(variant, number)), {}


def _read(chosen: argparse.Namespace) -> tuple[Game, dict[str, str]]:
    if chosen.deal is not None or chosen.cards is not None or game_options(chosen):
        raise CommandError("a file says itself which game and deal it is", WRONG_COMMAND)
    path = Path(chosen.what)
    if path.name == chosen.what and not path.suffix and not os.path.lexists(path):
        known = ", ".join(VARIANTS)
        raise CommandError(
            f"there is no game and no file “{chosen.what[:40]}” (games: {known})", WRONG_COMMAND
        )
    with failing(chosen.what, RecordError):
        record = read_record_file(path)
        need_solver(record.deal.variant.name)
        game = record.replay()
    return game, dict(record.tags)


def _search(game: Game, seconds: float, leftmost_only: bool) -> tuple[SearchResult, float]:
    """The answer, and the seconds it took; runs in a thread, so that Ctrl+C can spend the budget."""
    from game.solver.kernels.compiled import IS_COMPILED  # numba takes a second to load

    with ThreadPoolExecutor(1) as thread:
        with Budget(nodes=WARM_UP_NODES) as budget:
            # What is compiled, or read from disk, is none of the search's time.
            if IS_COMPILED:
                thread.submit(solve, game.variant, game.position, budget, leftmost_only).result()
        started_s = time.perf_counter()
        with Budget(seconds=seconds) as budget:
            answer = thread.submit(solve, game.variant, game.position, budget, leftmost_only)
            try:
                return answer.result(), time.perf_counter() - started_s
            except KeyboardInterrupt:
                budget.cancel()
                raise


def _tell(chosen: argparse.Namespace, game: Game, answer: SearchResult, took_s: float) -> None:
    actions = [game.variant.move_to_text(move) for move in answer.moves]
    if chosen.json:
        told = {"verdict": answer.verdict.value, "value": answer.value, "actions": actions}
        print(json.dumps({**told, "nodes": answer.nodes, "seconds": round(took_s, 6)}))
        return
    value = game.variant.line_unit.counted_in_full(answer.value)
    search = f"{answer.nodes:,} positions in {took_s:.2f} s"
    print(on_one_line(f"{answer.verdict.value}: {value} after {counted(len(actions), 'action')} ({search})"))
    for line in textwrap.wrap(" ".join(actions), LINE_WIDTH, break_on_hyphens=False):
        print(line)


def _write(path: Path, game: Game, answer: SearchResult, tags: dict[str, str]) -> None:
    if len(game.entries) + len(answer.moves) > LIMIT_ENTRIES:
        raise CommandError(f"{path}: a record holds no more than {LIMIT_ENTRIES} entries", WRONG_INPUT)
    play(game, answer)
    # It is nobody's game any more, nor an entry of a tournament.
    kept = {key: value for key, value in tags.items() if key == "started"}
    with failing(f"{path} cannot be written"):
        write_there(path, record_text(game, {**kept, "player": "solver"}, picture=True).encode())


def play(game: Game, answer: SearchResult) -> None:
    """Plays an answer's moves, evenly spaced in what the game's limit leaves of the time."""
    at_ms, step_ms = game.elapsed_ms, STEP_MS
    if game.variant.limit_ms is not None and answer.moves:
        step_ms = min(step_ms, (game.variant.limit_ms - at_ms) // len(answer.moves))
    for move in answer.moves:
        if not game.is_solved:
            at_ms = min(at_ms + step_ms, MAX_MS)
        game.play(move, at_ms)


def add_parser(commands: Commands) -> None:
    """The command `solve`."""
    parser = add_command(commands, "solve", "look for moves that win, all cards known", solve_chosen)
    add_what(parser, "is solved")
    add_leftmost(parser)
    add_limit(parser, "the search")
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    parser.add_argument("--record", type=Path, metavar="OUT", help="write the solution as a record")


def add_hint(commands: Commands) -> None:
    """The command `hint`."""
    parser = add_command(commands, "hint", "print the best move by what is seen, why, and its odds", _hint)
    add_what(parser, "is looked at")
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def _hint(chosen: argparse.Namespace) -> int:
    game, tags = game_of(chosen)
    if cards := turned_up(game.deal, tags, game.position):
        count = counted(len(cards), "card")
        raise CommandError(f"{chosen.what}: name {count} that turned up first", WRONG_INPUT)
    if game.is_solved:
        raise CommandError(f"{chosen.what}: the game is solved: the cards go home", WRONG_INPUT)
    variant, position = game.variant, game.position
    seed = game.elapsed_ms + len(game.entries)  # as at the table: the same game gets the same hint
    advice: list[Advice] = []
    with failing(chosen.what, SolverError):
        for better in advise(variant, position, Random(seed)):
            advice = better
    words = hint_words(variant).sentence(position, advice) if advice else "No useful move in sight."
    if chosen.json:
        print(json.dumps(_told(words, advice, variant)))
    else:
        print(on_one_line(words))
    return FINE if advice else WRONG_INPUT


def _told(words: str, advice: list[Advice], variant: Any) -> dict[str, object]:
    if not advice:
        return {"move": None, "words": words, "then": [], "odds": None, "wins": 0, "samples": 0}
    best = advice[0]
    answer = {"move": variant.move_to_text(best.move), "words": words}
    then = [variant.move_to_text(move) for move in best.then]
    return {**answer, "then": then, "odds": best.told_odds, "wins": best.wins, "samples": best.samples}

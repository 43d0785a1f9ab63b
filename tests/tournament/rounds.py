"""Rounds played at random for tests: a tournament, and records that prove themselves."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from game.play.game import ControlAction, Game
from game.play.proof import SealedDeck, deck_from_secret
from game.play.record import record_text
from game.rules.rush import Rush
from game.storage.tournament_store import TournamentFolder, TournamentStore
from game.tournament.player import Player
from game.tournament.standings import Seat, TournamentState
from game.tournament.tournament import Tournament, closed, moment_to_text, prove_round, round_tags

ANNA, BEN, CLARA = Player("Anna"), Player("Ben"), Player("Clara")
RUBY = Player("Ruby", "robot strong")
FIRST = datetime(2026, 11, 21, 4, 0, 0, tzinfo=UTC)
LATER = datetime(2026, 11, 21, 7, 0, 0, tzinfo=UTC)
"""All has been played by then."""
EVENING = Tournament("Sunday evening", Rush(draw=3, limit=300), (7, 48213, 99))

OLD = Path(__file__).parents[1] / "rounds" / "old"
"""A data folder of earlier versions, with tournaments that are over, running, closed and half played."""
SEALED_EVENING = Tournament(
    "Sunday evening",
    Rush(draw=3, limit=300),
    tuple(SealedDeck(f"{number:02x}" * 32, deck_from_secret(number.to_bytes(32))) for number in (7, 8)),
)
"""As earlier versions made them: it is the one in `OLD` that is over."""


def started(number: int) -> str:
    """When the cards of a round are seen: ten minutes after those of the round before."""
    return moment_to_text(FIRST + (number - 1) * timedelta(minutes=10))


def play(game: Game, seed: int, count: int, step_ms: int = 900) -> Game:
    """Plays that many moves at random."""
    random = Random(seed)
    at_ms = 0
    for _ in range(count):
        moves = game.variant.legal_moves(game.position)
        at_ms += random.randrange(step_ms)
        if not moves or game.is_over or game.is_solved:
            break
        game.play(random.choice(moves), at_ms)
    return game


def record(
    player: Player,
    number: int,
    seed: int = 1,
    count: int = 12,
    tournament: Tournament = EVENING,
    ended: bool = True,
    tags: Mapping[str, str] = {},
) -> bytes:
    """The record of a round; not `ended` where the game still goes on. `tags` say otherwise."""
    game = play(Game(tournament.deal(number)), seed, count)
    if ended and not game.is_over:
        game.play(ControlAction.END, game.elapsed_ms + 100)
    told = {"started": started(number), **round_tags(tournament, player, number), **tags}
    return record_text(game, {key: value for key, value in told.items() if value}).encode()


def timed_out(player: Player, number: int, tournament: Tournament = EVENING) -> bytes:
    """The record of a round in which nothing was done."""
    game = Game(tournament.deal(number))
    closed(game)
    tags = {"started": started(number), **round_tags(tournament, player, number)}
    return record_text(game, tags).encode()


def folder_of(store: TournamentStore, tournament: Tournament) -> TournamentFolder:
    """Where a tournament lies on disk."""
    return next(folder for folder in store.tournaments() if folder.id == tournament.id)


def seat(player: Player, *records: bytes, tournament: Tournament = EVENING, is_here: bool = True) -> Seat:
    """The seat of a player who has played the first rounds."""
    found = Seat(player, is_here)
    for number, data in enumerate(records, 1):
        found.records[number] = data
        found.results[number] = prove_round(data, tournament, player, number)
    return found


def state(*seats: Seat) -> TournamentState:
    return TournamentState(EVENING, list(seats))

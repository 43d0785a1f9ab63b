"""Makes the pictures in the README: `python -m tests.make_pictures` writes all of them into `docs/`.

The program draws them itself, in a window in memory, for the player of the tests: a game of Rush some way on
with cards in the hand, a hint with its odds, the standings of a tournament, and a short film of a game. What
is advised and what is scored is worked out by the real solver and the robots. The same program always makes
the same pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Self

import pygame

from game.play.deal import Deal, deal_number
from game.play.game import Game
from game.play.record import record_text
from game.robots.robot import play
from game.robots.thinker import ROBOTS
from game.rounds.local import LocalReferee, new_tournament
from game.rules import find_variant
from game.rules.position import STOCK, Move, Position
from game.rules.rush import COLUMNS, FOUNDATIONS, WASTE, Rush
from game.solver.answer import Advice
from game.solver.solve import advise
from game.tournament.player import Player
from game.tournament.standings import Seat
from game.tournament.tournament import Tournament, round_tags
from game.ui.tournament.new import at_this_machine
from tests.tournament.rounds import started
from tests.ui.driver import Table

if TYPE_CHECKING:
    from PIL import Image

DOCS = Path(__file__).parents[1] / "docs"
FILM = "play.webp"
FILM_SIZE = (800, 500)
FRAMES_A_PICTURE = 5
"""Of the film: 12 pictures a second."""
FRAME_MS = 1000 * FRAMES_A_PICTURE // 60
FILM_QUALITY = 55
ENDURES = 18
"""So many pictures the film stands still at its end."""
POINTER = ((0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12))
SAMPLES = 30
"""Ways in which the unseen cards are laid for a hint."""


# A game some way on ----------------------------------------------------------------------------------
DEAL = 20
ACTIONS = 34
THINKING_MS = 2_300


def some_way_on() -> Game:
    """A game played simply: home, then what turns a card over, then from the waste, then the hand."""
    game = Game(deal_number(find_variant("rush"), DEAL))
    while len(game.entries) < ACTIONS:
        moves = [move for move in game.variant.legal_moves(game.position) if _worth(game, move) > 0]
        best = max(moves, key=lambda move: (_worth(game, move), -move.target))
        game.play(best, len(game.entries) * THINKING_MS)
    return game


def _worth(game: Game, move: Move) -> int:
    if move == STOCK:
        return 1
    if move.target in FOUNDATIONS:
        return 4
    left = game.position.piles[move.source][: -move.count]
    if move.source in COLUMNS and left and not left[-1].face_up:
        return 3
    return 2 if move.source == WASTE else 0


def longest_run(game: Game) -> tuple[str, str]:
    """The longest run that can be moved somewhere, as the table names it, and where to."""
    found = [move for move in game.variant.legal_moves(game.position) if move.source in COLUMNS]
    move = max(found, key=lambda move: move.count)
    names = [place.name for place in game.variant.piles]
    return f"{names[move.source]}:{move.count}", names[move.target]


def table_picture(table: Table) -> None:
    """Cards in the hand, and the places for them marked."""
    game = some_way_on()
    table.start(record_text(game, {}))
    card, target = longest_run(game)
    table.pick_up(card)
    table.carry(target)
    x, y = table.point(target)
    table.move_to((x - 90, y + 70))
    table.wait(0.4)


# A robot's game --------------------------------------------------------------------------------------
PLAYED = deal_number(Rush(draw=3, limit=300), 6)
HINT_AT = 36


def robot_game(deal: Deal = PLAYED, strength: str = "regular", seed: str = "a") -> Game:
    """A game of a robot."""
    return play(ROBOTS[strength], deal, seed)


def first_of(game: Game, count: int) -> Game:
    """The first actions of a game."""
    first = Game(game.deal)
    for entry in game.entries[:count]:
        first.play(entry.action, entry.at_ms)
    return first


def advice_at(game: Game, position: Position) -> list[Advice]:
    """What the solver advises when it has laid the unseen cards in some ways."""
    lists = list(islice(advise(game.variant, position, Random(5)), SAMPLES))
    return lists[-1]


def show_hint(table: Table) -> None:
    """Asks for a hint, and for its odds; the solver's answer comes at once."""
    table.key("i")
    advice = advice_at(table.game, table.game.position)
    text = table.game.variant.move_to_text
    texts = [
        [text(move), wins, samples, mean, " ".join(map(text, then)), odds]
        for move, wins, samples, mean, then, odds, _ in advice
    ]
    table.oracle.say(advice=texts)
    table.key("i")


def hint_picture(table: Table) -> None:
    """A hint with its odds."""
    table.start(record_text(first_of(robot_game(), HINT_AT), {}))
    show_hint(table)
    table.wait(1.0)


# Standings -------------------------------------------------------------------------------------------
EVENING = Tournament("Sunday evening", Rush(draw=3, limit=300), (6, 5, 1001))
PLAYERS = {"Anna": "regular", "Ben": "beginner", "Clara": "expert", "David": "master"}
"""Who sits at the table, and which robot has played for them."""


def have_played(local: LocalReferee, seat: Seat, number: int, strength: str) -> None:
    """A robot plays a round for somebody."""
    game = robot_game(EVENING.deal(number), strength, f"{seat.player.name} {number}")
    tags = {"started": started(number), **round_tags(EVENING, seat.player, number)}
    local.add_record(seat, number, record_text(game, tags).encode())


def standings_picture(table: Table) -> None:
    """The table of a tournament after its last round."""
    context = table.context
    players = [Player(name) for name in PLAYERS]
    local = at_this_machine(context, new_tournament(context.tournament_store, EVENING, players))
    for seat in local.state.seats:
        for number in range(1, EVENING.rounds + 1):
            have_played(local, seat, number, PLAYERS[seat.player.name])
    context.navigation.tournament(local)
    table.wait(3.0)


# The film --------------------------------------------------------------------------------------------
class Filmed(Table):
    """A table at which every few frames a picture is taken, with the pointer in it."""

    def __init__(self, folder: Path, size: tuple[int, int] = FILM_SIZE) -> None:
        super().__init__(folder, size)
        self.pictures: list[Image.Image] = []
        self.is_filmed = False
        self._frames = 0
        self.stares = True

    def frame(self, count: int = 1) -> Self:
        for _ in range(count):
            super().frame()
            self._frames += 1
            if self.is_filmed and self._frames % FRAMES_A_PICTURE == 0:
                self.pictures.append(self._picture())
        return self

    def _picture(self) -> Image.Image:
        surface = self.drawn.copy()
        points = [(self.at[0] + x, self.at[1] + y) for x, y in POINTER]
        pygame.draw.polygon(surface, (255, 255, 255), points)
        pygame.draw.aalines(surface, (20, 20, 20), True, points)
        from PIL import Image  # only who makes the pictures needs it

        return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))

    def glide(self, to: tuple[float, float], seconds: float) -> None:
        """Moves the pointer as a hand does, setting out and arriving softly."""
        from_x, from_y = self.at
        frames = max(1, round(seconds * 60))
        for number in range(1, frames + 1):
            share = number / frames
            eased = share * share * (3 - 2 * share)
            self.move_to((from_x + (to[0] - from_x) * eased, from_y + (to[1] - from_y) * eased))
            self.frame()

    def play(self, move: Move) -> None:
        """Makes a move: a click on the stock, or a drag."""
        names = [place.name for place in self.game.variant.piles]
        if move == STOCK:
            self.glide(self.point("stock"), 0.15)
            self.tap("stock")
            self.wait(0.2)
            return
        card, target = f"{names[move.source]}:{move.count}", names[move.target]
        self.glide(self.point(card), 0.25)
        self.pick_up(card)
        held, place = self.screen.cards.held_box(), self.place(target)
        assert held is not None
        x, y = self.at
        self.glide((x + place.x - held.x + 4, y + place.y - held.y + 8), 0.35)
        self.drop()
        self.wait(0.15)


FILMED = 15
"""So many actions of the robot's game are seen."""


def film(folder: Path) -> list[Image.Image]:
    """A game from its deal on, and a hint at the end."""
    table = Filmed(folder)
    game = robot_game()
    assert game.deal.number is not None
    table.is_filmed = True
    table.start(game.deal.number, dealt=False)
    table.wait(1.6)
    for entry in game.entries[:FILMED]:
        assert isinstance(entry.action, Move)
        table.play(entry.action)
    table.glide((FILM_SIZE[0] * 0.8, FILM_SIZE[1] * 0.8), 0.3)
    show_hint(table)
    table.wait(1.2)
    table.close()
    return [*table.pictures, *table.pictures[-1:] * ENDURES]


# All of them -----------------------------------------------------------------------------------------
PICTURES: dict[str, Callable[[Table], None]] = {
    "table.png": table_picture,
    "hint.png": hint_picture,
    "standings.png": standings_picture,
}


def main(folder: Path = DOCS) -> None:
    """Writes the pictures into a folder."""
    for name, make in PICTURES.items():
        with TemporaryDirectory() as data:
            table = Table(Path(data))
            make(table)
            pygame.image.save(table.drawn, folder / name)
            table.close()
    with TemporaryDirectory() as data:
        first, *others = film(Path(data))
    first.save(
        folder / FILM,
        save_all=True,
        append_images=others,
        duration=FRAME_MS,
        loop=0,
        quality=FILM_QUALITY,
        method=4,
    )


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))

"""Games of Three Shuffles and a Draw for tests, played from a deal number by a player who never thinks."""

from collections.abc import Callable
from itertools import count, takewhile

from game.play.deal import deal_number, deal_position
from game.play.game import Game
from game.play.record import record_text
from game.rules.position import STOCK, Move
from game.rules.three_shuffles import ThreeShuffles
from game.rules.variant import Outcome

GAP_MS = 1000


def act(game: Game, move: Move) -> None:
    game.play(move, game.elapsed_ms + GAP_MS)


def rules_of(game: Game) -> ThreeShuffles:
    rules = game.variant
    assert isinstance(rules, ThreeShuffles)
    return rules


def play_on(game: Game) -> None:
    """Plays top cards until no move is left, home first."""
    rules = rules_of(game)
    while moves := rules.moves_left(game.position):
        act(game, min(moves, key=lambda move: move.target))


def stuck(number: int, deal: int = 1, early: bool = False) -> Game:
    """A game without a move in its first, second or third deal; in the third the draw is there."""
    game = Game(deal_number(ThreeShuffles(early), number))
    play_on(game)
    for _ in range(deal - 1):
        act(game, STOCK)
        play_on(game)
    return game


def third_deal(number: int) -> Game:
    """A game whose third deal has just been dealt and its aces sent home."""
    game = stuck(number, 2)
    act(game, STOCK)
    rules = rules_of(game)
    for move in rules.aces_to_send(game.position):
        act(game, move)
    return game


def first(make: Callable[[int], Game], good: Callable[[Game], bool]) -> Game:
    """Of the games of deals 0, 1, 2 …, the first that is good."""
    return next(game for game in map(make, count()) if good(game))


def about_to_lose() -> tuple[Game, Move]:
    """A third deal without a move, and a draw after which there is still none."""

    def losing(game: Game) -> list[Move]:
        rules = rules_of(game)
        draws = rules.draws_left(game.position)
        return [m for m in draws if rules.outcome(rules.apply(game.position, m)) is Outcome.LOST]

    game = first(lambda number: stuck(number, 3), lambda game: bool(losing(game)))
    return game, losing(game)[0]


def given(text: str, early: bool = False) -> Game:
    """A game from fans such as `t1 9C JD`; other cards lie at home, or in t18 with the highest on top."""
    rules = ThreeShuffles(early)
    named = {line.split()[0]: line.split()[1:] for line in text.strip().splitlines()}
    away = {word for words in named.values() for word in words}
    lines = [f"pile {name} {' '.join(words)}" for name, words in named.items()]
    rest = []
    for index, suit in enumerate("CDHS"):
        names = [rank + suit for rank in "A23456789TJQK"]
        home = list(takewhile(lambda name: name not in away, names))
        if home:
            lines.insert(0, f"pile f{index + 1} {' '.join(home)}")
        rest += [name for name in names[len(home) :] if name not in away]
    if rest:
        lines.append(f"pile t18 {' '.join(sorted(rest, key=lambda name: 'A23456789TJQK'.index(name[0])))}")
    return Game(deal_position(rules, rules.position_from_text("\n".join(lines))))


def text_of(game: Game) -> str:
    """The record of a game."""
    return record_text(game, {})

"""Games of Spider that start near their end, where random play meets complete suits and the win."""

from hypothesis import strategies as st

from game.cards import RANKS
from game.play.deal import Deal, deal_position
from game.rules.position import Position
from game.rules.spider import SUITS_OF_PACK, Spider

KING_TO_ACE = RANKS[::-1]


def suit(letter: str, start: int = 0, end: int = 13) -> str:
    """A part of a suit from its king: `KS QS JS`."""
    return " ".join(rank + letter for rank in KING_TO_ACE[start:end])


@st.composite
def endings(draw: st.DrawFn, variant: Spider) -> Deal:
    """Some suits removed, the others cut into few runs on the columns, a card or two still face down."""
    letters = list(SUITS_OF_PACK[variant.suits])
    removed = draw(st.integers(0, 7))
    lines = [f"pile f{place} {suit(letter)}" for place, letter in enumerate(letters[:removed], 1)]
    runs = []
    for letter in letters[removed:]:
        cuts = sorted(draw(st.sets(st.integers(1, 12), max_size=draw(st.sampled_from([0, 0, 1, 2])))))
        runs += [suit(letter, *ends) for ends in zip([0, *cuts], [*cuts, 13], strict=True)]
    columns: list[list[str]] = [[] for _ in range(10)]
    for number, run in enumerate(draw(st.permutations(runs))):
        columns[number % 10 if number < 10 else draw(st.integers(0, 9))] += run.split(" ")
    for number, cards in enumerate(columns, 1):
        if len(cards) > 1 and draw(st.integers(0, 9)) == 0:
            cards[0] = f"({cards[0]})"
        if cards:
            lines.append(f"pile t{number} {' '.join(cards)}")
    return deal_position(variant, variant.position_from_text("\n".join(lines)))


def laid(removed: str, *columns: str) -> Position:
    """Suits that were removed, and columns from the first on, such as `(KS) AH`; other cards are nowhere."""
    places = [f"pile f{number} {suit(letter)}" for number, letter in enumerate(removed, 1)]
    piles = [f"pile t{number} {cards}" for number, cards in enumerate(columns, 1)]
    return Spider().position_from_text("\n".join([*places, *piles]))

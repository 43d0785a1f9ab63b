"""Games of Rush that start near their end, where random play meets the solved state and the win."""

from hypothesis import strategies as st

from game.cards import RANKS, SUITS, card
from game.play.deal import Deal, deal_position
from game.rules.position import Position, pile_to_text
from game.rules.rush import Rush


@st.composite
def endings(draw: st.DrawFn, variant: Rush) -> Deal:
    """Most cards home, the others anywhere, the top of each column face up."""
    heights = [draw(st.integers(9, 13)) for _ in SUITS]
    home = dict(zip(SUITS, heights, strict=True))
    left = [rank + suit for suit in SUITS for rank in RANKS[home[suit] :]]
    piles: dict[str, list[str]] = {
        f"f{index}": [rank + suit for rank in RANKS[: home[suit]]] for index, suit in enumerate(SUITS, 1)
    }
    places = ["stock", "waste", "t1", "t2", "t3", "t4", "t5", "t6", "t7"]
    for text in draw(st.permutations(left)):
        piles.setdefault(draw(st.sampled_from(places[draw(st.sampled_from([0, 1, 1, 2, 2])) :])), []).append(
            text
        )
    lines = []
    for name, cards in piles.items():
        sides = [card(text) for text in cards]
        if name == "stock":
            sides = [side.down for side in sides]
        elif name[0] == "t":
            sides = [*(side.down for side in sides[:-1]), sides[-1]]
        lines += [f"pile {name} {pile_to_text(tuple(sides))}"]
    position: Position = variant.position_from_text("\n".join(lines))
    return deal_position(variant, position)

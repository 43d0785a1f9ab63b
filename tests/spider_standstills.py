"""Tables of Spider on which nothing is left to be done, or hardly anything."""

ACES = [f"A{suit}" for suit in "CDHSCDHS"]


def _record(ends: list[str]) -> str:
    """A record of a table with an empty stock, the columns ending in these cards, all else beneath."""
    rest = [rank + suit for suit in "CDHS" * 2 for rank in "A23456789TJQK"]
    for card in " ".join(ends).split():
        rest.remove(card)
    share = len(rest) // 10
    beneath = [rest[at * share : (at + 1) * share] for at in range(9)] + [rest[9 * share :]]
    lines = [
        f"pile t{number} {' '.join(cards)} {end}"
        for number, (cards, end) in enumerate(zip(beneath, ends, strict=True), 1)
    ]
    return "\n".join(["patience 1", "variant spider suits=4", "deal none", *lines, "", ""])


STUCK = _record([*ACES, "KC", "KD"])
"""No card fits on another, and there is no space."""

ONE_LEFT = _record([*ACES, "6C", "KS 5H"])
"""The five of hearts goes on the six of clubs; then nothing is left."""

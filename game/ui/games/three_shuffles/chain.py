"""Which moves were made together, so that one press takes all of them back, or brings them back.

Knows that some moves follow from the one before; must not know any game, nor why they do.
"""

from __future__ import annotations


class Chain:
    """For each move of a game, whether it was made together with the one before.

    >>> chain = Chain()
    >>> for follows in (False, False, True, True): chain.moved(follows)
    >>> chain.to_undo
    3
    >>> for _ in range(3): chain.undone()
    >>> chain.to_undo, chain.to_redo
    (1, 3)
    """

    def __init__(self) -> None:
        self._follows: list[bool] = []
        self._now = 0

    def moved(self, follows: bool) -> None:
        """A move was made; `follows` when it belongs to the one before."""
        self._follows[self._now :] = [follows]
        self._now += 1

    def undone(self) -> None:
        """The last move was taken back."""
        self._now -= 1

    def redone(self) -> None:
        """The next move was brought back."""
        self._now += 1

    @property
    def to_undo(self) -> int:
        """How many moves one press takes back; 1 where there is none to be taken back."""
        count = 1
        while count < self._now and self._follows[self._now - count]:
            count += 1
        return count

    @property
    def to_redo(self) -> int:
        """How many moves one press brings back; 1 where there is none to be brought back."""
        count = 1
        while self._now + count < len(self._follows) and self._follows[self._now + count]:
            count += 1
        return count

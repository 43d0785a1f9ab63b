"""What the window refuses for the sake of others, told apart from what merely fails.

Knows words alone, so that whoever catches these need not load what raises them.
"""

from __future__ import annotations


class SealedError(Exception):
    """A deal is sealed: somebody here has still to play it. The text is a sentence for the player."""

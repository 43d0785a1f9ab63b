"""Long games that are legal, for tests of how they are read: all but endless turning of the hand."""

from game.play.deal import deal_number
from game.play.record import header_text
from game.rules import find_variant
from tests.records import record_of


def long_rush(entries: int) -> bytes:
    """Rush with that many turns of the stock, one each millisecond."""
    return record_of(48213, *(f"{at_ms} stock" for at_ms in range(entries))).encode()


def long_spider(entries: int) -> bytes:
    """Spider with a row dealt, undone and redone, that many times in all."""
    header = header_text(deal_number(find_variant("spider"), 1), {})
    acts = ("stock", *(("undo", "redo")[at % 2] for at in range(entries - 1)))
    return (header + "".join(f"{at_ms} {act}\n" for at_ms, act in enumerate(acts))).encode()

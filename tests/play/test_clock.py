"""Play time from a clock that the test turns by hand."""

from game.play.game import MAX_MS, Clock
from tests.each import each

WALKS = {
    "a new clock stands at zero": (0, "+500 =0"),
    "it goes on from what was played": (41_873, "start +127 >42000"),
    "a day is kept to the millisecond": (86_400_000, "=86400000 freeze:172800000 =172800000"),
    "time passes from the start on": (0, "+500 start +1250 >1250"),
    "a pause is left out": (0, "start +1000 pause =1000 +60000 =1000 start +500 >1500"),
    "starting twice loses no time": (0, "start +1000 start +500 >1500"),
    "pausing twice counts no time twice": (0, "start +1000 pause +1000 pause =1000"),
    "parts of a millisecond are not lost in pauses": (0, "start +0.9 pause " * 10 + "=9"),
    "whole milliseconds, rounded down": (0, "start +1.999 >1"),
    "frozen it stands at the time it is given": (0, "start +5000 freeze:4321 +5000 =4321"),
    "frozen it never starts again": (0, "freeze:4321 start +5000 =4321"),
    "released it goes on, when it is started": (0, "freeze:4321 release =4321 start +5000 >9321"),
    "a source that steps back takes no time away": (1000, "start +-5000 >1000 pause =1000"),
    "it stands where no record can write it any more": (MAX_MS - 500, f"start +3000 >{MAX_MS}"),
}
"""What is played before, and what happens then: `+` lets time pass, `=` and `>` say what a clock tells that
stands or runs."""


@each(("played_ms", "walk"), WALKS.values())
def test_what_a_clock_tells(played_ms, walk):
    now_ns = 7_000_000_000_000
    clock = Clock(lambda: now_ns, elapsed_ms=played_ms)
    for word in walk.split():
        if word[0] == "+":
            now_ns += round(float(word[1:]) * 1_000_000)
        elif word[0] in "=>":
            assert (clock.elapsed_ms, clock.is_running) == (int(word[1:]), word[0] == ">")
        else:
            act, *at_ms = word.split(":")
            getattr(clock, act)(*map(int, at_ms))

"""What stands in the status line, and what is heard of it."""

from game.ui.table.bars import StatusLine, Weight


def line() -> tuple[StatusLine, list[str], list[str]]:
    """A line, what was seen of it and what was heard."""
    seen: list[str] = []
    heard: list[str] = []
    return StatusLine(seen.append, heard=heard.append), seen, heard


def test_what_weighs_more_stays_and_the_rest_is_only_heard():
    status, seen, heard = line()
    status.say_unasked("No move is left.", Weight.STANDSTILL)
    status.say_unasked("column 3: 9♦")
    assert (status.sentence, seen) == ("No move is left.", ["No move is left."])
    assert heard == ["No move is left.", "column 3: 9♦"]


def test_what_happened_is_said_before_anything_else():
    seen: list[str] = []
    due = ["9♠ onto 10♥"]
    status = StatusLine(seen.append, lambda: [status.say_unasked(due.pop()) for _ in due[:1]] and None)
    status.say_unasked("No move is left.", Weight.STANDSTILL)
    assert seen == ["9♠ onto 10♥", "No move is left."]


def test_words_are_covered_and_come_back_but_what_weighs_more_stays():
    status, _, _ = line()
    status.say("column 3: 9♦")
    status.cover()
    assert status.sentence == ""
    status.end_aside()
    assert status.sentence == "column 3: 9♦"
    status.say("This game is not saved.", Weight.TROUBLE)
    status.cover()
    assert status.sentence == "This game is not saved."


def test_a_sentence_that_is_too_long_for_a_line_is_seen_to_its_end(make_table):
    table = make_table(size=(640, 480))
    table.start()

    def seen(last: str) -> bytes:
        table.screen.say(f"{'No card of this column fits on any other one, ' * 4}{last}")
        table.frame()
        return table.look(table.screen.bars.bottom)

    assert seen("nine.") != seen("ten.")

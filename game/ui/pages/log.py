"""The log of crashes on a page, the newest first.

Knows reports as lines; must not know what stands in them.
"""

from __future__ import annotations

from game.message import msg, msg_p, verbatim
from game.storage.crash_notes import read_reports
from game.storage.files import StorageError
from game.ui.drawing.foreign import reason_shown, shown
from game.ui.forms.text_view import TextPart
from game.ui.forms.widgets import Button
from game.ui.pages.text_page import TextPage, back_button
from game.ui.scene import Stage

MOST_REPORTS = 5
LONGEST_LINE = 300


def log_page(stage: Stage) -> TextPage:
    """The page, laid over the present screen."""
    folder, trouble, reports = stage.library.folder, "", list[str]()
    try:
        reports = read_reports(folder)
    except StorageError as error:
        trouble = msg("The log cannot be read: {why}.", why=reason_shown(error))
    parts = [_part(report) for report in reports[:MOST_REPORTS]]
    page = TextPage(stage, msg("Log"), parts or [TextPart("", [msg("Nothing has gone wrong.")])], "small")
    page.panel.sentence = trouble
    page.panel.buttons = [
        back_button(page),
        Button(msg("Open folder"), "open", lambda: page.open_folder(folder)),
        *([Button(msg_p("a button", "Copy"), "copy", lambda: page.copy(reports[0]))] if reports else []),
    ]
    return page


def _part(report: str) -> TextPart:
    first, *lines = (
        verbatim(shown(line.strip().removeprefix("== "), LONGEST_LINE)) for line in report.splitlines()
    )
    return TextPart(first, lines)

"""About the program: its version, where files are kept, what it never does, and its licences.

Knows words and folders; must not know how a page is laid out. What others have made is told in full in
assets/CREDITS.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.message import msg, msg_p, verbatim
from game.storage.crash_notes import LOG
from game.storage.crash_report import this_program
from game.storage.files import is_there
from game.ui.drawing.foreign import shown
from game.ui.forms.text_view import TextPart
from game.ui.forms.widgets import Button
from game.ui.pages.text_page import TextPage, back_button
from game.ui.scene import Stage
from game.version import VERSION

NEVER = (
    msg(
        "It uses no network unless you open Online: nothing is sent, nothing is fetched, and nobody is told "
        "that you play."
    ),
    msg("It counts nothing for anybody but you, and shows nothing to buy."),
)
LICENCES = (
    msg("Program, cards, sounds and icons: MIT licence, by the Patience Arcade team, made for this project."),
    msg(
        "Letters: Patience Sans, a changed version of Inter by the Inter Project Authors, and the letters "
        "on the cards from Cantarell by the Cantarell Project Authors: SIL Open Font License 1.1."
    ),
    msg("Which letters look alike: from the data of Unicode, Inc.: Unicode License V3."),
    msg(
        "It stands on Python (PSF licence), pygame-ce (LGPL 2.1) with SDL (zlib licence), platformdirs and "
        "rich (MIT), Babel, psutil, numpy and numba (BSD). Where everything comes from is told in "
        "assets/CREDITS.md."
    ),
)
MOST_OF_PATH = 300


def about_page(stage: Stage) -> TextPage:
    """The page, laid over the present screen."""
    page = TextPage(stage, msg_p("a page", "About"), about_parts(stage))
    data = stage.library.folder
    log = [Button(msg("Log"), "text", stage.routes.log)] if is_there(data / LOG) else []
    page.panel.buttons = [
        back_button(page),
        Button(msg("Open folder"), "open", lambda: page.open_folder(data)),
        *log,
        Button(msg("Copy version"), "copy", lambda: page.copy(this_program())),
    ]
    return page


def about_parts(stage: Stage) -> Sequence[TextPart]:
    """What stands on the page."""
    data, saved = (shown(str(each), MOST_OF_PATH) for each in (stage.library.folder, stage.saves_folder()))
    files = (
        msg("Games, statistics and settings are in {folder}.", folder=data),
        msg("Games that you save yourself go to {folder}, unless you choose another place.", folder=saved),
    )
    return (
        TextPart(verbatim(f"Patience Arcade {VERSION}"), (verbatim(this_program().partition(", ")[2]),)),
        TextPart(msg("Your files"), files),
        TextPart(msg("What it never does"), NEVER),
        TextPart(msg("Licences"), LICENCES),
    )

"""What the first home screen after a crash says: that there was one, where it is written, and the game.

Knows the note of a crash and the ways on from there; must not know what went wrong.
"""

from __future__ import annotations

from game.message import msg, msg_p
from game.play.record import LIMIT_BYTES, RecordError, read_record_while_good
from game.play.replay import Replay
from game.storage.crash_notes import Crash
from game.storage.files import StorageError, read_limited
from game.ui.drawing.foreign import reason_shown, shown
from game.ui.forms.text_view import TextPart
from game.ui.forms.widgets import Button
from game.ui.pages.text_page import TextPage
from game.ui.scene import Stage

MOST_OF_PATH = 300


def crash_page(stage: Stage, crash: Crash) -> TextPage:
    """The page, laid over the home screen; without a game it offers only the log."""
    log = shown(str(crash.log), MOST_OF_PATH)
    said = [
        msg("The program failed by an error of its own. What was played is kept, up to the last action."),
        msg(
            "What happened is written in {file}: which version it was, and where in the program. "
            "No cards and no names are in it. Whoever reports it may send it along.",
            file=log,
        ),
    ]
    if crash.record is not None:
        said.insert(1, msg("The game is {file}.", file=shown(str(crash.record), MOST_OF_PATH)))
    page = TextPage(stage, msg("Something went wrong"), [TextPart("", said)])
    home = Button(msg_p("a button", "Home"), "home", page.close, is_strong=crash.record is None)
    page.panel.buttons = [
        *_game_buttons(page, crash),
        home,
        Button(msg("Log"), "text", stage.routes.log),
        Button(msg("Open folder"), "open", lambda: page.open_folder(crash.log.parent)),
    ]
    return page


def _game_buttons(page: TextPage, crash: Crash) -> list[Button]:
    stage, path = page.stage, crash.record
    if path is None:
        return []

    def go_on() -> None:
        unfinished = stage.library.read_unfinished(path)
        if unfinished is None:
            page.refuse(msg("The game is over, or not there any more."))
            return
        try:
            session = stage.sessions.go_on(unfinished)
        except StorageError as error:
            page.refuse(msg("This game cannot be gone on with: {reason}.", reason=reason_shown(error)))
            return
        stage.routes.table(session)

    def watch() -> None:
        try:
            record, _ = read_record_while_good(read_limited(path, LIMIT_BYTES))
            replay = Replay(record)
        except (StorageError, RecordError) as error:
            page.refuse(msg("The record cannot be read: {why}.", why=reason_shown(error)))
            return
        stage.routes.replay(replay)

    watching = Button(msg("Watch"), "eye", watch, is_strong=path.parent == stage.library.kept_folder)
    if path.parent == stage.library.kept_folder:
        return [watching]
    return [Button(msg("Continue"), "play", go_on, is_strong=True), watching]

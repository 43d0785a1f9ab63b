"""Opens the window, and does what can wait after the first frame."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from game.message import msg
from game.rules.variant import Variant
from game.storage.files import FAULTS, StorageError, data_folder
from game.ui.app import App
from game.ui.drawing.drawings import AssetError
from game.ui.window.placement import PlaceKeeper
from game.ui.window.services import Services
from game.ui.window.window import DisplayError, Window

if TYPE_CHECKING:
    from game.storage.saved import SavedGame

NO_LINK = msg("That link leads to no deal and no tournament.")
NEVER = 1_000_000
"""A threshold that is not reached: of searches through younger objects before one through all of them."""


def search_seldom() -> None:
    """Has Python search through all objects only when screens and forms are left.

    It stops the table for 0.1 s when a long game is in memory. What is loaded so far is left out.
    """
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)


def open_window(first: Callable[[App], None], services: Services = Services()) -> int:
    """Opens the window, shows the screen of `first`, and runs; returns the exit code.

    Garbage collection waits for the first frame: loading makes no garbage.
    """
    gc.disable()
    services.leave_signals()
    try:
        folder = data_folder()
        services.write_faults_down(folder / FAULTS)
        keeper = PlaceKeeper(folder, services.now_ns)
        if keeper.warning:
            print(f"patience: {keeper.warning}.", file=sys.stderr)
        window = Window(keeper.remembered(), "Patience Arcade", services.connects_reader_first)
        search_seldom()
        app = App(window, folder, services)
        app.context.sounds.hold()
        if services.connects_reader_first:
            app.reader = services.reader(window.wake, window.native_handle)
            window.reveal()

        def after_first_frame() -> None:
            gc.enable()
            services.first_frame_seen()
            if not services.connects_reader_first:
                app.reader = services.reader(window.wake, window.native_handle)
            app.ask_wishes()
            app.hands.begin()
            window.settle(keeper)
            app.context.sounds.let_go(services.now_ns())
            window.set_icon(services.assets.folder / "icons" / "icon_64.png")

        first(app)
        app.run(after_first_frame)
    except (DisplayError, AssetError) as error:
        print(f"patience: {error}.", file=sys.stderr)
        return 1
    return 0


def at_table(variant: Variant, number: int | None, beat: int | None = None) -> Callable[[App], None]:
    """Puts a table there: of a deal number, perhaps with a result to `beat`, or of the next deal."""

    def first(app: App) -> None:
        sessions = app.context.sessions
        if number is None:
            session = sessions.next_deal(variant)
        else:
            session = sessions.deal(variant, number, is_first=True, beat=beat)
        app.context.program.asks_newcomers = False  # who names a table is brought straight to it
        app.context.navigation.table(session, is_fresh=True)
        app.context.program.asks_newcomers = True

    return first


def hiding_score(hides: bool, first: Callable[[App], None]) -> Callable[[App], None]:
    """Sets whether the score is hidden, as the settings do, and then shows the first screen."""

    def then(app: App) -> None:
        app.context.settings.hide_score = hides
        with suppress(StorageError):  # it is hidden all the same
            app.context.profile.save()
        first(app)

    return then


def with_file(path: Path) -> Callable[[App], None]:
    """Shows home and takes a file there, as one that is dropped on the window."""

    def first(app: App) -> None:
        app.go_home()
        app.context.navigation.take_file(path)

    return first


def with_link(link: str) -> Callable[[App], None]:
    """Shows the deal or the tournament that a link names which was followed; else home, which says so."""
    from game.cards import NotationError
    from game.play.deal import read_challenge
    from game.rounds.asking import AddressError, read_address

    if "//" in link:
        try:
            read_address(link)
        except AddressError as wrong:
            return lambda app, said=str(wrong): app.context.navigation.home(said)  # type: ignore[misc]

        def at_server(app: App) -> None:
            app.go_home()
            app.context.navigation.go("online_connect", link)

        return at_server
    try:
        return at_table(*read_challenge(link))
    except NotationError:
        return lambda app: app.context.navigation.home(NO_LINK)


def at_game(saved: SavedGame) -> Callable[[App], None]:
    """Puts a game there that was read from a file."""
    return lambda app: app.context.navigation.table(app.context.sessions.open_file(saved))

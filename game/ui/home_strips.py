"""What the home screen offers besides the games: the deal of the day, and tournaments.

Knows the ways to them; must not know where they stand on the screen.
"""

from __future__ import annotations

from collections.abc import Callable

from game.storage.files import StorageError
from game.ui.daily import daily_facts, daily_game, daily_title, has_played_today
from game.ui.scene import Stage
from game.ui.strip import Strip
from game.ui.widgets import Button


def daily_strip(stage: Stage) -> Strip:
    """Today's deal."""
    word = "Again" if has_played_today(stage) else "Play"
    button = Button(word, "play", lambda: stage.go_to(daily_game(stage)))
    return Strip(daily_title(stage), daily_facts(stage), button)


def tournament_strip(stage: Stage, say: Callable[[str], None]) -> Strip:
    """The way to the tournaments; straight to a round whose clock runs. `say` tells what cannot be."""

    def open_list() -> None:
        from game.ui.scenes.tournaments import TournamentsScene

        stage.open(TournamentsScene(stage))

    def go_to_round() -> None:
        from game.tournament.lines import FileError
        from game.ui.scenes.tournaments import open_last

        try:
            stage.go_to(open_last(stage))
        except (StorageError, FileError) as error:
            say(f"The tournament cannot be opened: {error}.")

    line, is_running = "The same deals for all, against the clock", False
    if stage.shelf.tournaments():
        from game.ui.glance import glance  # whoever has no tournament need not wait for it to load

        line, is_running = glance(stage.shelf, stage.utc_now())
    if is_running:
        button = Button("Go on", "play", go_to_round, is_strong=True)
    else:
        button = Button("Tournament", "trophy", open_list)
    return Strip("Tournaments", line, button, is_running)

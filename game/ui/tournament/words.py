"""Words about tournaments: conditions, times, winners; and the page that explains them."""

from __future__ import annotations

from collections.abc import Sequence

from game.message import Message, msg, msg_n, msg_p, verbatim
from game.play.phrases import listed, minutes
from game.rounds.port import Referee
from game.rules.rush import Rush
from game.storage.files import printable
from game.tournament.standings import StandingRow, placed
from game.ui.pages.text_page import RulesScreen, paragraphs
from game.ui.screen import Context
from game.ui.table.view import Page

FRIENDS = msg("Friends elsewhere? Host a tournament and send them the link: they play in a browser.")
"""Where players elsewhere take part, beside tournaments at this machine."""
SAVE_AGAIN = msg("Try again to save")
NO_TOURNAMENT_FILES = msg(
    "Tournaments are no longer shared as files. Host a tournament: friends elsewhere play in a browser."
)
FINGERPRINT_DIGITS = 16


def fingerprint(commitment: str | None) -> list[str]:
    """Public fingerprint of a round's deck before it is played; nothing if its deal has a number."""
    if commitment is None:
        return []
    # Translators: of the deck of a round: digits by which it can be told, but not known.
    return [msg("Fingerprint of the deck: {digits}", digits=commitment[:FINGERPRINT_DIGITS])]


def conditions(game: Rush, count: int) -> list[str]:
    """Rules in words: `Solitaire Rush`, `draw 3`, `5:00`, `3 rounds`."""
    rounds = msg_n("{count} round", "{count} rounds", count)
    # Translators: a rule: so many cards are turned at once.
    return [game.title, msg("draw {count}", count=game.draw), minutes(game.limit), rounds]


def tournament_name(referee: Referee) -> str:
    """Name of a tournament, as far as it may be shown."""
    return verbatim(printable(referee.conditions.name, 40))


def players_counted(count: int) -> str:
    """Number of players: `3 players`."""
    return msg_n("{count} player", "{count} players", count)


def winners(found: Sequence[StandingRow]) -> Message:
    """The winners, as a sentence without its full stop."""
    if not found:
        return msg("Nobody plays")
    first = [row.player.label for row in placed(found) if row.rank == 1]
    if not first:
        return msg("Nobody scored")
    if len(first) == 1:
        return msg("{player} wins", player=first[0])
    return msg("{players} share first place", players=listed(first))


PAGE = Page(
    (msg("The same deals for everybody, each played once, against the clock: the most points win."),),
    (
        msg(
            "A tournament has 1 to 10 rounds of Solitaire Rush. Each round is one deal that can be won, "
            "the same for all, and nobody sees it before playing it. Players at one computer take turns."
        ),
        msg(
            "A round’s clock starts when you see the cards and does not stop: no pause, no hint, no redo, "
            "no second try. It keeps running while the window is closed. Come back in time and play with "
            "what is left; after that, the round is scored as it stood."
        ),
        msg(
            "The highest sum of totals wins. If sums are equal, less time used ranks higher, then "
            "more cards home; players still equal share the rank. A round not played scores 0 and "
            "uses its full time."
        ),
    ),
    (
        (msg_p("keys and mouse", "Enter"), msg("the next round, or the marked button")),
        (msg("Arrows, Tab"), msg("from button to button")),
        (msg("In a round: U"), msg("undoes moves that showed no new card")),
        (msg("In a round: E"), msg("ends it, after asking")),
        (msg("In a round: Esc"), msg("leaves the table; the clock keeps running")),
        (msg_p("keys and mouse", "F9"), msg("to the tournament, when a round opens while you are elsewhere")),
        (msg_p("keys and mouse", "F11"), msg("full screen")),
    ),
)
AT_THIS_MACHINE = (FRIENDS, msg("Robots are always marked as robots."))
ONE_PLAYER = (
    msg(
        "Each player has one seat: the host lets them in, and all clocks start together. Once a round "
        "has opened, nobody comes in uninvited. Results show when everybody started, how many had played "
        "before, and who turned cards and left. If each clock starts on its own, rounds are friendly."
    ),
    msg(
        "One risk remains: two people in one room can show each other their cards while both clocks run. "
        "Play with people you trust."
    ),
)
ONLINE = (
    msg("A table server deals, keeps the time and judges: nobody can know a card before it is turned."),
    msg(
        "The host starts a server and tells you its address. Type it, or paste the link, and add a name. "
        "Your seat belongs to a key that this program creates and keeps: come back from here at any time."
    ),
    msg(
        "What you do is shown at once; a turned card stays face down until the server has named it. If the "
        "connection is lost, the clock keeps running, and your moves are sent when it is back."
    ),
)
FAIRNESS = (
    *ONE_PLAYER,
    msg(
        "Before a round the server publishes a fingerprint of its deck, and after it the deck. This "
        "program checks that they match, that all had the same deck, and every game; then all games can be "
        "watched."
    ),
    msg(
        "Nothing can stop players from telling each other the cards, or letting a program move for them. "
        "How fast everybody played is there for all to see."
    ),
    msg(
        "The server’s operator could look at the cards: the fingerprint proves that they were not changed, "
        "not that nobody saw them. This program sends your moves, your name and your key to the address "
        "that you gave, and nothing to anybody else."
    ),
)


def tournament_help(context: Context, is_online: bool = False) -> RulesScreen:
    """Help page over the present screen; online rounds come first if requested there."""
    here, online = (msg("Players elsewhere"), AT_THIS_MACHINE), (msg_p("a page", "Online"), ONLINE)
    proved = (msg("What is proved, and what is not"), FAIRNESS)
    sections = [online, proved, here] if is_online else [here, online, proved]
    return RulesScreen(context, msg_p("a page", "Tournaments"), PAGE.seen(), paragraphs(sections))

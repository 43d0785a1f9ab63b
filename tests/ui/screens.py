"""Every screen of the program by name, and how one gets there; every setting at its ends.

Knows the screens; must not know what is tested on them.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any, NoReturn

from game.message import msg, verbatim
from game.online.bodies import ClosedRound, Tournaments, read_body
from game.online.check import check_round
from game.online.messages import RoundScore
from game.play.game import Game
from game.play.record import Record
from game.play.replay import Replay
from game.rounds.asking import OnlineAddress, trouble_words
from game.rounds.hosted import HostedServer
from game.rounds.local import LocalReferee, new_tournament
from game.rounds.port import Proof
from game.rules import VARIANTS, find_variant
from game.rules.options import options_to_text
from game.rules.variant import Outcome
from game.storage.crash import note_crash
from game.storage.profile import CHOICES, Settings
from game.storage.tournament_store import BegunRound
from game.tournament.player import Player
from game.tournament.tournament import Tournament
from game.ui.files.files import FoldersScreen, ResumeScreen, SaveScreen
from game.ui.files.games import CompareScreen, GamesScreen
from game.ui.games.spider.problems import ProblemsScreen
from game.ui.games.tables import game_tables
from game.ui.home.new_game import NewGameScreen, PastDaysScreen, PlayersScreen
from game.ui.pages.goals import GoalsPage
from game.ui.pages.settings import GENERAL, SettingsScreen
from game.ui.pages.text_page import about_page, log_page, rules_of
from game.ui.replay.playback import WinningLine
from game.ui.screen import Screen
from game.ui.statistics.screen import StatisticsScreen
from game.ui.tournament.connect import OnlineListScreen, OnlineReturnScreen, OnlineScreen
from game.ui.tournament.host import HostScreen, ReachScreen, missing_page
from game.ui.tournament.hosted import HostedScreen, PlayHereScreen
from game.ui.tournament.new import NewTournamentScreen, TournamentsScreen, at_this_machine
from game.ui.tournament.page import ProofScreen
from game.ui.tournament.words import tournament_help
from tests.online.examples import example
from tests.records import GOLDEN, golden
from tests.tournament.rounds import ANNA, BEN, CLARA, EVENING, record
from tests.ui.driver import Table
from tests.ui.online import ID, START, online_round, online_seat, told
from tests.ui.rooms import HOSTED, RoomServer

FINISHED = {
    "rush": "rush_draw_3_won",
    "spider": "spider_won_1000",
    "one-three-back": "one_three_back_over",
    "three-shuffles": "three_shuffles_lost",
}
Way = Callable[[Table], object]


def half_of(name: str) -> Record:
    """The first half of a game, or fewer of its moves where it is won before."""
    whole = golden(name)
    count = len(whole.entries) // 2
    while True:
        half = Record(whole.deal, {"player": "Ben"}, whole.entries[:count])
        if half.replay().outcome is Outcome.PLAYING:
            return half
        count //= 2


def play(table: Table, record: Record) -> None:
    """Sits down at a game as far as it is played."""
    table.context.navigation.table(table.context.sessions.begin(record.replay(), record.tags))


def keep_games(table: Table) -> None:
    """Some finished games, and one that is not."""
    for number, name in enumerate(FINISHED.values()):
        file = table.folder / "games" / f"{name}-20261121-07000{number}.patience"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes((GOLDEN / f"{name}.patience").read_bytes())
    play(table, half_of("spider_won_1000"))
    table.app.go_home()


def leave_games(table: Table) -> None:
    """A game of each kind is left unfinished."""
    for name in FINISHED.values():
        whole = golden(name)
        entries = whole.entries[: len(whole.entries) // 2]
        while Record(whole.deal, {}, entries).replay().is_over:
            entries = entries[:-1]
        play(table, Record(whole.deal, {}, entries))
        table.clock.pass_s(1)
    table.app.go_home()


def begin(table: Table, *players: Player, tournament: Tournament = EVENING, played: int = 0) -> LocalReferee:
    """A tournament in which everybody has played some rounds."""
    folder = new_tournament(table.context.tournament_store, tournament, players or (ANNA, BEN))
    made = at_this_machine(table.context, folder)
    for index, seat in enumerate(made.state.seats):
        for number in range(1, played + 1):
            data = record(seat.player, number, 10 * index + number, 30, tournament=tournament)
            made.add_record(seat, number, data)
    return made


def local(table: Table, played: int, tournament: Tournament = EVENING) -> LocalReferee:
    """A tournament of three in which everybody has played so many rounds."""
    for folder in table.context.tournament_store.tournaments():
        if folder.id == tournament.id:
            return at_this_machine(table.context, folder)
    return begin(table, ANNA, BEN, CLARA, tournament=tournament, played=played)


def tutorial(game: str, *options: str) -> Callable[[Table], Screen]:
    """Makes a game's tutorial."""

    def make(table: Table) -> Screen:
        return game_tables(game).taught(table.context, find_variant(game, options))

    return make


def over_home(make: Callable[[Table], Screen]) -> Way:
    """A screen that lies over the home screen."""

    def way(table: Table) -> None:
        table.app.go_home()
        table.app.open(make(table))

    return way


def after_games(way: Way) -> Way:
    def with_games(table: Table) -> None:
        keep_games(table)
        way(table)

    return with_games


def after_crash(way: Way, of_game: bool = False) -> Way:
    """A program failed before, perhaps at a game."""

    def with_crash(table: Table) -> None:
        journal = None
        if of_game:
            play(table, half_of("rush_draw_3_won"))
            journal = table.journals[-1]
        try:
            len(3)  # type: ignore[arg-type]
        except TypeError as error:
            note_crash(table.folder, error, table.utc_now(), journal)
        way(table)

    return with_crash


def keys(record: Record, *names: str) -> Way:
    """A table at which some keys are pressed."""

    def way(table: Table) -> None:
        play(table, record)
        table.frame().key(*names)

    return way


def fresh(name: str) -> Way:
    return lambda table: table.start(3, game=name, dealt=False)


def _round(table: Table) -> None:
    table.context.navigation.first_round(local(table, 0))
    table.frame().key("enter").skip(3.1)


def _line(table: Table) -> None:
    game = half_of("rush_draw_3_won")
    whole = golden("rush_draw_3_won")
    table.app.go_home()
    table.app.open(WinningLine(table.context, whole, len(game.entries), msg("A solution")))


def _demonstration(name: str) -> Way:
    def way(table: Table) -> None:
        table.app.go_home()
        table.context.navigation.go("demonstration", Game(golden(name).deal), 0)
        table.wait(0.2)  # until the solver is asked
        table.oracle.say(advice=[[table.moves[-1], 3, 4, 20.0]], is_last=False)

    return way


def _side_by_side(name: str) -> Way:
    def way(table: Table) -> None:
        table.app.go_home()
        replays = Replay(golden(name)), Replay(half_of(name))
        table.context.navigation.go("side_by_side", replays, ("Anna", "Ben"))

    return way


def _replay(name: str) -> Way:
    def way(table: Table) -> None:
        table.app.go_home()
        table.context.navigation.go("replay", Replay(golden(name)))
        table.frame().key("end")

    return way


def _home_with_a_word(table: Table) -> None:
    table.app.go_home()
    table.app.screen.say(verbatim("A word."))


def _daily(table: Table) -> None:
    table.app.go_home()
    table.context.navigation.table(table.context.sessions.daily())


def _rules(name: str) -> Way:
    at = [*options_to_text(VARIANTS[name]()).split(), "practice"]
    return over_home(lambda table: rules_of(table.context, VARIANTS[name](), at))


def _new_game(name: str) -> Way:
    return over_home(lambda table: NewGameScreen(table.context, find_variant(name)))


def _page(played: int, shown: int | None = None) -> Way:
    return lambda table: table.context.navigation.tournament(local(table, played), shown)


def _ready(table: Table) -> None:
    table.context.navigation.first_round(local(table, 0))


def _statistics(table: Table) -> None:
    over_home(lambda table: StatisticsScreen(table.context))(table)
    for _ in range(9):  # the kept games are counted
        table.frame()


def _folders(table: Table, saves: bool) -> Screen:
    return FoldersScreen(table.context, table.folder / "games", (".patience",), lambda _: None, saves)


def _settings_page(page: str) -> Way:
    def way(table: Table) -> None:
        table.app.go_home()
        screen = SettingsScreen(table.context)
        screen.open_page(page)
        table.app.open(screen)

    return way


def _online_list(table: Table) -> None:
    table.app.go_home()
    listed = Tournaments(START, (told("open", "waiting"), told("closed")))
    table.app.open(
        OnlineListScreen(
            table.context, OnlineAddress("http://192.168.1.20:8852", None), "Anna", listed, lambda: listed
        )
    )


def _online_return(table: Table) -> Screen:
    """The way back to a round, while nothing answers."""

    def nobody() -> NoReturn:
        raise ConnectionRefusedError

    begun = BegunRound("http://192.168.1.20:8852", ID, "Sunday evening", "Anna", 1, START)
    screen = OnlineReturnScreen(table.context, begun, nobody)
    screen.panel.sentence = trouble_words(ConnectionRefusedError())
    return screen


def _online_round(table: Table) -> None:
    """Three cards were turned and are not named yet."""
    online_round(table)
    table.click("stock").skip(0.3)


def _proof() -> Proof:
    return Proof(1, check_round(read_body(ClosedRound, example("round"), 1 << 20)), is_promised=True)


def _hosted(server: RoomServer) -> Way:
    """The page of a tournament that a server holds."""

    def way(table: Table) -> None:
        table.app.go_to(HostedScreen(table.context, server, ["192.168.1.20", "10.0.0.3"]))
        table.skip(0.3)

    return way


KITCHEN = "stock: {}\n".format("?? " * 24) + "\n".join(
    f"t{column}: {'?? ' * (column - 1)}{card}"
    for column, card in enumerate(["5C", "9H", "AC", "8C", "7D", "6S", "KH"], 1)
)
"""A deal of one's own of which only the last cards are seen."""


def _which_card(table: Table) -> None:
    table.visit("cards", KITCHEN).key("enter").settle()
    table.act("t3>f1").frame()


SETTINGS_PAGES = [*GENERAL, *VARIANTS][1:]
SCREENS: dict[str, Way] = {
    "home": lambda table: table.app.go_home(),
    "home with everything": after_games(_home_with_a_word),
    "guided: rush": over_home(tutorial("rush")),
    "guided: spider": over_home(tutorial("spider")),
    "home with games left": leave_games,
    "settings": over_home(lambda table: SettingsScreen(table.context)),
    **{f"settings: {page}": _settings_page(page) for page in SETTINGS_PAGES},
    "cards": lambda table: table.visit("cards", KITCHEN),
    "which card": _which_card,
    "about": over_home(lambda table: about_page(table.context)),
    "log, empty": over_home(lambda table: log_page(table.context)),
    "log": after_crash(over_home(lambda table: log_page(table.context))),
    "crash": after_crash(lambda table: table.app.go_home()),
    "crash in a game": after_crash(lambda table: table.app.go_home(), of_game=True),
    "past days": over_home(lambda table: PastDaysScreen(table.context)),
    "players": over_home(lambda table: PlayersScreen(table.context)),
    "goals": over_home(lambda table: GoalsPage(table.context)),
    "daily": _daily,
    "statistics, empty": over_home(lambda table: StatisticsScreen(table.context)),
    "statistics": after_games(_statistics),
    "open, empty": over_home(lambda table: ResumeScreen(table.context)),
    "open": after_games(over_home(lambda table: ResumeScreen(table.context))),
    "replays, empty": over_home(lambda table: GamesScreen(table.context)),
    "replays": after_games(over_home(lambda table: GamesScreen(table.context))),
    "compare": over_home(
        lambda table: CompareScreen(table.context, Replay(golden("rush_draw_3_won")), Path("gone"))
    ),
    "save": over_home(lambda table: SaveScreen(table.context, golden("rush_draw_3_won").replay(), {}, 0)),
    "folders": after_games(over_home(lambda table: _folders(table, False))),
    "folders to save": after_games(over_home(lambda table: _folders(table, True))),
    "problems": over_home(lambda table: ProblemsScreen(table.context)),
    "guided: 1-3 Back": over_home(tutorial("one-three-back")),
    "winning line": _line,
    "ready": _ready,
    "round": _round,
    "tournaments": over_home(lambda table: TournamentsScreen(table.context)),
    "online": over_home(lambda table: OnlineScreen(table.context, "http://192.168.1.20:8852")),
    "online, list": _online_list,
    "online, return": over_home(_online_return),
    "online, begun": lambda table: online_seat(table, "open", "waiting"),
    "online, over": lambda table: online_seat(
        table, "closed", "closed", rounds=(RoundScore(True, 300, 12, 100_000), None)
    ),
    "online, round": _online_round,
    "online, proof": over_home(lambda table: ProofScreen(table.context, _proof())),
    "online help": over_home(lambda table: tournament_help(table.context, is_online=True)),
    "host": over_home(lambda table: HostScreen(table.context)),
    "host, who can reach it": over_home(
        lambda table: ReachScreen(table.context, HOSTED, HostedServer(table.context.library.folder))
    ),
    "host, a part is missing": over_home(lambda table: missing_page(table.context)),
    "hosted, before": _hosted(RoomServer("waiting", "waiting", players=6)),
    "hosted, forty": _hosted(RoomServer("closed", "open", players=40)),
    "hosted, here alone": _hosted(RoomServer("waiting", is_for_network=False)),
    "play here": over_home(lambda table: PlayHereScreen(table.context, RoomServer("waiting"), "")),
    "tournament help": over_home(lambda table: tournament_help(table.context)),
    "new tournament": over_home(lambda table: NewTournamentScreen(table.context)),
    "tournament, begun": _page(1),
    "tournament, a round": _page(2, 1),
    "tournament, over": _page(3),
    **{
        f"{what}: {name}": way
        for name, record in FINISHED.items()
        for what, way in {
            "rules": _rules(name),
            "new game": _new_game(name),
            "deal": fresh(name),
            "half": keys(half_of(record)),
            "pause": keys(half_of(record), "p"),
            "result": keys(golden(record)),
            "replay": _replay(record),
            "side by side": _side_by_side(record),
            "demonstration": _demonstration(record),
        }.items()
    },
}
"""What there is to be seen."""
ONE_OF_EACH = {screen.partition(":")[0]: screen for screen in SCREENS}
"""Of what is there for each game one."""
assert set(FINISHED) == set(VARIANTS)


def open_screen(table: Table, name: str) -> Table:
    """Opens one of `SCREENS`, and has it seen."""
    SCREENS[name](table)
    return table.frame()


# Settings -----------------------------------------------------------------------------------------
ENDS: dict[str, tuple[Any, ...]] = {
    name: CHOICES.get(name, (0, 100) if name == "volume" else (False, True)) for name in Settings.defaults()
}
"""Every setting at its ends."""


def every_two(ends: dict[str, tuple[Any, ...]] = ENDS) -> Iterator[dict[str, Any]]:
    """Few choices of all settings in which any two settings meet in every way."""
    names = list(ends)
    missing = {
        ((one, a), (other, b))
        for one, other in combinations(names, 2)
        for a, b in product(ends[one], ends[other])
    }
    while missing:
        chosen: dict[str, Any] = {}
        (one, a), (other, b) = min(missing, key=repr)
        chosen |= {one: a, other: b}
        for name in names:
            if name not in chosen:
                chosen[name] = max(
                    ends[name],
                    key=lambda value: sum(
                        ((known, chosen[known]), (name, value)) in missing
                        or ((name, value), (known, chosen[known])) in missing
                        for known in chosen
                    ),
                )
        missing -= {((one, chosen[one]), (other, chosen[other])) for one, other in combinations(names, 2)}
        yield chosen

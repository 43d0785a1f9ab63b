"""Words of the pages and of the player's page: figures, states and replays' steps, in a reader's language."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from game.cards import RANK_WORDS, SUIT_WORDS, card
from game.language import LANGUAGES, Translator
from game.message import DateText, Message, NumberText, joined, msg, msg_n, msg_p, number
from game.online.bodies import RejectionBody
from game.online.messages import PlaceInfo, RoundInfo
from game.play.move_words import pile_name
from game.play.phrases import minutes
from game.play.played import STRENGTHS
from game.play.record import read_record
from game.play.replay import Replay
from game.rounds.asking import BACK, LOST, UNREACHABLE, refusal_words
from game.rules import find_variant
from game.rules.position import Pile
from game.server.pages.door import Wish
from game.tournament.tournament import Scored

THOUSAND = 1000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
OUTCOMES = {
    "won": msg_p("how a game ended", "won"),
    "ended": msg_p("how a game ended", "ended"),
    "timeout": msg_p("how a game ended", "time up"),
}


@cache
def templates(file: Callable[[str], str]) -> Environment:
    """Returns the templates of all pages; `file` gives the address of one of the pages' files."""
    found = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=in_language,
    )
    found.globals.update(file=file, msg=msg, msg_n=msg_n, msg_p=msg_p, languages=LANGUAGES)
    found.globals.update(scripted=scripted, outcomes=OUTCOMES, deck_signs=deck_signs, pace=pace, alike=alike)
    tools = (iso, utc, utc_second, clock, figure, game_words, robot)
    found.filters.update({tool.__name__: tool for tool in tools})
    return found


@pass_context
def in_language(context: Context, value: Any) -> Any:
    """Translates a message that a template writes into the page's language; its parts may be HTML."""
    if not isinstance(value, Message):
        return value
    said = context["language"].translate(_safe(value) if _has_html(value) else value)
    return Markup(said) if _has_html(value) else said


def _has_html(part: Any) -> bool:
    parts = part.parts.values() if isinstance(part, Message) else ()
    return isinstance(part, Markup) or any(map(_has_html, parts))


def _safe(text: Message) -> Message:
    """A message with all that is no HTML escaped; templates come from the program and have no such signs."""
    parts = {
        name: _safe(part) if isinstance(part, Message) else escape(part) if isinstance(part, str) else part
        for name, part in text.parts.items()
    }
    return text.with_parts(**parts)


@pass_context
def scripted(context: Context, texts: Mapping[str, str]) -> Markup:
    """Texts in the language of the page for its script, which fills in their parts."""
    say = context["language"].translate
    return json_in_html({name: say(text) for name, text in texts.items()})


def json_in_html(value: Any) -> Markup:
    """A value that a script of the page reads."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def iso(moment: int) -> str:
    """A moment for programs.

    >>> iso(1795413600000)
    '2026-11-23T06:00:00Z'
    """
    return f"{_moment(moment):%Y-%m-%dT%H:%M:%SZ}"


def utc(moment: int, form: str = "%H:%M") -> Message:
    """A moment for people.

    >>> utc(1795413600000)
    '23 Nov 2026, 06:00 UTC'
    """
    at = _moment(moment)
    day = DateText(at.year, at.month, at.day, has_year=True)
    return Message("{day}, {time} UTC", {"day": day, "time": f"{at:{form}}"})


def utc_second(moment: int) -> Message:
    """A moment for people, to the second.

    >>> utc_second(1795413600000)
    '23 Nov 2026, 06:00:00 UTC'
    """
    return utc(moment, "%H:%M:%S")


def _moment(moment: int) -> datetime:
    return EPOCH + timedelta(milliseconds=moment)


def clock(elapsed: int) -> str:
    """Play time in ms as a clock shows it.

    >>> clock(65_900), clock(3_600_000)
    ('1:05', '60:00')
    """
    return f"{elapsed // 60_000}:{elapsed // 1000 % 60:02d}"


def figure(count: int) -> str:
    """A whole number with its thousands apart, as each language has them.

    >>> figure(12345)
    '12,345'
    """
    return number(count) if count >= THOUSAND else str(count)


def game_words(text: str) -> Message:
    """The game of a tournament.

    >>> game_words("rush draw=3 limit=300")
    'Solitaire Rush · draw 3 · 5:00'
    """
    name, *options = text.split(" ")
    chosen = dict(option.split("=") for option in options)
    draw = msg("draw {count}", count=chosen["draw"])
    return joined(" · ", (find_variant(name, options).title, draw, minutes(int(chosen["limit"]))))


def seconds(text: str) -> int:
    """The limit of a round of a tournament.

    >>> seconds("rush draw=3 limit=300")
    300
    """
    return int(text.rpartition("=")[2])


def is_done(info: RoundInfo, places: Sequence[PlaceInfo]) -> bool:
    """Whether nobody plays a round any more; its deck may still be secret."""
    scores = [place.rounds[info.number - 1] for place in places]
    is_played = any(score is not None and not score.is_over for score in scores)
    return info.state in ("closed", "cancelled") or (info.state == "closing" and not is_played)


def live_order(places: Sequence[PlaceInfo]) -> list[PlaceInfo]:
    """The lines of a table with what they come to by now, the round that is being played counted in."""
    sums = [replace(place, total=sum(score.total for score in place.rounds if score)) for place in places]
    ranked = sorted((place.total for place in sums if place.rank), reverse=True)
    ordered = sorted(sums, key=lambda place: (place.rank is None, -place.total))
    return [replace(place, rank=place.rank and 1 + ranked.index(place.total)) for place in ordered]


def robot(kind: str) -> Message | None:
    """Returns the name of a robot, None for a person.

    >>> robot("robot regular"), robot("person")
    ('robot, regular', None)
    """
    strength = next((strength for strength in STRENGTHS if kind == f"robot {strength}"), None)
    return None if strength is None else joined(", ", (msg_p("a player", "robot"), strength))


def alike(rounds: tuple[RoundInfo, ...]) -> list[tuple[RoundInfo, int]]:
    """Rounds of which the same is told one after the other: the first of them, and the number of the last."""

    def told(info: RoundInfo) -> tuple[str, int | None]:
        return info.state, info.opens if info.state == "waiting" else None

    groups = (tuple(group) for _, group in groupby(rounds, told))
    return [(group[0], group[-1].number) for group in groups]


def deck_signs(deck: str) -> list[tuple[str, bool]]:
    """The cards of a deck, and whether each is red.

    >>> deck_signs("KH TS")
    [('K♥', True), ('10♠', False)]
    """
    return [(card(word).sign, word[1] in "DH") for word in deck.split(" ")]


class Curve(NamedTuple):
    """A game in the chart of a round: its line as the path of an SVG, and its scores at a few times."""

    path: str
    told: tuple[int, ...]


class Chart(NamedTuple):
    """The scores of some games of a round over time; `times` and `scores` are what its axes tell, with the
    place of each in it."""

    times: tuple[tuple[int, int], ...]
    scores: tuple[tuple[int, int], ...]
    curves: dict[int, Curve]


CHART_WIDTH, CHART_HEIGHT, CHART_STEP, CHART_PARTS = 900, 300, 10, 5
SCORE_LINES = 100


def chart_of(played: Mapping[int, Sequence[Scored]], limit_ms: int) -> Chart:
    """The chart of some games.

    >>> chart = chart_of({7: [Scored(0, 0), Scored(150_000, 500), Scored(300_000, 500)]}, 300_000)
    >>> chart.times[1], chart.scores
    ((60000, 180), ((0, 300), (200, 180), (400, 60)))
    >>> chart.curves[7]
    Curve(path='M0 300H450V0H900', told=(0, 0, 500, 500, 500))
    """
    top = max([SCORE_LINES, *(point.score for line in played.values() for point in line)])

    def height(score: int) -> int:
        return CHART_HEIGHT - CHART_HEIGHT * score // top

    def path(line: Sequence[Scored]) -> str:
        at = {x_of(at_ms): height(score) for at_ms, score in line}  # of one place the last
        parts, y = [f"M0 {height(line[0].score)}"], height(line[0].score)
        for x, to in at.items():
            if to != y or x == x_of(line[-1].at_ms):
                parts.append(f"H{x}" + (f"V{to}" if to != y else ""))
                y = to
        return "".join(parts)

    def x_of(at_ms: int) -> int:
        return CHART_WIDTH * at_ms // limit_ms // CHART_STEP * CHART_STEP

    times = [limit_ms * part // CHART_PARTS for part in range(CHART_PARTS + 1)]
    every = SCORE_LINES * (1 + top // (5 * SCORE_LINES))
    return Chart(
        tuple((at, x_of(at)) for at in times),
        tuple((score, height(score)) for score in range(0, top + 1, every)),
        {
            game: Curve(
                path(line),
                tuple([point.score for point in line if point.at_ms <= at][-1] for at in times[1:]),
            )
            for game, line in played.items()
        },
    )


def pace(actions: int, elapsed: int) -> Message:
    """Formats the mean time an action took, in seconds.

    >>> pace(12, 30_000), pace(0, 300_000)
    ('2.5 s', '–')
    """
    return Message("{time} s", {"time": NumberText(elapsed / 1000 / actions, 1)}) if actions else Message("–")


def steps_of(record: str, language: Translator) -> bytes:
    """The steps of a record as JSON; cards as in a deck, in small letters where they lie face down.

    Raises:
        FileError: the text is no record.
    """
    replay = Replay(read_record(record.encode()))
    found: list[dict[str, Any]] = []
    before: tuple[Pile, ...] = ()
    for step in range(replay.last + 1):
        position = replay.position(step)
        changed = {
            str(pile): _cards(cards)
            for pile, cards in enumerate(position.piles)
            if not step or cards != before[pile]
        }
        before = position.piles
        found.append(
            {
                "at": replay.times_ms[step],
                "score": replay.variant.score(position) or 0,
                "home": replay.variant.home(position),
                "words": language.translate(replay.words(step)),
                "piles": changed,
            }
        )
    names = [language.translate(pile_name(replay.variant, pile)) for pile in range(len(before))]
    return json.dumps({"names": names, "steps": found}, ensure_ascii=False, separators=(",", ":")).encode()


def _cards(pile: Pile) -> str:
    """The cards of a pile, the lowest first: `khTS` is the king of hearts face down and the ten of spades."""
    return "".join([card.text if card.face_up else card.up.text.lower() for card in pile])


REFUSALS = (
    *("unknown_key", "no_such_tournament", "no_such_round", "full", "link_needed", "door_full"),
    *("not_admitted", "sent_away", "removed", "banned", "erased", "deleted", "not_open", "no_deck"),
    *("not_begun", "not_started", "is_over", "time_is_up", "too_fast", "too_many", "too_long"),
    *("taken_over", "stopping", "failed", "illegal", "renamed", "name_refused", "name_taken"),
    *("joined_already", "playing_another", "unknown_host"),
)
PART = {"name_refused": "{reason}", "playing_another": "{number}", "no_deck": ""}
TEXTS: dict[str, Message] = {
    "play": msg_p("a button", "Play"),
    "practice": msg_p("a page", "Practice"),
    "daily": msg("Deal of the day"),
    "your_name": msg("Your name"),
    "join": msg_p("a button", "Join"),
    "joining": msg("A name and one tap: nothing to install, no account."),
    "how": msg("How to play"),
    "rules": msg(
        "Red goes on black and black on red, one lower. Tap a card, then its place. Double-tap a card to "
        "send it home, aces first."
    ),
    "idea": msg("The game in twenty seconds"),
    "skip": msg_p("a button", "Skip"),
    "in": msg("You are in, {name}."),
    "knocks": msg("You have asked to join, {name}."),
    "wait": msg("The host sees your name and lets you in."),
    # Translators: {number} is that of a round; a countdown stands beside it.
    "starts_in": msg("Round {number}: all clocks start in"),
    "open": msg("Round {number} is open."),
    "opens": msg("Round {number} opens at {time}."),
    "host_opens": msg("Round {number} begins when the host says so."),
    "last_games": msg("The last games are being played."),
    "all_over": msg("All rounds are over."),
    "begin": msg("Start round {number}"),
    "ready": msg("Ready: it starts by itself."),
    "count": msg("Players at the table: {count}"),
    "robot": msg_p("a player", "robot"),
    "meanwhile": msg("Practise meanwhile"),
    "lobby": msg("Back to the lobby"),
    "move": msg("Move this seat to another device"),
    "carry": msg(
        "Open this address there, or paste it into the program: “{tournaments}”, “{online}”. Anyone who "
        "has it has your seat: show it to nobody else.",
        tournaments=msg_p("a page", "Tournaments"),
        online=msg_p("a page", "Online"),
    ),
    "copy": msg_p("a button", "Copy"),
    "close": msg_p("a button", "Close"),
    "round": msg("Round {number} of {count}"),
    "deal": msg("Deal {deal}"),
    "day": Message("{day}"),
    "place": msg_p("among all players", "Place {place} of {count}"),
    "score": msg_p("a figure", "Score"),
    "time": msg_p("a figure", "Time"),
    "table": msg("The table"),
    "undo": msg_p("a button", "Undo"),
    "end": msg_p("a button", "End"),
    "hint": msg_p("a button", "Hint"),
    "thinks": msg_p("a hint", "Thinking…"),
    "menu": msg_p("a button", "Menu"),
    "ask_end": msg("End this game now?"),
    "go_on": msg("Keep playing"),
    "picked": msg("picked up: {places}"),
    "put_back": msg("{card} put back"),
    "no_undo": msg("This cannot be undone."),
    "no_end": msg("You cannot end the game now."),
    "won": msg("Won, with {time} left"),
    "all": msg("All cards are home!"),
    "ended": msg("Game ended"),
    "timeout": msg("Time is up"),
    "home": msg("{count} of {pack} cards home"),
    "lost": msg("No move is left: the game is lost."),
    "over": msg("No move is left."),
    "is_won": msg("The game is won."),
    "again": msg("New game"),
    "share": msg("Challenge a friend"),
    "pass_on": msg("Share this deal"),
    "claim": msg("{game}: {result}. Can you beat that?"),
    "best_claim": msg("{game}: {result}. It cannot get better than that!"),
    "beaten": msg("You beat {result}!"),
    "beat": msg("{result} to beat"),
    "best": msg("Your best: {result}"),
    "best_now": msg("Your best result so far!"),
    "today": msg_p("a day", "Today"),
    "in_a_row": msg("Days in a row: {count}"),
    "calendar": msg("This month"),
    "tournaments": msg_p("a page", "Tournaments"),
    "played_today": msg("You have played today’s deal: {result}. This game is practice."),
    "continue": msg_p("a button", "Continue"),
    "restart": msg("Restart this deal"),
    "door": msg_p("the first screen", "Home"),
    "offered": msg("Four games"),
    "kept_here": msg("Your games are kept in this browser only."),
    "to_beat": msg("The result to beat was {result}."),
    "save": msg_p("a button", "Save the record"),
    "replays": msg("Replays of this round"),
    "standings": msg_p("heading", "Standings"),
    "proven": msg("✓ The deck is the one that was promised before the round."),
    "broken": msg("The deck is not the one that was promised before the round!"),
    "back_here": msg("Play here instead"),
    "to_page": msg("To the tournament’s page"),
    "left_": msg_p("a setting", "Left-handed"),
    "four": msg("Four colours"),
    "one": msg("One tap moves a card"),
    "sounds": msg_p("a switch", "Sounds"),
    "language": msg_p("a setting", "Language"),
    "hidden": msg("{pile}, {count} face down"),
    "empty": msg("{pile}: empty"),
    "stock": msg("{pile}, {count} cards"),
    "card": msg("{rank} of {suit}"),
    "refuses": msg("The server refused: {code}."),
    "away": LOST,
    "server_away": msg("The server is away: all clocks are stopped. The game goes on when it is back."),
    "host_ended": msg("The host has ended the evening."),
    # Translators: a countdown stands beside it.
    "runs": msg("Round {number} has begun. Time left:"),
    "save_days": msg_p("a button", "Save as a file"),
    "add_days": msg_p("a button", "Add from a file"),
    "days_added": msg("Days added: {count}"),
    "back": BACK,
    "unreachable": UNREACHABLE,
    "old": msg("This browser is too old, or part of this page did not arrive: reload it."),
    "connecting": msg_p("a connection", "Connecting…"),
    "instead": msg("You sit here as {own}. Take the seat of {other} instead? Both keys are kept."),
    "take": msg("Take the seat"),
    "stay": msg("Stay as {own}"),
    "swap": msg("Other seat on this device"),
    "unknown_link": msg("The server does not know the seat of this link. You keep yours."),
    "forgets": msg(
        "This browser keeps nothing. Before you reload this page, note the link of your seat: “{move}”.",
        move=msg("Move this seat to another device"),
    ),
    "forgets_game": msg("This browser keeps nothing: a reload starts a new game."),
    "needs_script": msg("Playing needs JavaScript. Watching does not."),
}
SECONDS_TOLD = (60, 30, 10)
IDEAS = (
    ("AS 2S 3S", msg("Each suit goes home from its ace up: every card that gets home earns points.")),
    ("KS QH JC", msg("In the columns a red card goes on a black one, one lower, and black on red.")),
    ("?? ?? 7D", msg("Tap the stock for more cards. Move cards off others to turn those over.")),
    ("KH KD KC KS", msg("Everybody has the same cards and the same time: the most points win.")),
)
"""The idea of the game, each line with cards that show it."""


def play_words(language: Translator) -> dict[str, Any]:
    """All of them as the page's script has them; parts stay in braces."""
    say = language.translate
    found: dict[str, Any] = {name: say(text) for name, text in TEXTS.items()}
    found["ranks"] = {sign: say(word) for sign, word in zip("A23456789TJQK", RANK_WORDS, strict=True)}
    found["suits"] = {sign: say(word) for sign, word in zip("CDHS", SUIT_WORDS, strict=True)}
    found["refusals"] = {
        code: say(refusal_words(RejectionBody(code, (PART.get(code, "{name}"),)))) for code in REFUSALS
    }
    found["left"] = {
        str(count): say(msg_n("{count} second left", "{count} seconds left", count)) for count in SECONDS_TOLD
    }
    found["languages"] = LANGUAGES
    found["ideas"] = [(cards, say(line)) for cards, line in IDEAS]
    return found


def table_parts(
    mode: str, language: Translator, title: str, more: Mapping[str, Any] | None = None, **parts: Any
) -> dict[str, Any]:
    """Returns what the template of a table is made of; `more` are words that only some pages have."""
    found = {**play_words(language), **(more or {})}
    words = {"t": found, "words_json": json_in_html(found), "mode": mode, "title": title}
    return {"tournament": None, "wish": Wish(), "games": (), **words, **parts}


def wanted_language(chosen: str | None, accepted: str) -> str:
    """The code of the language that was chosen, or else is wished for most of those that there are.

    >>> wanted_language(None, "pt-BR,pt;q=0.9,de-CH;q=0.8,en;q=0.1"), wanted_language("fr", "de")
    ('de', 'fr')
    >>> wanted_language("xx", "*;q=x")
    'en'
    """
    if chosen in LANGUAGES:
        return str(chosen)
    wishes = []
    for at, part in enumerate(accepted[:200].split(",")):
        code, _, weight = part.strip().partition(";q=")
        number = float(weight) if weight.replace(".", "", 1).isdecimal() else 1.0 if not weight else 0.0
        wishes.append((-number, at, code[:2].lower()))
    return next((code for _, _, code in sorted(wishes) if code in LANGUAGES), "en")

"""Figures, states and steps of replays as pages write them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from game.cards import card
from game.online.messages import PlaceInfo, RoundInfo
from game.play.pile_words import pile_name
from game.play.record import read_record
from game.play.replay import Replay
from game.rules import find_variant
from game.rules.position import Pile
from game.tournament.rounds import Scored

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
OUTCOMES = {"won": "won", "ended": "ended early", "timeout": "time was up"}


def iso(moment: int) -> str:
    """A moment for programs.

    >>> iso(1795413600000)
    '2026-11-23T06:00:00Z'
    """
    return f"{_moment(moment):%Y-%m-%dT%H:%M:%SZ}"


def utc(moment: int) -> str:
    """A moment for people.

    >>> utc(1795413600000)
    '23 Nov 2026, 06:00 UTC'
    """
    return f"{_moment(moment).day} {_moment(moment):%b %Y, %H:%M} UTC"


def utc_second(moment: int) -> str:
    """A moment for people, to the second.

    >>> utc_second(1795413600000)
    '23 Nov 2026, 06:00:00 UTC'
    """
    return f"{_moment(moment).day} {_moment(moment):%b %Y, %H:%M:%S} UTC"


def _moment(moment: int) -> datetime:
    return EPOCH + timedelta(milliseconds=moment)


def clock(elapsed: int) -> str:
    """Play time in ms as a clock shows it.

    >>> clock(65_900), clock(3_600_000)
    ('1:05', '60:00')
    """
    return f"{elapsed // 60_000}:{elapsed // 1000 % 60:02d}"


def figure(number: int) -> str:
    """A whole number with its thousands apart.

    >>> figure(12345)
    '12,345'
    """
    return f"{number:,}"


def game_words(text: str) -> str:
    """The game of a tournament.

    >>> game_words("rush draw=3 limit=300")
    'Solitaire Rush, draw 3, 5 minutes a round'
    """
    name, *options = text.split(" ")
    variant = find_variant(name, options)
    minutes, seconds = divmod((variant.limit_ms or 0) // 1000, 60)
    limit = f"{minutes} minute{'' if minutes == 1 else 's'}" if minutes else ""
    rest = f"{seconds} seconds" if seconds else ""
    chosen = dict(each.split("=") for each in options)
    return f"{variant.title}, draw {chosen['draw']}, {' '.join(filter(None, (limit, rest)))} a round"


def seconds(text: str) -> int:
    """The limit of a round of a tournament.

    >>> seconds("rush draw=3 limit=300")
    300
    """
    return int(text.rpartition("=")[2])


def live_order(places: Sequence[PlaceInfo]) -> list[PlaceInfo]:
    """The lines of a table by what they come to with the round that is being played, each with its place."""
    sums = {id(each): sum(score.total for score in each.rounds if score) for each in places}
    ranked = sorted((sums[id(each)] for each in places if each.rank), reverse=True)
    ordered = sorted(places, key=lambda each: (each.rank is None, -sums[id(each)]))
    return [replace(each, rank=each.rank and 1 + ranked.index(sums[id(each)])) for each in ordered]


def robot(kind: str) -> str:
    """The strength of a robot, empty for a person.

    >>> robot("robot regular"), robot("person")
    ('regular', '')
    """
    return "" if kind == "person" else kind.removeprefix("robot ")


def alike(rounds: tuple[RoundInfo, ...]) -> list[tuple[RoundInfo, int]]:
    """Rounds of which the same is told one after the other: the first of them, and the number of the last."""

    def told(of: RoundInfo) -> tuple[str, int | None]:
        return of.state, of.opens if of.state == "waiting" else None

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
    top = max([SCORE_LINES, *(each.score for line in played.values() for each in line)])

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
                tuple([each.score for each in line if each.at_ms <= at][-1] for at in times[1:]),
            )
            for game, line in played.items()
        },
    )


def pace(actions: int, elapsed: int) -> str:
    """How long an action took in the mean.

    >>> pace(12, 30_000), pace(0, 300_000)
    ('2.5 s', '–')
    """
    return f"{elapsed / 1000 / actions:.1f} s" if actions else "–"


def steps_of(record: str) -> bytes:
    """The steps of a record as JSON; cards as in a deck, in small letters where they lie face down.

    Raises:
        FileError: the text is no record.
    """
    replay = Replay(read_record(record.encode()))
    found: list[dict[str, Any]] = []
    before: tuple[Pile, ...] = ()
    for number in range(replay.last + 1):
        position = replay.position(number)
        changed = {
            str(pile): _cards(cards)
            for pile, cards in enumerate(position.piles)
            if not number or cards != before[pile]
        }
        before = position.piles
        found.append(
            {
                "at": replay.times_ms[number],
                "score": replay.variant.score(position) or 0,
                "home": replay.variant.home(position),
                "words": replay.words(number),
                "piles": changed,
            }
        )
    names = [pile_name(replay.variant, pile) for pile in range(len(before))]
    return json.dumps({"names": names, "steps": found}, ensure_ascii=False, separators=(",", ":")).encode()


def _cards(pile: Pile) -> str:
    """The cards of a pile, the lowest first: `khTS` is the king of hearts face down and the ten of spades."""
    return "".join([card.text if card.face_up else card.up.text.lower() for card in pile])

"""Points as they are seen: they fly to the score, which counts up, and a streak burns beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Protocol

import pygame

from game.message import verbatim
from game.play.game import Action, GameSnapshot
from game.play.replay import SHOWN_FROM, STREAK_MS, earns, streak_at
from game.rules.position import STOCK, Move, Position
from game.rules.variant import Variant
from game.ui.cards.card_layer import CardLayer
from game.ui.drawing.canvas import Canvas, Picture
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import FLOAT_S, GOLD, INK, RED, TEXT
from game.ui.screen import Context
from game.ui.table.bars import Field, StatusBars
from game.ui.table.view import View

PILL_PX, FLIGHT_S, ARC_PX = 34, 0.45, 40
COUNT_S, SWELL_S, SWELL = 0.3, 0.15, 1.2
FLAME_PX, RING_STEPS = 36, 24
OCTAVE = 12


class ScoredTable(Protocol):
    """Interface of the table that the points need."""

    context: Context
    game: GameSnapshot
    view: View[Any]
    variant: Variant
    cards: CardLayer
    bars: StatusBars
    canvas: Canvas

    @property
    def speed(self) -> float: ...
    @property
    def elapsed_ms(self) -> int: ...
    @property
    def hides_score(self) -> bool: ...
    @property
    def hides_cards(self) -> bool: ...
    @property
    def is_played(self) -> bool: ...
    @property
    def is_running(self) -> bool: ...


class _Pill:
    def __init__(self, points: int, box: Box, flies: bool, is_still: bool) -> None:
        self.points, self.start = points, box.centre
        self.flies, self.is_still = flies, is_still
        self.left_s = self.lasts_s = FLIGHT_S if flies else FLOAT_S

    @property
    def share(self) -> float:
        """Share of its time that has passed."""
        return 1 - self.left_s / self.lasts_s


class Points:
    """Points on their way at one table, the score as it is shown, and the streak."""

    def __init__(self, table: ScoredTable) -> None:
        self._table = table
        self._pills: list[_Pill] = []
        self._shown: int | None = None
        """The score as far as it is counted; None until it is seen for the first time."""
        self._from, self._goal, self._count_s, self._swell_s = 0, 0, 0.0, 0.0
        self._told_streak = 0
        self.earned_ms: list[int] = []
        """Play times of the moves that earned points."""

    # What happens ----------------------------------------------------------------------------------

    def note(self, before: Position, after: Position, action: Action) -> None:
        """Notes a move of the game in play for its streak, before it is shown."""
        if earns(self._table.variant, before, action, after):
            self.earned_ms.append(self._table.game.elapsed_ms)

    def rise(self, before: Position, after: Position, action: Action) -> None:
        """Shows points that a move has earned or cost."""
        table = self._table
        was, now = table.variant.score(before), table.variant.score(after)
        if was is None or now is None or was == now or not table.view.points_rise or table.hides_score:
            return
        if not isinstance(action, Move):
            return
        made = {action.target: now - was}
        if action == STOCK:
            made = table.view.stock_points(before, after)
        is_still = table.context.is_still
        for pile, points in made.items():
            flies = points > 0 and self._field is not None and bool(table.speed)
            self._pills.append(_Pill(points, table.cards.top_box(pile), flies, is_still))

    @property
    def words(self) -> list[str]:
        """The points that are on their way."""
        return [_signed(pill.points) for pill in self._pills]

    @property
    def streak(self) -> int:
        """Length of the streak as it is shown; 0 while none is."""
        table = self._table
        if not self.earned_ms:
            return 0
        is_over = table.is_played and table.game.is_over
        if not table.view.has_streaks or table.hides_score or table.hides_cards or is_over:
            return 0
        length = streak_at(self.earned_ms, table.elapsed_ms)
        return length if length >= SHOWN_FROM else 0

    @property
    def placing(self) -> str:
        """Sound of a card that is laid down: it rises while a streak goes on."""
        now_ms = self._table.game.elapsed_ms
        if not self._table.view.has_streaks or now_ms not in self.earned_ms[-1:]:
            return "place"
        step = min(streak_at(self.earned_ms, now_ms) - SHOWN_FROM + 1, OCTAVE)
        return f"place_{step}" if step > 0 else "place"

    # The score ---------------------------------------------------------------------------------------

    @property
    def _field(self) -> Field | None:
        """Where the score stands, if the bar has it."""
        table = self._table
        fields = (field for field in table.bars.fields if field.label in table.view.score_labels)
        return None if table.hides_score else next(fields, None)

    def follow(self) -> None:
        """Has the score counted to what it is now; at once where nothing moves."""
        score, field = self._table.game.score, self._field
        if score is None or field is None:
            return
        goal = score - sum(pill.points for pill in self._pills if pill.flies)
        if self._shown is None or not self._table.speed:
            self._shown = self._goal = goal
            self._count_s = self._swell_s = 0.0
        elif goal != self._goal:
            self._from, self._goal, self._count_s = self._shown, goal, COUNT_S
            self._swell_s = SWELL_S if goal > self._shown else 0.0
        self._show(field)

    def _show(self, field: Field) -> None:
        seen = None if self._shown == self._table.game.score else str(self._shown)
        scale = SWELL if self._swell_s > 0 else 1.0
        length = self.streak
        looks = seen, scale, bool(length)
        if looks != (field.seen, field.scale, field.hides_label):
            field.seen, field.scale, field.hides_label = looks
            self._table.canvas.damage(field.box)

    @property
    def is_moving(self) -> bool:
        """Whether points fly, the score counts or swells, or a streak burns down."""
        counts = self._count_s > 0 or self._swell_s > 0
        burns = self.streak > 0 and self._table.is_running and bool(self._table.speed)
        return bool(self._pills) or counts or burns

    def update(self, step_s: float) -> None:
        """Advances by a fixed step."""
        for pill in self._pills:
            pill.left_s -= step_s
        landed = any(pill.flies and pill.left_s <= 0 for pill in self._pills)
        self._pills = [pill for pill in self._pills if pill.left_s > 0]
        if not (landed or self._swell_s or self._count_s):
            return
        field = self._field
        if field is None or self._shown is None:
            return
        if landed:
            self.follow()
        self._swell_s = max(0.0, self._swell_s - step_s)
        self._count_s = max(0.0, self._count_s - step_s)
        self._shown = self._goal - round((self._goal - self._from) * self._count_s / COUNT_S)
        self._show(field)

    def on_tick(self) -> bool:
        """Returns whether a streak has begun, grown or gone out, so that another one is to be drawn."""
        before, self._told_streak = self._told_streak, self.streak
        if before != self._told_streak and (field := self._field) is not None and self._shown is not None:
            self._show(field)
        return before != self._told_streak

    # What is seen --------------------------------------------------------------------------------------

    def pictures(self) -> list[Picture]:
        """Pictures to draw now."""
        flame = self._flame()
        return [*([] if flame is None else [flame]), *map(self._drawn, self._pills)]

    def _drawn(self, pill: _Pill) -> Picture:
        pictures, share, field = self._table.context.pictures, pill.share, self._field
        is_gain = pill.points > 0
        key = "pill", pill.points
        picture = pictures.made(key, lambda: _pill(pictures, _signed(pill.points), is_gain))
        x, y = pill.start
        if pill.flies and field is not None:
            eased, end = share * share * (3 - 2 * share), field.box.centre
            x, y = x + (end.x - x) * eased, y + (end.y - y) * eased
            y -= pictures.px(ARC_PX) * 4 * share * (1 - share)
            y = max(y, end.y)
        else:
            picture = picture.copy()
            picture.set_alpha(round(255 * min(1.0, 2.4 * (1 - share))))
            if not pill.is_still:
                way = pictures.px(46) * (1 - (1 - share) ** 2)
                y += -way if is_gain else way
        return picture, (round(x - picture.get_width() / 2), round(y - picture.get_height() / 2))

    def _flame(self) -> Picture | None:
        """The streak's flame with its number, and the ring that empties, left of the score."""
        length, field = self.streak, self._field
        if not length or field is None:
            return None
        pictures, table = self._table.context.pictures, self._table
        last_ms = max(at_ms for at_ms in self.earned_ms if at_ms <= table.elapsed_ms)
        left = 1 - (table.elapsed_ms - last_ms) / STREAK_MS
        step = math.ceil(RING_STEPS * left) if table.speed else RING_STEPS
        picture = pictures.made(("flame", length, step), lambda: _flame(pictures, length, step / RING_STEPS))
        right = field.box.x + pictures.text_width(field.label, "small")
        y = field.box.centre.y - picture.get_height() / 2
        return picture, (round(right - picture.get_width()), round(y))


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−")


def _pill(pictures: Pictures, words: str, is_gain: bool) -> pygame.Surface:
    text = pictures.text(verbatim(words), "large", INK if is_gain else TEXT, True)
    height = pictures.px(PILL_PX)
    picture = pygame.Surface((text.get_width() + height, height), pygame.SRCALPHA)
    pygame.draw.rect(picture, GOLD if is_gain else LOSS, picture.get_rect(), border_radius=height // 2)
    picture.blit(text, text.get_rect(center=picture.get_rect().center))
    return picture


LOSS = tuple(round(part * 0.8) for part in RED)
"""Red on which light letters can be read."""
FLAME: Sequence[tuple[float, float]] = (
    *((0.52, 0.0), (0.66, 0.2), (0.82, 0.42), (0.88, 0.64), (0.8, 0.84), (0.62, 0.97), (0.42, 0.99)),
    *((0.22, 0.9), (0.12, 0.7), (0.16, 0.5), (0.28, 0.34), (0.34, 0.5), (0.44, 0.3)),
)
"""Outline of a flame in a square."""


def _flame(pictures: Pictures, length: int, left: float) -> pygame.Surface:
    size, fine = pictures.px(FLAME_PX), 4
    large = pygame.Surface((size * fine, size * fine), pygame.SRCALPHA)
    inner, whole = large.get_rect().inflate(-size, -size), large.get_rect().inflate(-fine, -fine)
    outline = [(inner.x + x * inner.width, inner.y + (y - 0.06) * inner.height) for x, y in FLAME]
    pygame.draw.polygon(large, GOLD, outline)
    thick = max(1, round(size * fine * 0.09))
    pygame.draw.circle(large, (*TEXT, 50), whole.center, whole.width // 2, thick)
    if left > 0:
        top = math.pi / 2
        steps = max(2, round(64 * left))
        radius = whole.width / 2 - thick / 2
        arc = [top + math.tau * left * step / steps for step in range(steps + 1)]
        points = [
            (whole.centerx + radius * math.cos(at), whole.centery - radius * math.sin(at)) for at in arc
        ]
        for point in points:
            pygame.draw.circle(large, GOLD, point, thick / 2)
        pygame.draw.lines(large, GOLD, False, points, thick)
    picture = pygame.transform.smoothscale(large, (size, size))
    size_name = "body" if length < 10 else "small"
    number = pictures.text(verbatim(str(length)), size_name, INK, True)
    picture.blit(number, number.get_rect(center=(size // 2, round(size * 0.55))))
    return picture

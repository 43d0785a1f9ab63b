"""The race line: how one stands at this second of the game beside one's best game or the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from game.message import joined, msg, msg_p, verbatim
from game.play.course import Rival, ahead
from game.play.game import Action
from game.rules.position import Position
from game.ui.cards.motion import ease_out
from game.ui.drawing.canvas import Picture, fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import BUTTON, GOLD, QUIET, TEXT
from game.ui.drawing.words import fitting
from game.ui.table.part import Part
from game.ui.table.table import Table

STRIP_PX = 30
"""Height of the lanes."""
MOST_LANES = 4
SLIDE_S = 0.3
NOBODY = msg("There is nobody to race with yet.")


class Lane(NamedTuple):
    """One runner: the place, the name, and the score now."""

    place: int
    name: str
    score: int
    is_own: bool
    lead: str
    """Player's own lead over the best of the others, or their distance behind."""


class Race(Part):
    """Lanes for up to four in a strip below the header, which change places with a slide; told on request."""

    def __init__(
        self,
        table: Table,
        rivals: Callable[[], Sequence[Rival]],
        has_rivals: Callable[[], bool] | None = None,
    ) -> None:
        """`rivals` are asked for anew with every second.

        Where there may be none, `has_rivals` is asked: without any no strip. It may only guess before the
        program is seen, and does not change its mind: no card makes room later.
        """
        self._table, self._rivals, self._has_rivals = table, rivals, has_rivals
        table.strip_px = self._strip_px
        self._looked_at: object = None
        self._may_look = False  # once the cards are seen: rivals may have to be read first
        self._shown: list[Lane] = []
        self._from: dict[str, int] = {}  # where each lane was before it set out
        self._left_s = 0.0

    @property
    def _is_seen(self) -> bool:
        context = self._table.context
        return context.settings.race_line and not context.is_heard and not self._table.hides_score

    @property
    def lanes(self) -> list[Lane]:
        """All runners, the first place first; equals share a place."""
        at_ms, own = self._table.elapsed_ms, self._table.game.score or 0
        others = [(rival.score_at(at_ms), False, rival.name) for rival in self._rivals()]
        scores = [(own, True, msg_p("a player", "You")), *others]
        scores.sort(key=lambda racer: (-racer[0], not racer[1]))
        lead = ahead(own, max(score for score, _, _ in others)) if others else ""
        return [
            Lane(1 + sum(other[0] > score for other in scores), name, score, is_own, lead if is_own else "")
            for score, is_own, name in scores
        ]

    @property
    def words(self) -> str:
        """Standings of the race, in a sentence."""
        if not self._rivals():
            return NOBODY
        names = [
            msg("{place}. {name}: {score}", place=lane.place, name=lane.name, score=lane.score)
            for lane in self.lanes
        ]
        return joined(", ", names)

    def on_first_frame(self) -> None:
        self._may_look = True

    def on_tick(self) -> None:
        now = self._table.elapsed_ms // 1000, self._table.game.score
        if self._may_look and self._table.bars.strip_px and now != self._looked_at:
            self._looked_at = now
            self._look()

    def on_action(self, action: Action, before: Position) -> None:
        self._looked_at = None

    def _strip_px(self) -> int:
        if not self._is_seen:
            return 0
        if self._has_rivals is None:
            return STRIP_PX
        return STRIP_PX if self._has_rivals() else 0

    def on_layout(self) -> None:
        self._looked_at = None

    def _look(self) -> None:
        lanes = self.lanes
        if self._has_rivals is not None and len(lanes) < 2:
            return
        own = next(index for index, lane in enumerate(lanes) if lane.is_own)
        first = lanes[:MOST_LANES] if own < MOST_LANES else [*lanes[: MOST_LANES - 1], lanes[own]]
        if first == self._shown:
            return
        before = [lane.name for lane in self._shown]
        if before and self._table.speed and before != [lane.name for lane in first]:
            self._from, self._left_s = {name: index for index, name in enumerate(before)}, SLIDE_S
        self._shown = first
        self._table.is_stale = True

    @property
    def is_animating(self) -> bool:
        return self._left_s > 0

    def update(self, step_s: float) -> None:
        self._left_s = max(0.0, self._left_s - step_s)

    def draw_above(self) -> Sequence[Picture]:
        strip, pictures = self._table.bars.strip, self._table.context.pictures
        if not self._shown or not strip.height:
            return ()
        wide = strip.width / len(self._shown)
        leads = max(1, *(lane.score for lane in self._shown))
        share, drawn = ease_out(1 - self._left_s / SLIDE_S), []
        for index, lane in enumerate(self._shown):
            size = round(wide), round(strip.height)
            picture = pictures.made(("lane", lane, size, leads), partial(_lane, pictures, lane, size, leads))
            start = self._from.get(lane.name, index) if self._left_s else index
            x = strip.x + wide * (start + (index - start) * share)
            drawn.append((picture, (round(x), round(strip.y))))
        return drawn


def _lane(pictures: Pictures, lane: Lane, size: tuple[int, int], leads: int) -> pygame.Surface:
    """Place, name and score, and beneath them how far the score is on its way to that of the first."""
    px, colour = pictures.px, GOLD if lane.is_own else TEXT
    picture = pygame.Surface(size, pygame.SRCALPHA)
    score = pictures.text(verbatim(f"{lane.score}  {lane.lead}".rstrip()), "small", colour, True)
    inner = size[0] - 2 * px(14)
    place = msg("{place} {name}", place=lane.place, name=lane.name)
    name = pictures.text(
        fitting(place, pictures, inner - score.get_width() - px(8), "small"), "small", colour
    )
    picture.blit(name, (px(14), px(3)))
    picture.blit(score, (size[0] - px(14) - score.get_width(), px(3)))
    bar = Box(px(14), size[1] - px(6), inner, px(3))
    fill_rounded(picture, bar, BUTTON, 1)
    if lane.score > 0:
        fill_rounded(
            picture,
            bar._replace(width=max(1.0, inner * lane.score / leads)),
            (*(GOLD if lane.is_own else QUIET), 255),
            1,
        )
    return picture

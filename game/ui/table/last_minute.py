"""A game against the clock: the race line beside other games, its last minute, and “Time!”."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import NamedTuple

import pygame

from game.message import Message, joined, msg, msg_n, msg_p, verbatim
from game.play.game import Action
from game.play.lines import FileError
from game.play.record import Record
from game.play.replay import Replay, Rival, ahead, course_of
from game.rules.position import Position
from game.rules.variant import Outcome, PileKind, Variant
from game.storage.files import StorageError
from game.ui.cards.sprite import ease_out
from game.ui.drawing.canvas import Picture, draw_panel, fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import BUTTON, GOLD, QUIET, RED, TEXT
from game.ui.drawing.words import fitting
from game.ui.screen import Context
from game.ui.table.part import Part
from game.ui.table.table import Table

SOON_S, URGENT_S, LARGE_S = 60, 20, 10
"""Seconds on the clock from which it is gold, then red and beats, and then large as well."""
WARNED_MINUTES = (4, 3, 2, 1)
"""With so many left who listens is told."""
WARNED_S = (30, 10)
"""Seconds left at which the player is warned."""
NOTICE_S = 4
"""Seconds for which a warning is shown."""
GLOW_S, GLOW_LEVELS, GLOW_PX, GLOW_ALPHA = 0.6, 6, 32, 150
"""Duration of one glow, its steps, and its width and strength at the edge."""
SECONDS_ALPHA = 0.3
SHOUT_S, DROP_S = 1.2, 0.22
"""Duration of “Time!”, and of its fall."""


class LastMinute(Part):
    """Warns when time runs out, beats, glows and counts, and says that time is up before the result comes."""

    def __init__(self, table: Table, limit_ms: int, tells_time: Callable[[], bool] = lambda: True) -> None:
        """`tells_time` returns whether the player wants to know the time."""
        self._table, self._limit_ms, self._tells_time = table, limit_ms, tells_time
        table.asked.holds_result = self._shouts
        self._last_beat_s = URGENT_S + 1
        self._last_s: int | None = None  # the whole seconds left when it was looked at last
        self._warning: Message | None = None  # while it is shown
        self._shout_left_s = 0.0

    @property
    def _left_ms(self) -> int:
        return self._limit_ms - self._table.elapsed_ms

    @property
    def _is_urgent(self) -> bool:
        """Whether time runs out, and is to be seen doing so."""
        is_late = 0 < self._left_ms < 1000 * (URGENT_S + 1)
        passes = self._table.is_running or not self._table.is_played
        return is_late and passes and self._tells_time()

    # Time ------------------------------------------------------------------------------------------

    def on_tick(self) -> None:
        if not self._table.is_played:
            return
        left_s = self._left_ms // 1000
        self._warn(left_s)
        if self._table.is_running and left_s <= URGENT_S and left_s != self._last_beat_s:
            self._last_beat_s = left_s
            self._table.sounds.play("beat")
            self._table.is_stale = True  # other seconds are to be seen

    def _warn(self, left_s: int) -> None:
        before, self._last_s = self._last_s, left_s
        if before is None or not left_s or not self._tells_time():
            return
        context = self._table.context
        for count in WARNED_MINUTES if context.is_heard else ():
            if left_s <= 60 * count < before:
                context.narrate(msg_n("{count} minute left", "{count} minutes left", count), passes=True)
        for warned_s in WARNED_S:
            if left_s <= warned_s < before:
                self._warning = msg_n("{count} second left", "{count} seconds left", left_s)
                self._table.status.say_unasked(self._warning, aloud=False)
                context.narrate(self._warning, passes=True)
        if self._warning is not None and left_s <= self._warning.counted - NOTICE_S:
            if self._table.status.sentence == self._warning:
                self._table.status.clear()
            self._warning = None

    def on_end(self) -> None:
        if self._table.game.outcome is Outcome.TIMEOUT:
            self._shout_left_s = SHOUT_S
            self._table.sounds.play("gong")
            if self._table.is_played:
                self._table.asked.deafen(SHOUT_S)
                self._table.context.narrate(msg_p("when the time is over", "Time!"))

    def _shouts(self) -> bool:
        return self._shout_left_s > 0

    @property
    def is_animating(self) -> bool:
        is_late = self._last_s is not None and self._last_s <= URGENT_S
        return self._shouts() or (
            is_late and self._is_urgent and self._table.is_running and bool(self._table.speed)
        )

    def update(self, step_s: float) -> None:
        self._shout_left_s = max(0.0, self._shout_left_s - step_s)

    # What is seen ----------------------------------------------------------------------------------

    def draw_below(self) -> Sequence[Picture]:
        if not self._is_urgent:
            return ()
        left_s = self._left_ms // 1000
        glow = self._glow(1 - self._left_ms % 1000 / 1000) if self._table.speed else []
        return [*glow, self._seconds(left_s)] if left_s <= LARGE_S else glow

    def _glow(self, passed_s: float) -> list[Picture]:
        """The edge of the felt, which lights up with every second that begins."""
        level = math.ceil(GLOW_LEVELS * (1 - passed_s / GLOW_S))
        if level <= 0:
            return []
        pictures, room = self._table.context.pictures, self._table.area.room
        width, height, band = round(room.width), round(room.height), pictures.px(GLOW_PX)
        key = "glow", width, height, level
        across = pictures.made((*key, "top"), lambda: _strip(width, band, level, is_down=False))
        down = pictures.made((*key, "left"), lambda: _strip(height, band, level, is_down=True))
        x, y = round(room.x), round(room.y)
        far = pictures.made((*key, "low"), lambda: pygame.transform.flip(across, False, True))
        right = pictures.made((*key, "right"), lambda: pygame.transform.flip(down, True, False))
        return [
            (across, (x, y)),
            (far, (x, y + height - band)),
            (down, (x, y)),
            (right, (x + width - band, y)),
        ]

    def _seconds(self, left_s: int) -> Picture:
        """The seconds left, large, where no card lies: in the middle below the columns if there is room."""
        pictures = self._table.context.pictures
        picture = pictures.text(verbatim(str(left_s)), "seconds", TEXT, True)
        if not pictures.choice.high_contrast:
            picture = pictures.made(("faded", left_s), partial(_faded, picture, SECONDS_ALPHA))
        return picture, self._free_place(*picture.get_size())

    def _free_place(self, width: int, height: int) -> tuple[int, int]:
        table = self._table
        bottoms = [
            table.cards.run_box(pile)
            for pile in table.area.seen_piles
            if table.view.kind(pile) is PileKind.COLUMN and table.game.position.piles[pile]
        ]
        room, bottom = table.area.room, table.area.room.y + table.area.room.height
        middle = room.x + room.width / 2
        tops = []
        for centre in sorted([middle, *(box.centre.x for box in bottoms)], key=lambda x: abs(x - middle)):
            over = [b.y + b.height for b in bottoms if b.x - width / 2 < centre < b.x + b.width + width / 2]
            tops.append((max(over, default=room.y), centre))
        top, centre = next((row for row in tops if bottom - row[0] >= height), min(tops))
        return round(centre - width / 2), round(min((top + bottom - height) / 2, bottom - height))

    def draw_above(self) -> Sequence[Picture]:
        if not self._shouts():
            return ()
        pictures, room = self._table.context.pictures, self._table.area.room
        table = self._table.context.table
        shout = pictures.made(("shout", table), lambda: _shout(pictures, table))
        fall = 0.0
        if self._table.speed:
            fall = max(0.0, 1 - (SHOUT_S - self._shout_left_s) / DROP_S) ** 2
        y = room.y + (room.height - shout.get_height()) / 2
        x = room.x + (room.width - shout.get_width()) / 2
        return [(shout, (round(x), round(y - fall * (y + shout.get_height()))))]


def _strip(length: int, band: int, level: int, is_down: bool) -> pygame.Surface:
    """Red at the upper or left edge, fading inward."""
    strip = pygame.Surface((band, 1) if is_down else (1, band), pygame.SRCALPHA)
    for inward in range(band):
        alpha = GLOW_ALPHA * level / GLOW_LEVELS * (1 - inward / band) ** 2
        strip.set_at((inward, 0) if is_down else (0, inward), (*RED, round(alpha)))
    return pygame.transform.scale(strip, (band, length) if is_down else (length, band))


def _faded(picture: pygame.Surface, share: float) -> pygame.Surface:
    faded = picture.copy()
    faded.fill((255, 255, 255, round(255 * share)), special_flags=pygame.BLEND_RGBA_MULT)
    return faded


def _shout(pictures: Pictures, table: str) -> pygame.Surface:
    """The words on a ground of their own, so that they can be read over cards."""
    words = pictures.text(msg_p("when the time is over", "Time!"), "shout", GOLD, True)
    pad = pictures.px(36)
    size = words.get_width() + 2 * pad, words.get_height() + pad // 2
    picture = pygame.Surface(size, pygame.SRCALPHA)
    draw_panel(picture, Box(0, 0, *size), pictures, table)
    picture.blit(words, (pad, pad // 4))
    return picture


STRIP_PX = 30
"""Height of the lanes."""
MOST_LANES = 4
SLIDE_S = 0.3
NOBODY = msg("There is nobody to race with yet.")
YOU = msg_p("a player", "You")


class BestGame:
    """The best game of the same options so far, to race with."""

    def __init__(self, context: Context, variant: Variant, tags: Callable[[], Mapping[str, str]]) -> None:
        """`tags` are those of the game that races: it is compared with games of its kind."""
        self._context, self._variant, self._tags = context, variant, tags

    @cached_property
    def is_likely(self) -> bool:
        """Whether there is one; before the program is seen, whether one is likely."""
        if self._context.program.has_been_seen:
            return self._file is not None
        return self._context.library.has_archived(self._variant.name)

    @cached_property
    def _file(self) -> str | None:
        with suppress(StorageError):
            return self._context.library.statistics.best_file(self._variant, self._tags())
        return None

    @cached_property
    def record(self) -> Record | None:
        """Its record."""
        from game.storage.saved import read_saved  # not before the first frame

        with suppress(StorageError, FileError):
            if self._file is not None:
                saved = read_saved(self._context.library.archive_folder / self._file)
                return Record.of(saved.game, saved.tags)
        return None

    def is_other(self, record: Record) -> bool:
        """Whether there is one, and it is not the game of a record."""
        return self.record is not None and self.record.entries != record.entries

    @cached_property
    def rivals(self) -> Sequence[Rival]:
        """The one rival, if there is one."""
        record = self.record
        return [] if record is None else [Rival(msg("Your best game"), course_of(Replay(record)).score_at)]


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
        own: Message = YOU,
    ) -> None:
        """`rivals` are asked for anew with every second; `own` is what the table's game is called among them.

        Where there may be none, `has_rivals` is asked: without any no strip. It may only guess before the
        program is seen, and does not change its mind: no card makes room later.
        """
        self._table, self._rivals, self._has_rivals, self._own = table, rivals, has_rivals, own
        table.asked.strip_px = self._strip_px
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
        scores = [(own, True, self._own), *others]
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
        if not (self._may_look and self._table.bars.strip_px):
            return
        now = self._table.elapsed_ms // 1000, self._table.game.score
        if now != self._looked_at:
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

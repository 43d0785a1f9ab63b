"""Replay of a recorded game: position, time, words, score and streak at every step; and several at once."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from game.play.game import Action, ControlAction, Game, GameSnapshot
from game.play.move_words import done_words
from game.play.record import Record
from game.play.slices import ENTRIES_A_SLICE, Slices, run_to_end
from game.rules.options import Landmark
from game.rules.position import Move, Position
from game.rules.variant import Outcome, Variant


class Replay:
    """All steps of a record; positions share their piles, so that every step is available at once.

    >>> from game.play.deal import deal_number
    >>> from game.play.game import Entry
    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> stock = rush.move_from_text("stock")
    >>> replay = Replay(Record(deal_number(rush, 1), {}, (Entry(2210, stock), Entry(4000, stock))))
    >>> replay.last, replay.times_ms.tolist(), replay.words(1)
    (2, [0, 2210, 4000], 'turns 3 cards, last 6♣')
    """

    def __init__(self, record: Record) -> None:
        """Plays the whole record; raises RecordError if the rules refuse an entry."""
        self._begin(record)
        run_to_end(self._play())

    @classmethod
    def slices(cls, record: Record) -> Slices[Replay]:
        """Plays the whole record in slices; raises RecordError if the rules refuse an entry."""
        replay = cls.__new__(cls)
        replay._begin(record)
        yield from replay._play()
        return replay

    def _begin(self, record: Record) -> None:
        self.record = record
        self.variant: Variant = record.deal.variant
        self.times_ms = array("q", [0])
        self.undos: list[int] = []  # the steps that took something back, in order
        self.landmarks: list[tuple[int, Landmark]] = []  # in order of their steps
        self._positions = [record.deal.position]

    def _play(self) -> Slices[None]:
        record, game = self.record, Game(self.record.deal)
        for step, _ in enumerate(record.playing(game), start=1):
            self._add(step, game)
            if step % ENTRIES_A_SLICE == 0:
                yield step / len(record.entries)
        self.outcome: Outcome = game.outcome
        self.total = game.total
        self.time_bonus = game.time_bonus

    def _add(self, step: int, game: Game) -> None:
        at_ms, action = self.record.entries[step - 1]
        before, after = self._positions[-1], game.position
        self._positions.append(after)
        self.times_ms.append(at_ms)
        if action is ControlAction.UNDO:
            self.undos.append(step)
        elif isinstance(action, Move):
            found = self.variant.landmark(before, action)
            if found is not None:
                self.landmarks.append((step, found))

    @property
    def last(self) -> int:
        """The last step; 0 if nothing was played."""
        return len(self._positions) - 1

    @property
    def elapsed_ms(self) -> int:
        """Play time of the last step."""
        return self.times_ms[-1]

    def position(self, step: int) -> Position:
        """Position at a step."""
        return self._positions[step]

    def action(self, step: int) -> Action | None:
        """Action that led to a step; None for the deal."""
        return self.record.entries[step - 1].action if step else None

    def value(self, step: int) -> int:
        """Value by which games are compared at a step, without a time bonus: score, cards home or stacks."""
        return self.variant.result(self._positions[step]) or 0

    def words(self, step: int) -> str:
        """Description of the action that led to a step; empty for the deal."""
        action = self.action(step)
        if action is None:
            return ""
        return done_words(self.variant, self._positions[step - 1], action, self._positions[step])

    def outcome_at(self, step: int) -> Outcome:
        """Outcome at a step."""
        if step == self.last:
            return self.outcome
        return self.variant.outcome(self._positions[step]) or Outcome.PLAYING

    def game_until(self, step: int) -> Game:
        """Returns an independent game played up to a step, with the same times."""
        game = Game(self.record.deal)
        for entry, after in zip(self.record.entries[:step], self._positions[1:], strict=False):
            game.repeat(entry, after)
        return game

    def is_of_same_deal(self, other: Replay) -> bool:
        """Whether both games began with the same table and rules."""
        return self.variant == other.variant and self._positions[0] == other.position(0)


class ReplaySnapshot(GameSnapshot):
    """The game at one step of a replay."""

    def __init__(self, replay: Replay) -> None:
        """Starts at the deal."""
        super().__init__(replay.record.deal)
        self.replay = replay
        self.step = 0
        self.at_ms = 0  # play time, which goes on between two steps

    @property
    def position(self) -> Position:
        return self.replay.position(self.step)

    @property
    def elapsed_ms(self) -> int:
        return min(self.at_ms, self.replay.elapsed_ms)

    @property
    def outcome(self) -> Outcome:
        return self.replay.outcome_at(self.step)

    @property
    def is_over(self) -> bool:
        return True  # nothing is being played, whatever the outcome

    @property
    def is_solved(self) -> bool:
        return False

    @property
    def time_bonus(self) -> int:
        return self.replay.time_bonus if self.step == self.replay.last else 0


MAX_PAUSE_MS = 2_000
"""Length to which longer pauses are cut when pauses are skipped."""
MIN_GAP_MS = 250
"""Entries of the same moment are shown one after the other: cards that went home by themselves."""
SHUFFLE_MS = 1_800
"""Pause after a shuffle, to see the new deal."""


class Timeline:
    """Order and times of all entries of some replays.

    >>> from game.play.deal import deal_number
    >>> from game.play.game import Entry
    >>> from game.play.record import Record
    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> stock = rush.move_from_text("stock")
    >>> replay = Replay(Record(deal_number(rush, 1), {}, (Entry(1000, stock), Entry(31_000, stock))))
    >>> timeline = Timeline([replay], MAX_PAUSE_MS)
    >>> timeline.end_ms, timeline.played_ms(2000), timeline.index_at(2999), timeline.steps(2)
    (3000, 16000, 1, (2,))
    """

    def __init__(self, replays: Sequence[Replay], longest_pause_ms: int | None = None) -> None:
        """`longest_pause_ms` cuts longer pauses; None keeps them."""
        self._played = array("q", sorted(set(chain.from_iterable(replay.times_ms for replay in replays))))
        self._warped = _without_pauses(self._played, longest_pause_ms)
        self._shown = [self._spread(replay) for replay in replays]
        merged = sorted(
            (shown_ms, which)
            for which, shown in enumerate(self._shown)
            for shown_ms in shown[1:]  # step 0 is there from the beginning
        )
        self._times = array("q", [0, *(shown_ms for shown_ms, _ in merged)])
        self._steps = [array("l", [0]) for _ in self._shown]
        for _, which in merged:
            for index, steps in enumerate(self._steps):
                steps.append(steps[-1] + (index == which))

    def _spread(self, replay: Replay) -> array[int]:
        """Shown time of every step of a replay."""
        shuffles = {step for step, found in replay.landmarks if found.deals_anew}
        warped = dict(zip(self._played, self._warped, strict=True))
        shown, earliest = array("q"), 0
        for step, played_ms in enumerate(replay.times_ms):
            now = warped[played_ms]
            if now < earliest:
                now = earliest
            shown.append(now)
            earliest = now + (SHUFFLE_MS if step in shuffles else MIN_GAP_MS)
        return shown

    @property
    def end_ms(self) -> int:
        """Shown time of the last entry."""
        return self._times[-1]

    @property
    def last(self) -> int:
        """Number of entries in all."""
        return len(self._times) - 1

    def time_of(self, index: int) -> int:
        """Shown time at which a number of entries have been shown."""
        return self._times[index]

    def shown_ms(self, which: int, step: int) -> int:
        """The shown time of a step of one replay."""
        return self._shown[which][step]

    def index_at(self, shown_ms: float) -> int:
        """Number of entries shown at a time."""
        return bisect_right(self._times, shown_ms, lo=1) - 1

    def steps(self, index: int) -> tuple[int, ...]:
        """Step of each replay after a number of entries."""
        return tuple(steps[index] for steps in self._steps)

    def played_ms(self, shown_ms: float) -> int:
        """Play time at a shown time; it runs faster in a pause that is cut."""
        return _interpolated(shown_ms, self._warped, self._played)

    def shown_of(self, played_ms: int) -> int:
        """Shown time at a play time; the inverse of `played_ms`."""
        return _interpolated(played_ms, self._played, self._warped)


def _interpolated(at: float, times: Sequence[int], others: Sequence[int]) -> int:
    """Returns the value of `others` interpolated at a moment of `times`, both rising."""
    after = bisect_right(times, at)
    if after == len(times):
        return others[-1]
    (start, end), (first, last) = times[after - 1 : after + 1], others[after - 1 : after + 1]
    return first + round((last - first) * (at - start) / (end - start))


def _without_pauses(played: Sequence[int], longest_ms: int | None) -> array[int]:
    """Returns the times with no gap longer than `longest_ms`."""
    if longest_ms is None:
        return array("q", played)
    times = array("q", [0])
    for before, now in pairwise(played):
        times.append(times[-1] + min(now - before, longest_ms))
    return times


RATES = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Playback speeds, relative to the original."""


class Playhead:
    """A place on a timeline that advances while it plays.

    >>> from game.play.deal import deal_number
    >>> from game.play.game import Entry
    >>> from game.play.record import Record
    >>> from game.play.replay import Replay
    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> stock = rush.move_from_text("stock")
    >>> replay = Replay(Record(deal_number(rush, 1), {}, (Entry(1000, stock), Entry(3000, stock))))
    >>> playhead = Playhead(Timeline([replay]))
    >>> playhead.play(); playhead.advance(1500); playhead.index, playhead.at_ms
    (1, 1500.0)
    >>> playhead.step(1); playhead.index, playhead.at_ms, playhead.is_playing
    (2, 3000, False)
    """

    def __init__(self, timeline: Timeline) -> None:
        """Starts stopped, at the beginning."""
        self.timeline = timeline
        self.at_ms: float = 0
        self.index = 0  # how many entries have been shown
        self.rate = 1.0
        self.is_playing = False

    @property
    def is_at_end(self) -> bool:
        """Whether everything has been shown."""
        return self.index == self.timeline.last and self.at_ms >= self.timeline.end_ms

    @property
    def steps(self) -> tuple[int, ...]:
        """The step of each replay."""
        return self.timeline.steps(self.index)

    @property
    def played_ms(self) -> int:
        """The play time here."""
        return self.timeline.played_ms(self.at_ms)

    def play(self) -> None:
        """Plays from here, or from the beginning if the end was reached."""
        if self.is_at_end:
            self.go_to_index(0)
        self.is_playing = not self.is_at_end

    def pause(self) -> None:
        """Stops."""
        self.is_playing = False

    def advance(self, passed_ms: float) -> None:
        """Advances by a time if playing; stops at the end."""
        if not self.is_playing:
            return
        self.at_ms = min(self.at_ms + passed_ms * self.rate, self.timeline.end_ms)
        self.index = max(self.index, self.timeline.index_at(self.at_ms))
        self.is_playing = not self.is_at_end

    def seek(self, at_ms: float) -> None:
        """Jumps to the nearest shown time; keeps playing if it was."""
        self.at_ms = min(max(0, at_ms), self.timeline.end_ms)
        self.index = self.timeline.index_at(self.at_ms)
        self.is_playing = self.is_playing and not self.is_at_end

    def go_to_index(self, index: int) -> None:
        """Jumps to the point nearest to a number of shown entries, and stops."""
        self.index = min(max(0, index), self.timeline.last)
        self.at_ms = self.timeline.time_of(self.index)
        self.is_playing = False

    def step(self, count: int) -> None:
        """Moves by a number of entries, back if negative, and stops."""
        self.go_to_index(self.index + count)

    def faster(self, by: int) -> None:
        """Chooses the next higher rate, or the next lower one if `by` is −1."""
        place = RATES.index(self.rate) + by
        self.rate = RATES[min(max(0, place), len(RATES) - 1)]

    def change_timeline(self, timeline: Timeline) -> None:
        """Changes the clock for the same entries; stays between the same two, at the same play time."""
        played_ms, index = self.played_ms, self.index
        self.timeline = timeline
        start, end = timeline.time_of(index), timeline.end_ms
        if index < timeline.last:
            end = max(start, timeline.time_of(index + 1) - 1)
        self.at_ms = min(max(start, timeline.shown_of(played_ms)), end)


STREAK_MS = 4_000
"""A move that earns points so soon after another one continues its streak."""
SHOWN_FROM = 3
"""Shorter streaks are not shown."""


def _lengths(earned_ms: Sequence[int]) -> Iterator[int]:
    """Length of the streak with every move that earned points."""
    length, last_ms = 0, 0
    for at_ms in earned_ms:
        length = length + 1 if length and at_ms - last_ms <= STREAK_MS else 1
        last_ms = at_ms
        yield length


def longest_streak(earned_ms: Sequence[int]) -> int:
    """Length of the longest streak; 0 without any move that earned points.

    >>> longest_streak([1000, 4000, 8000, 12_001, 14_000])
    3
    """
    return max(_lengths(earned_ms), default=0)


def streak_at(earned_ms: Sequence[int], at_ms: int) -> int:
    """Length of the streak that is alive at a play time, 0 if none is.

    >>> [streak_at([1000, 4000, 8000], at_ms) for at_ms in (999, 1000, 7999, 8000, 12_000, 12_001)]
    [0, 1, 2, 3, 3, 0]
    """
    earned = earned_ms[: bisect_right(earned_ms, at_ms)]
    if not earned or at_ms - earned[-1] > STREAK_MS:
        return 0
    *_, length = _lengths(earned)
    return length


def earns(variant: Variant, before: Position, action: Action, after: Position) -> bool:
    """Whether an action is a move of the player's that earns points; what goes home by itself is none."""
    if not isinstance(action, Move) or variant.is_auto_finishing(before):
        return False
    return (variant.score(after) or 0) > (variant.score(before) or 0)


class Course:
    """Score of one game at every play time.

    >>> course = Course()
    >>> course.note(2000, 10); course.note(5000, 60)
    >>> course.score_at(1999), course.score_at(2000), course.score_at(9000)
    (0, 10, 60)
    """

    def __init__(self) -> None:
        """Begins at 0."""
        self._times_ms, self._scores = [0], [0]
        self.earned_ms: list[int] = []
        """Play times of the moves that earned points."""

    def note(self, at_ms: int, score: int, has_earned: bool = False) -> None:
        """Adds the score after an action; the latest comes last."""
        self._times_ms.append(at_ms)
        self._scores.append(score)
        if has_earned:
            self.earned_ms.append(at_ms)

    def score_at(self, at_ms: int) -> int:
        """Score at a play time."""
        return self._scores[bisect_right(self._times_ms, at_ms) - 1]


def course_of(replay: Replay) -> Course:
    """The course of a recorded game; once it is over, its total with any time bonus."""
    course, variant = Course(), replay.variant
    for step in range(1, replay.last + 1):
        action, before, after = replay.action(step), replay.position(step - 1), replay.position(step)
        assert action is not None
        course.note(replay.times_ms[step], replay.value(step), earns(variant, before, action, after))
    if replay.total is not None:
        course.note(replay.elapsed_ms, replay.total)
    return course


class Rival(NamedTuple):
    """Somebody to race with."""

    name: str
    score_at: Callable[[int], int]
    """Score at a play time."""


def ahead(own: int, rival: int) -> str:
    """Formats the lead over a rival, or the gap behind one: never by a colour alone.

    >>> ahead(620, 500), ahead(455, 500), ahead(500, 500)
    ('▲ 120', '▼ 45', '▲ 0')
    """
    return f"▲ {own - rival}" if own >= rival else f"▼ {rival - own}"

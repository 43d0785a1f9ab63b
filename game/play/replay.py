"""Replay of a recorded game: position, time, words and score at every step."""

from __future__ import annotations

from array import array

from game.play.game import Action, ControlAction, Game, GameSnapshot
from game.play.move_words import done_words
from game.play.record import Record
from game.play.slices import ENTRIES_A_SLICE, Slices, run_to_end
from game.rules.position import Move, Position
from game.rules.variant import Outcome, Variant
from game.rules.words import Landmark


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
    def is_frozen(self) -> bool:
        return False

    @property
    def time_bonus(self) -> int:
        return self.replay.time_bonus if self.step == self.replay.last else 0

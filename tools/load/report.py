"""Results of a load, as lines for people and as values."""

from __future__ import annotations

from dataclasses import dataclass

GOAL_P50_MS, GOAL_P99_MS, GOAL_KB = 10, 100, 100
MAX_BUSY, MAX_LATE_MS = 0.9, 20
"""From there on the generator is a limit itself: the share of a core it uses, and its own delay (p99)."""


@dataclass(frozen=True)
class Report:
    """The figures; all durations of actions in ms."""

    what: str
    passed_s: float
    actions: int
    p50: float
    p95: float
    p99: float
    longest: float
    late_p99: float
    """The generator's own delay in sending, which no answer is to blame for."""
    server_s: float
    """Processor time while it lasted; of all workers."""
    database_s: float
    generator_s: float
    machine_s: float
    kb_a_player: float
    kb: int
    """Of all workers at the end."""
    refused: dict[str, int]
    kills: int
    lost: int
    """Connections."""
    away_p50: float
    away_longest: float
    """From a break to the position, in ms."""
    in_doubt: int
    were_done: int
    entries: int
    faults: tuple[str, ...]

    @property
    def is_limit_itself(self) -> bool:
        """Whether the generator could have done no more."""
        return self.generator_s > MAX_BUSY * self.passed_s or self.late_p99 > MAX_LATE_MS

    @property
    def is_reached(self) -> bool:
        """Whether all goals are."""
        return (
            not self.faults
            and self.p50 <= GOAL_P50_MS
            and self.p99 <= GOAL_P99_MS
            and self.kb_a_player <= GOAL_KB
        )

    def lines(self) -> list[str]:
        """The report."""
        passed, actions = self.passed_s, max(1, self.actions)
        found = [
            self.what,
            f"actions       {self.actions:,} in {passed:.0f} s, {actions / passed:,.0f} a second",
            f"acknowledged  p50 {self.p50:.1f} ms, p95 {self.p95:.1f}, p99 {self.p99:.1f}, "
            f"longest {self.longest:.0f} (goals: p50 {GOAL_P50_MS}, p99 {GOAL_P99_MS})",
            f"workers       {self.server_s / passed:.2f} of a core, "
            f"{1000 * self.server_s / actions:.2f} ms an action; "
            f"{self.kb_a_player:.0f} KB a connected player (goal: {GOAL_KB}), {self.kb / 1024:.0f} MB in all",
        ]
        if self.database_s:
            share = 1000 * self.database_s / actions
            found.append(f"PostgreSQL    {self.database_s / passed:.2f} of a core, {share:.2f} ms an action")
        others_s = self.machine_s - self.server_s - self.generator_s - self.database_s
        found += [
            f"generator     {self.generator_s / passed:.2f} of a core, "
            f"its own delay p99 {self.late_p99:.1f} ms",
            f"others        {max(0.0, others_s) / passed:.2f} of a core",
            f"refused       {_counted(self.refused)}",
        ]
        if self.kills or self.lost:
            found.append(
                f"breaks        {self.kills} kills, {self.lost:,} connections lost, back after p50 "
                f"{self.away_p50:.0f} ms, longest {self.away_longest:.0f}; "
                f"{self.in_doubt} actions in doubt, {self.were_done} of them had been done"
            )
        if self.is_limit_itself:
            found.append("The generator was a limit itself: the server may be quicker than this.")
        found += self.faults[:10] or [
            f"proof         {self.entries:,} entries in the database: none missing, none twice"
        ]
        return found


def _counted(refused: dict[str, int]) -> str:
    return ", ".join(f"{code} {count}" for code, count in sorted(refused.items())) or "none"

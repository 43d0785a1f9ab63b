"""Wall-clock time of a round, which goes on whatever becomes of the program.

Knows arithmetic of moments; what time it is, is an argument. All moments are in UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_FORM = "%Y-%m-%dT%H:%M:%S.%fZ"
TOLERANCE_MS = 2000
"""A clock on the wall that is set right by so little was not set back."""


def moment_to_text(moment: datetime) -> str:
    """A moment as it stands in the record of a round, to the millisecond.

    >>> moment_to_text(datetime(2026, 11, 21, 7, 13, 34, 5000, tzinfo=UTC))
    '2026-11-21T07:13:34.005Z'
    """
    text = moment.astimezone(UTC).strftime(_FORM)
    return f"{text[:-4]}Z"


def moment_from_text(text: str) -> datetime | None:
    """The moment that was written, or None."""
    try:
        return datetime.strptime(text, _FORM).replace(tzinfo=UTC)
    except ValueError:
        return None


def elapsed_on_return_ms(started: datetime | None, now: datetime, written_ms: int) -> int:
    """The time used of a round that is come back to.

    `written_ms` is the play time that was written last. A clock that was set back gives no time
    back: what was written counts at least.
    """
    if started is None:
        return written_ms
    return max(written_ms, (now - started) // timedelta(milliseconds=1))


def was_set_back(started: datetime | None, now: datetime, written_ms: int) -> bool:
    """Whether the clock on the wall shows less time since the start than was played."""
    return started is not None and (now - started) // timedelta(milliseconds=1) < written_ms - TOLERANCE_MS

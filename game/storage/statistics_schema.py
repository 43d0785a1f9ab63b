"""The schema of the statistics' database: its tables, and how each version becomes the next.

Knows statements of SQL; must not know files, nor what the figures mean.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

MIGRATIONS = (
    """
    CREATE TABLE games (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        file TEXT NOT NULL UNIQUE,
        stamp TEXT NOT NULL,
        deal TEXT NOT NULL,
        opening TEXT NOT NULL,
        trail BLOB NOT NULL,
        told TEXT NOT NULL,
        kind TEXT NOT NULL,
        variant TEXT NOT NULL,
        options TEXT NOT NULL,
        number TEXT,
        started TEXT NOT NULL,
        outcome TEXT NOT NULL,
        won INTEGER NOT NULL,
        value INTEGER,
        home INTEGER NOT NULL,
        elapsed_ms INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        figures TEXT NOT NULL
    );
    CREATE INDEX games_of_a_deal ON games (deal);
    CREATE TABLE forgotten (file TEXT PRIMARY KEY) WITHOUT ROWID;
    """,
    """
    ALTER TABLE games ADD COLUMN par INTEGER
    """,
    # Records are read once more, for what they tell of days and of who began them.
    """
    CREATE TABLE days (
        file TEXT PRIMARY KEY,
        day TEXT NOT NULL,
        started TEXT NOT NULL,
        total INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX games_by_options ON games (variant, options, kind, value);
    UPDATE games SET stamp = ''
    """,
    # Whatever changes a game that kept totals hold drops these, in the same transaction.
    """
    CREATE TABLE totals (
        variant TEXT NOT NULL,
        options TEXT NOT NULL,
        kind TEXT NOT NULL,
        last INTEGER NOT NULL,
        games INTEGER NOT NULL,
        sums TEXT NOT NULL,
        PRIMARY KEY (variant, options, kind)
    ) WITHOUT ROWID;
    CREATE INDEX games_in_order ON games (variant, options, kind);
    CREATE TRIGGER totals_without_deleted AFTER DELETE ON games BEGIN
        DELETE FROM totals WHERE last >= old.sequence
            AND variant = old.variant AND options = old.options AND kind = old.kind;
    END;
    CREATE TRIGGER totals_without_changed AFTER UPDATE ON games
    WHEN (old.variant, old.options, old.kind, old.outcome, old.won, old.value, old.elapsed_ms, old.figures)
        IS NOT
        (new.variant, new.options, new.kind, new.outcome, new.won, new.value, new.elapsed_ms, new.figures)
        OR old.par IS NOT new.par
    BEGIN
        DELETE FROM totals WHERE last >= old.sequence
            AND variant = old.variant AND options = old.options AND kind = old.kind;
        DELETE FROM totals WHERE last >= new.sequence
            AND variant = new.variant AND options = new.options AND kind = new.kind;
    END
    """,
    """
    ALTER TABLE days ADD COLUMN late INTEGER NOT NULL DEFAULT 0
    """,
)
"""What leads from each version to the next, from an empty file on."""
VERSION = len(MIGRATIONS)


def statements(step: str) -> Iterator[str]:
    """The statements of a step, of which some hold others."""
    statement = ""
    for part in step.split(";"):
        statement += f"{part};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""

"""The profile's file, shared by several windows and versions of the program: none spoils it for another.

Knows JSON objects made of parts; must not know what any part means.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from game.message import msg
from game.storage.files import StorageError, read_limited, set_aside, write_whole
from game.storage.lock import held

LIMIT_BYTES = 1 << 20
VERSION = 1
DAMAGED, NEWER = ".damaged", ".newer"

Content = dict[str, Any]
Parts = dict[str, dict[str, Any]]


class Found(NamedTuple):
    """What can be read of the file, and the ending it is kept under before it is written over, if at all."""

    content: Content
    aside: str | None = None


def read_content(path: Path) -> Found:
    """The object in the file; empty when there is none."""
    try:
        content = json.loads(read_limited(path, LIMIT_BYTES))
    except StorageError:
        return Found({}, DAMAGED if os.path.lexists(path) else None)
    except (ValueError, RecursionError):
        return Found({}, DAMAGED)
    if not isinstance(content, dict):
        return Found({}, DAMAGED)
    version = content.get("version")
    if type(version) is int and version > VERSION:
        return Found(content, NEWER)
    return Found(content, None if type(version) is int and version == VERSION else DAMAGED)


def write_merged(path: Path, as_read: Parts, parts: Parts, cleaned: Callable[[Content], Content]) -> None:
    """Writes the `parts` as far as they differ from what was `as_read`, over what is in the file now.

    `cleaned` leaves out what is not to be believed. A file of which anything is left out, or
    that a newer version wrote, is kept aside first, and never in the place of another.

    Raises:
        StorageError: it cannot be written; the file is as before.
    """
    path = Path(os.path.realpath(path))  # a link stays one
    if path.is_dir():
        raise StorageError(msg("it is a folder"))
    with held(path.with_suffix(".lock")):
        found = read_content(path)
        aside, base = found.aside, cleaned(found.content)
        if aside is None and base != found.content:
            aside = DAMAGED
        data = _text({} if aside == NEWER else base, as_read, parts)
        if data is None:
            aside, data = aside or DAMAGED, _text({}, as_read, parts) or b"{}"
        if aside is None:
            write_whole(path, data)
            return
        kept = set_aside(path, path.with_suffix(aside))
        try:
            write_whole(path, data)
        except StorageError:
            with contextlib.suppress(OSError):
                os.replace(kept, path)
            raise


def _text(base: Content, as_read: Parts, parts: Parts) -> bytes | None:
    """The merged content as it is written; None where it cannot be, or could not be read again."""
    content: Content = {**base, "version": VERSION}
    for name, part in parts.items():
        content[name] = _merged(content.get(name), as_read.get(name, {}), part)
    try:
        data = (json.dumps(content, indent=1) + "\n").encode()
    except RecursionError:
        return None
    return None if len(data) > LIMIT_BYTES else data


def _merged(there: object, as_read: dict[str, Any], ours: dict[str, Any]) -> dict[str, Any]:
    """A part as it is there, with what was changed, added or removed here since it was read."""
    if not isinstance(there, dict):
        return ours
    changed = {key: value for key, value in ours.items() if key not in as_read or as_read[key] != value}
    return {key: value for key, value in there.items() if key in ours or key not in as_read} | changed

"""Language catalogues: reads their files, and compiles one when it is first needed.

A catalogue is written as `de.po`; what was compiled of it is kept in the cache. Only the table in a
browser, which keeps no files, has `de.mo` in its place.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
from gettext import GNUTranslations
from pathlib import Path

from game.language import ENGLISH, LANGUAGES, English, Language, Translator
from game.message import msg
from game.storage.files import StorageError, read_limited, replace_file

MAX_BYTES = 4_000_000
DIGITS = 16
"""Digits of a catalogue's checksum, by which its compiled form is found."""


def load_language(code: str, folder: Path, cache: Path) -> Translator:
    """Returns the language of a code; `folder` has the catalogues, `cache` the compiled ones.

    Raises:
        StorageError: its catalogue is missing or damaged; the text is a sentence.
    """
    if code == ENGLISH:
        return English()
    try:
        return Language(code, _catalogue(code, folder, cache))
    except (OSError, ValueError) as error:
        why = msg("it is damaged") if isinstance(error, ValueError) else str(error)
        name = LANGUAGES.get(code, code)
        raise StorageError(msg("{language} cannot be read: {why}", language=name, why=why)) from error


def _catalogue(code: str, folder: Path, cache: Path) -> GNUTranslations:
    built = folder / f"{code}.mo"
    if built.is_file():
        return _parsed(read_limited(built, MAX_BYTES))
    text = read_limited(folder / f"{code}.po", MAX_BYTES)
    kept = cache / f"{code}-{hashlib.sha256(text).hexdigest()[:DIGITS]}.mo"
    with contextlib.suppress(OSError, ValueError):
        return _parsed(read_limited(kept, MAX_BYTES))
    data = compile_catalogue(text, code)
    with contextlib.suppress(OSError):  # it is compiled again the next time
        for old in cache.glob(f"{code}-*.mo"):
            old.unlink(missing_ok=True)
        replace_file(kept, data)
    return _parsed(data)


def _parsed(data: bytes) -> GNUTranslations:
    """Reads a compiled catalogue; raises ValueError if it is damaged."""
    import struct

    try:
        return GNUTranslations(io.BytesIO(data))
    except (OSError, struct.error, UnicodeError, LookupError, SyntaxError) as error:
        raise ValueError(str(error)) from error


def compile_catalogue(text: bytes, code: str) -> bytes:
    """Compiles the text of a catalogue for gettext; raises ValueError if it is no catalogue."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    try:
        catalogue = read_po(io.BytesIO(text), locale=code, abort_invalid=True)
    except (PoFileError, UnicodeError) as error:
        raise ValueError(str(error)) from error
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    return compiled.getvalue()

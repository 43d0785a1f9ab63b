"""Keys of seats and hosts: 256 random bits, of which the server keeps a digest.

Knows digests; must not know whose key it is. A digest without salt is enough: nobody guesses 256 bits, and
the database finds a seat by it in a time that tells nothing of the key.
"""

from __future__ import annotations

import hashlib
import re
import secrets

_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)


def new_key() -> str:
    """A fresh key."""
    return secrets.token_hex(32)


def is_key(text: str) -> bool:
    """Whether a text has the form of a key."""
    return _KEY.fullmatch(text) is not None


def key_hash(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(f"patience key {key}".encode()).hexdigest()

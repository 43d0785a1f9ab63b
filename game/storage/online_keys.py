"""The player's keys for table servers, one for each, in a file that nobody else may read.

Knows the file alone; must not know what a server is asked, nor what a key is worth there.
"""

from __future__ import annotations

import json
import re
import secrets
from pathlib import Path

from game.storage.files import StorageError, is_there, read_limited, set_aside, write_whole

FILE = "online.json"
VERSION = 1
LIMIT_BYTES = 1 << 20
MOST_SERVERS = 1000
MOST_LETTERS = 300
_KEY = re.compile("[0-9a-f]{64}", re.ASCII)


class OnlineKeys:
    """The servers that were visited, the last one first. Each window reads them anew before it writes."""

    def __init__(self, folder: Path) -> None:
        """`folder` is the data folder; what cannot be believed is set aside before it is written over."""
        self._path = folder / FILE
        self.name = ""
        """Under which name the player joined last."""
        self._keys: dict[str, str] = {}
        self._aside = ""
        self._read()

    @property
    def servers(self) -> tuple[str, ...]:
        """The addresses, the one that was visited last first."""
        return tuple(self._keys)

    def key_for(self, server: str) -> str:
        """The key for a server; a new one is on disk before it is returned.

        Raises:
            StorageError: it cannot be kept.
        """
        if server not in self._keys:
            self._put_first(server, self.name)
        return self._keys[server]

    def visited(self, server: str, name: str) -> None:
        """Notes the server and the name that were used last.

        Raises:
            StorageError: it cannot be kept.
        """
        if (self.name, next(iter(self._keys), None)) != (name, server):
            self._put_first(server, name)

    def _put_first(self, server: str, name: str) -> None:
        """What cannot be written down is not known here either."""
        self._read()
        key = self._keys.get(server) or secrets.token_hex(32)
        keys = dict([(server, key), *self._keys.items()][: MOST_SERVERS + 1])
        self._write(keys, name)
        self._keys, self.name = keys, name

    def _read(self) -> None:
        if not is_there(self._path):
            return
        try:
            content = json.loads(read_limited(self._path, LIMIT_BYTES))
            version = content["version"]
            self._aside = "newer" if isinstance(version, int) and version > VERSION else "damaged"
            if version != VERSION:
                return
            found = {each["address"]: each["key"] for each in content["servers"]}
            if not all(isinstance(each, str) and len(each) <= MOST_LETTERS for each in found):
                return
            if not all(isinstance(key, str) and _KEY.fullmatch(key) for key in found.values()):
                return
            self._keys, self.name, self._aside = found, str(content["name"])[:40], ""
        except (StorageError, ValueError, RecursionError, TypeError, KeyError):
            self._aside = "damaged"

    def _write(self, keys: dict[str, str], name: str) -> None:
        if self._aside:
            set_aside(self._path, self._path.with_suffix(f".{self._aside}"))
            self._aside = ""
        servers = [{"address": address, "key": key} for address, key in keys.items()]
        content = {"version": VERSION, "name": name, "servers": servers}
        write_whole(self._path, (json.dumps(content, indent=1) + "\n").encode(), is_private=True)

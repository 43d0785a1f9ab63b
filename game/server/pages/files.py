"""Files that pages need: cards and icon from the assets, style and scripts from here, read once at the start.

Knows folders and names; must not know who asks for them. No name leads out of what was read.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from game.server.pages.made import Made, made
from game.storage.places import assets_folder

HERE = Path(__file__).parent
KINDS = {".svg": "image/svg+xml", ".css": "text/css", ".js": "text/javascript"}


class Files:
    """All files by their names, under a version that follows from what is in them."""

    def __init__(self) -> None:
        """Reads them.

        Raises:
            OSError: one of them cannot be read.
        """
        assets = assets_folder()
        paths = {path.name: path for path in sorted((HERE / "static").iterdir())}
        paths |= {path.name: path for path in sorted((assets / "cards" / "two-colour").glob("*.svg"))}
        paths |= {"back.svg": assets / "cards" / "backs" / "lozenges.svg"}
        paths |= {"icon.svg": assets / "icons" / "icon.svg"}
        data = {name: path.read_bytes() for name, path in paths.items() if path.suffix in KINDS}
        self._of = {name: made(body, KINDS[paths[name].suffix]) for name, body in data.items()}
        whole = hashlib.sha256(b"".join(data[name] for name in sorted(data)))
        self.version = whole.hexdigest()[:12]

    def find(self, name: str) -> Made | None:
        """A file, or None."""
        return self._of.get(name)

    def path(self, name: str) -> str:
        """Where a file is found on the server; the folder of all of them for an empty name."""
        return f"/files/{self.version}/{name}"

"""Answers to browsers, compressed and tagged, with the headers that keep them safe; and the files that pages
need, read once at the start.

No name leads out of what was read.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from game.cards import standard_pack
from game.storage.files import assets_folder
from game.tournament.player import COLOURS

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Vary": "Accept-Encoding, Accept-Language",
}
FRESH = "no-cache"
"""Cache header of changing content: it is validated by its tag."""
FOR_EVER = "public, max-age=31536000, immutable"
LEVEL = 6
"""Compression level; higher ones cost more than they save."""


class Made(NamedTuple):
    """Body of an answer."""

    packed: bytes
    """The body compressed by gzip."""
    tag: str
    kind: str


def made(body: bytes, kind: str) -> Made:
    """Makes an answer of bytes."""
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:24]}"'
    return Made(gzip.compress(body, LEVEL, mtime=0), tag, kind)


def answer(request: Request, found: Made, cache: str, status: int = 200) -> Response:
    """Response to a request, without a body if the client has it."""
    headers = {**HEADERS, "Cache-Control": cache, "ETag": found.tag}
    asked = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
    if status == 200 and found.tag in asked:
        return Response(None, 304, headers)
    takes = [encoding.strip().lower() for encoding in request.headers.get("accept-encoding", "").split(",")]
    if "gzip" in takes:
        return Response(found.packed, status, {**headers, "Content-Encoding": "gzip"}, found.kind)
    return Response(gzip.decompress(found.packed), status, headers, found.kind)


HERE = Path(__file__).parent
KINDS = {
    ".svg": "image/svg+xml",
    ".css": "text/css",
    ".js": "text/javascript",
    ".woff2": "font/woff2",
    ".ogg": "audio/ogg",
}
FACES = ("two-colour", "four-colour", "large-two-colour", "large-four-colour")
ABREAST, ROWS = 13, 5
BADGE = (
    ".badge{display:inline-flex;align-items:center;justify-content:center;flex:none;width:1.9em;height:1.9em;"
    "margin-inline-end:.45em;border-radius:50%;color:#1d2433;font-size:.78em;font-weight:600;line-height:1;"
    "vertical-align:middle}"
)
"""Style of a badge beside a name, on every page."""
WIDTH, HEIGHT = 250, 350
"""Size of a card in its picture."""
_SIZE = re.compile(rb' width="250" height="350"')
_TEXT = re.compile(r'("(?:[^"\\\n]|\\.)*"|`[^`]*`| // .*|(?:(?<=[=>] )|(?<=\())/(?!/).+?/[a-z]?(?=[,.)\n]))')
"""Parts of a script left as they are: strings, templates, comments, regular expressions."""
_SPACE = re.compile(r"(?<=[;{,(])\n| ?(=>|[=!]==|&&|\|\||\?\?|<=|>=|[-+*]=|[={}:?,;<>*/()|]) ?")


class Files:
    """All files by name, under a version computed from their content."""

    def __init__(self) -> None:
        """Reads them.

        Raises:
            OSError: one of them cannot be read.
        """
        assets = assets_folder()
        back = (assets / "cards" / "backs" / "lozenges.svg").read_bytes()
        paths = [path for path in (HERE / "static").iterdir() if path.suffix in KINDS]
        paths += [assets / "icons" / "icon.svg", *(assets / "fonts").glob("*.woff2")]
        paths += (assets / "sounds").glob("*.ogg")
        data = {path.name: path.read_bytes() for path in paths}
        data |= {name: slim(body) for name, body in data.items() if name.endswith(".js")}
        coloured = "".join([f".colour{at}{{background:{colour}}}" for at, colour in enumerate(COLOURS)])
        data |= {
            name: body + (BADGE + coloured).encode() for name, body in data.items() if name.endswith(".css")
        }
        for kind in FACES:
            faces = {path.name: path.read_bytes() for path in (assets / "cards" / kind).glob("*.svg")}
            data[f"cards-{kind}.svg"] = sheet(faces, back)
            if kind == FACES[0]:
                data |= faces
        data["back.svg"] = back
        self._of = {name: made(body, KINDS[Path(name).suffix]) for name, body in data.items()}
        whole = hashlib.sha256(b"".join(data[name] for name in sorted(data)))
        self.version = whole.hexdigest()[:12]

    def find(self, name: str) -> Made | None:
        """Returns a file, or None."""
        return self._of.get(name)

    def all(self) -> Iterable[tuple[str, Made]]:
        """Returns all files with their names."""
        return self._of.items()

    def path(self, name: str) -> str:
        """Path of a file on the server; the folder of all files for an empty name."""
        return f"/files/{self.version}/{name}"


def slim(script: bytes) -> bytes:
    """Minifies a script: removes indentation, comments and spaces beside signs."""
    lines = [line.strip() for line in script.decode().split("\n")]
    parts = _TEXT.split("\n".join([line for line in lines if line and not line.startswith("//")]))
    parts[::2] = [_SPACE.sub(lambda found: found[1] or "", part) for part in parts[::2]]
    return "".join(["" if part.startswith(" // ") else part for part in parts]).encode()


def sheet(faces: Mapping[str, bytes], back: bytes) -> bytes:
    """All cards in one picture, a suit in each row, ace to king, and the back beneath."""
    placed = [_at(0, ROWS - 1, back)]
    for card in sorted(standard_pack(), key=lambda card: card.rank):  # likes lie near, and pack well
        placed.append(_at(card.rank - 1, card.suit, faces[f"{card.up.text}.svg"]))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{ABREAST * WIDTH}" height="{ROWS * HEIGHT}">'
    return b"".join([head.encode(), *placed, b"</svg>"])


def _at(column: int, row: int, picture: bytes) -> bytes:
    place = f' x="{column * WIDTH}" y="{row * HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return _SIZE.sub(place.encode(), picture, count=1)

"""The files of the site: pages in each language, the game as an archive, its runtime, what phones install."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from game.browser.practice import WORDS
from game.browser.table import layout
from game.codec import encoded
from game.language import ENGLISH, LANGUAGES, Translator
from game.play.deal import deal_number
from game.rules import VARIANTS, find_variant
from game.rules.options import NONE, OptionSpec, game_text
from game.rules.variant import PileKind, Variant
from game.server.pages.door import AT_DOOR, BESIDE, offered
from game.server.pages.files import Files, slim
from game.server.pages.words import TEXTS, table_parts, templates
from game.session.daily import daily_rules
from game.storage.catalogues import load_language
from game.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
PYODIDE = "0.26.4"
RUNTIME = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
ANSWERING = "answering.py"
COMPILER = "compile.mjs"
MEMORY = "memory.bin"
"""The runtime's memory with the game in it: no two are the same bytes where the compiler is the same."""
ABOVE = {"cli", "robots", "server", "ui"}
"""Layers of the program that practice does not need."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
ONLY_SERVER = (
    "host.js",
    "pages.js",
    "replay.js",
    "room.css",
    "screen.js",
    "badges.js",
    "opens.js",
    "share.js",
    "idea.js",
    "host.css",
)
PAGES = {"": "practice", "play/": "practice", "daily/": "daily"}
"""Folders of the pages of a language, and how they play."""
DIFFERING = {"rush": ("rush draw=1", "rush draw=3")}
"""Games whose options change how the board is laid out."""
STAMP = (1980, 1, 1, 0, 0, 0)
COLOUR = "#143f2f"


def write_site(folder: Path, runtime: Path, address: str = "") -> int:
    """Writes the site and returns its size in bytes; `runtime` is the folder of the package pyodide.

    Raises:
        OSError: something cannot be read or written.
        SubprocessError: node cannot compile the game.
    """
    files = _files(runtime)
    same = [(HERE / COMPILER).read_bytes(), *(files[name] for name in sorted(files) if name != MEMORY)]
    version = hashlib.sha256(b"".join(same)).hexdigest()[:12]
    info = json.loads((runtime / "pyodide-lock.json").read_text("utf-8"))["info"]
    whole = {f"files/{version}/{name}": body for name, body in files.items()}
    for code in LANGUAGES:
        whole |= _pages(code, f"files/{version}/", info["python"], address)
    whole |= {f"icon-{name}.png": body for name, body in _icons().items()}
    whole["manifest.webmanifest"] = _json(_manifest())
    whole["credits.txt"] = (ROOT / "assets" / "CREDITS.md").read_bytes()
    whole["preview.png"] = (ROOT / "docs" / "table.png").read_bytes()
    started = {f"runtime/{PYODIDE}/{name}": (runtime / name).read_bytes() for name in RUNTIME}
    started[f"runtime/{PYODIDE}/pyodide-lock.json"] = _json({"info": info, "packages": {}})
    kept = [path.removesuffix("index.html") for path in whole if path != "preview.png"]
    told = [body for path, body in sorted(whole.items()) if not path.endswith(MEMORY)]
    digest = hashlib.sha256(b"".join(told)).hexdigest()[:12]
    stores = {f"runtime {PYODIDE}": [*started], f"site {digest}": kept}
    script = (HERE / "sw.js").read_text("utf-8")
    head, _, tail = script.partition("/* what is kept, by the name of its store */ {}")
    whole["sw.js"] = f"{head}{json.dumps(stores)}{tail}".encode()
    shutil.rmtree(folder / "files", ignore_errors=True)
    for path, body in (whole | started).items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(body)
    return sum(map(len, (whole | started).values()))


def _files(runtime: Path) -> dict[str, bytes]:
    """Returns the files that the pages fetch: the server's, with another line, and the game."""
    served = Files()
    found = {
        name: gzip.decompress(made.packed)
        for name, made in served.all()
        if name not in ONLY_SERVER and not name.startswith(("back", "_")) and len(name) > len("AC.svg")
    }
    scripts = {name: slim((HERE / name).read_bytes()) for name in ("local.js", "worker.js", "site.js")}
    found |= {**scripts, "line.js": scripts.pop("local.js")}
    del found["local.js"]
    sources = [
        path for path in sorted((ROOT / "game").rglob("*.py")) if path.parts[len(ROOT.parts) + 1] not in ABOVE
    ]
    solver = ROOT / "game" / "solver"
    tables = sorted([*solver.rglob("*.table"), *solver.rglob("*.judge")])
    data = [*tables, *sorted((ROOT / "assets" / "deals").iterdir())]
    packed = {str(path.relative_to(ROOT)): path.read_bytes() for path in sources + data}
    archive = _archive({**packed, ANSWERING: (HERE / ANSWERING).read_bytes()})
    with tempfile.TemporaryDirectory() as scratch:
        command = ["node", str(HERE / COMPILER), str(runtime), scratch, *AT_DOOR]
        subprocess.run(command, input=archive, capture_output=True, check=True)
        found["game.zip"] = (Path(scratch) / "game.zip").read_bytes()
        found[MEMORY] = gzip.compress((Path(scratch) / MEMORY).read_bytes(), mtime=0)
    names = {path.relative_to(ROOT).as_posix() for path in sources}
    for code in LANGUAGES:
        if code != ENGLISH:
            found[f"{code}.zip"] = _archive({f"assets/languages/{code}.mo": _catalogue(code, names)})
    return found


def _archive(files: Mapping[str, bytes]) -> bytes:
    """Packs files, the same bytes each time."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, body in files.items():
            entry = zipfile.ZipInfo(name, STAMP)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, body)
    return packed.getvalue()


def _catalogue(code: str, sources: set[str]) -> bytes:
    """Compiles of a language what these files say."""
    catalogue = read_po(io.BytesIO((ROOT / "assets" / "languages" / f"{code}.po").read_bytes()), locale=code)
    for message in [*catalogue]:
        if message.id and not sources & {file for file, _ in message.locations}:
            catalogue.delete(message.id, message.context)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    return compiled.getvalue()


def _pages(code: str, files: str, python: str, address: str) -> dict[str, bytes]:
    """The pages of a language."""
    language = load_language(code, ROOT / "assets" / "languages", ROOT / "build" / "languages")
    own = "" if code == ENGLISH else f"{code}/"
    more = {
        **{name: language.translate(text) for name, text in WORDS.items()},
        "openings": dict(_openings(language)),
        "games": _games(language),
        "beside": BESIDE,
    }
    found = {}
    for page, mode in {**PAGES, "about/": "about"}.items():
        up = "../" * (own + page).count("/") or "./"
        site = {
            **{"root": up, "page": page, "policy": POLICY, "runtime": f"{up}runtime/{PYODIDE}/"},
            **{name: f"{up}{own}{name}/" for name in ("play", "daily", "about")},
            **{
                "pyodide": PYODIDE,
                "python": python,
                "picture": f"{address.rstrip('/')}/preview.png" if address else "preview.png",
            },
        }
        made = templates(lambda name, up=up: f"{up}{files}{name}")
        title = TEXTS["daily" if mode == "daily" else "practice"]
        parts = table_parts(mode, language, title, more, games=offered(language), site=site)
        template = made.get_template("site_about.html" if mode == "about" else "play.html")
        text = template.render(parts, language=language, msg_version=VERSION)
        found[f"{own}{page}index.html"] = text.encode()
    return found


def _openings(language: Translator) -> Iterator[tuple[str, Any]]:
    """Yields each board until the game answers: its deck, dealt face down."""
    for game in VARIANTS:
        for text in DIFFERING.get(game, (game,)):
            name, *options = text.split(" ")
            variant = find_variant(name, options)
            table = {"piles": [*_face_down(variant)], "moves": [], "home": [], "points": [], "ending": None}
            yield text, {"layout": json.loads(encoded(layout(variant, language))), "table": table}


def _face_down(variant: Variant) -> Iterator[str]:
    for place, pile in zip(variant.piles, deal_number(variant, 1).position.piles, strict=True):
        yield f"{place.name} {len(pile) if place.kind is PileKind.STOCK else '??' * len(pile)}"


def _games(language: Translator) -> dict[str, Any]:
    """Returns the games that an address may ask for, with their options, and the deal of the day."""
    return {
        name: {
            "title": language.translate(VARIANTS[name].title),
            "day": game_text(daily_rules(name)),
            "options": [_option(*option) for option in VARIANTS[name].declared.items()],
        }
        for name in AT_DOOR
    }


def _option(name: str, option: OptionSpec) -> dict[str, Any]:
    def written(value: int) -> str:
        if isinstance(value, bool):
            return option.words[value]
        return str(value) if value or 0 not in option.choices else option.nought or NONE

    choices = option.choices
    values = [r"\\d{1,5}", NONE] if isinstance(choices, range) else [written(choice) for choice in choices]
    return {
        "name": name,
        "usual": written(option.default),
        "values": "|".join(values),
        "quiet": option.is_quiet,
    }


def _icons() -> dict[str, bytes]:
    folder = ROOT / "packaging" / "site"
    desktop = ROOT / "packaging" / "share" / "icons" / "hicolor" / "512x512" / "apps"
    (icon,) = desktop.glob("*.png")
    return {"512": icon.read_bytes(), "maskable": (folder / "maskable.png").read_bytes()}


def _manifest() -> dict[str, Any]:
    icon = {"sizes": "512x512", "type": "image/png"}
    return {
        **{"name": "Patience Arcade", "short_name": "Patience", "id": "./", "start_url": "./", "scope": "./"},
        **{"display": "standalone", "background_color": COLOUR, "theme_color": COLOUR},
        "icons": [
            {"src": "icon-512.png", "purpose": "any", **icon},
            {"src": "icon-maskable.png", "purpose": "maskable", **icon},
        ],
    }


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()

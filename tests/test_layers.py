"""The layers: who may import whom, who may know the window, time and files.

    message → codec, language, cards, version → rules → play → { solver | tournament | storage } → online
    → robots → session → rounds → browser → { ui | server } → cli → tools, main

Groups in braces never import each other. The window, `ui`, and the solver have rooms, each with its
own height (see `ROOMS`); screens reach each other by `navigation`. `tools` is no part of the
product: one command loads it, late. The imports are read from the source, so that those inside
functions and of type checking count too.
"""

import ast
import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.each import each

ROOT = Path(__file__).parent.parent

LAYERS = [
    ["message"],
    ["codec", "language", "cards", "version"],
    ["rules"],
    ["play"],
    ["solver", "tournament", "storage"],
    ["online"],
    ["robots"],
    ["session"],
    ["rounds"],
    ["browser"],
    ["ui", "server"],
    ["cli"],
    ["tools", "main"],
]
HEIGHT = {group: height for height, layer in enumerate(LAYERS) for group in layer}
APART = [{"solver", "tournament", "storage"}, {"ui", "server"}]
LATE = "game.cli"
"""The one module that may look up, to `tools`."""
NAMES = "game.ui.navigation"
"""The one module that names others by a string, each of which a test looks up."""
CONTEXT = ("game.ui.screen", "game.ui.navigation.Navigation")
"""The one name above that a module knows, for the types of what it hands on."""

ROOMS = {
    "solver": [
        ["kernels"],
        ["answer", "advice", "catalogue"],
        ["hint_words"],
        ["klondike", "spider", "one_three_back", "three_shuffles"],
        ["solve"],
        ["service"],
    ],
    "ui": [
        ["drawing", "spoken"],
        ["reader"],
        ["window", "cards"],
        ["screen"],
        ["forms"],
        ["table"],
        ["games"],
        ["files", "pages"],
        ["replay", "statistics", "tournament", "home"],
        ["navigation", "narrator", "hands"],
        ["app"],
        ["opening"],
    ],
}
"""The rooms of a group, lowest first; those of one height never import each other."""

PURE = {"message", "cards", "rules", "play"}
EDGES = {
    *("time", "datetime", "calendar", "zoneinfo", "locale", "random", "secrets", "uuid"),
    *("os", "io", "sys", "pathlib", "shutil", "tempfile", "glob", "fcntl", "mmap", "sqlite3", "platformdirs"),
    *("socket", "subprocess", "threading", "multiprocessing", "asyncio", "signal", "logging"),
}
WINDOW = {"pygame"}
ARTWORK = "tools.artwork"
"""What draws the assets may use what the window draws with."""
ONLY_SERVER = {"starlette", "uvicorn", "sqlalchemy", "aiosqlite", "asyncpg", "jinja2", "markupsafe"}

FILES = sorted([ROOT / "main.py", *(ROOT / "game").rglob("*.py"), *(ROOT / "tools").rglob("*.py")])


Trees = dict[Path, ast.Module]


@cache
def parsed() -> Trees:
    """The parsed source of every file."""
    found = {path: ast.parse(path.read_text("utf-8")) for path in FILES}
    for source in found.values():
        nodes(source)
    gc.freeze()  # every later search for garbage would go through these millions of objects
    return found


@cache
def nodes(source: ast.Module) -> tuple[ast.AST, ...]:
    """All nodes of a module."""
    return tuple(ast.walk(source))


@pytest.fixture(scope="module")
def trees() -> Trees:
    return parsed()


def name_of(path: Path) -> str:
    """The dotted name of a module: `game.rules.rush`, of a package too: `game.rules`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def group_of(module: str) -> str:
    """The group that a module of ours belongs to; empty for the package `game` itself."""
    top, _, rest = module.partition(".")
    return rest.partition(".")[0] if top == "game" else top


def imports(source: ast.Module, package: str) -> Iterator[str]:
    """The dotted names that a module of `package` imports; each name of a from-import counts."""
    for node in nodes(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def faults(source: ast.Module, module: str, package: str) -> list[str]:
    """What a module imports although it must not, as sentences."""
    group, found = group_of(module), []
    for imported in imports(source, package):
        top = imported.partition(".")[0]
        if module == LATE and top == "tools":
            continue
        if top in ("game", "main", "tools"):
            other = group_of(imported)
            if other not in HEIGHT:
                found.append(f"{imported} belongs to no layer")
            elif HEIGHT[other] > HEIGHT.get(group, -1):
                found.append(f"{module} imports {imported}, which stands above it")
            elif other != group and any({other, group} <= beside for beside in APART):
                found.append(f"{module} imports {imported}, which stands beside it")
        elif top in ONLY_SERVER and group not in {"server", "tools"}:
            found.append(f"{module} knows what only a server has installed: {imported}")
        elif top in WINDOW and group != "ui" and package != ARTWORK:
            found.append(f"{module} knows the window: {imported}")
        elif top == "importlib" and module != NAMES:
            found.append(f"{module} names a module by a string, which nothing checks: {imported}")
        elif top in EDGES and group in PURE:
            found.append(f"{module} knows the world outside: {imported}")
    return found


def room_faults(source: ast.Module, module: str, package: str) -> list[str]:
    """What a module imports from a room of its own group that it must not know, as sentences."""
    group, found = group_of(module), []
    heights = {room: height for height, rooms in enumerate(ROOMS.get(group, [])) for room in rooms}
    room = room_of(module)
    for imported in imports(source, package):
        other = room_of(imported) if group_of(imported) == group else ""
        if (module, imported) == CONTEXT:
            continue
        if not heights or not imported.startswith("game.") or not room or not other or other == room:
            continue
        if other not in heights or room not in heights:
            found.append(f"{other} or {room} is no room of {group}")
        elif heights[other] >= heights[room]:
            found.append(f"{module} imports {imported}, which does not stand below it")
    return found


def room_of(module: str) -> str:
    """The room of a module within its group: `drawing` of `game.ui.drawing.canvas`."""
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and parts[0] == "game" else ""


def package_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).parts[:-1])


def every_fault(trees: Trees, of: Callable[[ast.Module, str, str], list[str]]) -> list[str]:
    return [fault for path, tree in trees.items() for fault in of(tree, name_of(path), package_of(path))]


def test_every_arrow_points_the_right_way(trees):
    assert every_fault(trees, faults) == []


def test_every_arrow_between_rooms_points_down(trees):
    assert every_fault(trees, room_faults) == []


def test_every_module_has_its_layer():
    assert [path for path in FILES if group_of(name_of(path)) not in {*HEIGHT, ""}] == []


def test_every_module_says_what_it_is(trees):
    assert [path for path, tree in trees.items() if not ast.get_docstring(tree)] == []


def test_no_program_lies_among_the_assets():
    assert [*(ROOT / "assets").rglob("*.py")] == []


def test_there_is_something_to_look_at():
    assert {"cards", "rules", "play", "storage", "ui", "cli", "tools", "main"} <= {
        group_of(name_of(path)) for path in FILES
    }


# The look itself --------------------------------------------------------------------------------
@each(
    ("module", "source"),
    [
        *(("game.cards", "import game.rules"), ("game.cards", "from game.play.game import Game")),
        *(("game.rules.rush", "from game.play import game"), ("game.rules.rush", "from game import play")),
        *(("game.rules.rush", "from ..play.game import Game"), ("game.rules.rush", "from .. import play")),
        ("game.rules.rush", "def later():\n    from game.ui import app"),
        ("game.rules.rush", "if TYPE_CHECKING:\n    from game.storage.files import read_limited"),
        ("game.play.game", "import game.storage.files as files"),
        ("game.play.game", "from game.storage.files import read_limited"),
        ("game.storage.files", "from game.solver import solve"),
        ("game.solver.search", "from game.tournament import rounds"),
        ("game.tournament.tournament", "from game.storage import files"),
        ("game.storage.files", "from game.ui import theme"),
        ("game.robots.thinker", "from game.ui import theme"),
        *(("game.session.session", "from game.ui import theme"), ("game.session.session", "import pygame")),
        ("game.robots.thinker", "from game.session import session"),
        *(("game.ui.app", "from game.cli import main"), ("game.ui.app", "from game.server import app")),
        ("game.server.app", "from game.ui import theme"),
        ("game.online.messages", "from game.server import app"),
        ("game.browser.table", "from game.server import app"),
        ("game.online.messages", "import sqlalchemy"),
        *(("game.tournament.tournament", "from game.online import messages"), ("game.cli", "import main")),
        *(("game.cards", "from game.unknown import thing"), ("game", "from game.cards import Card")),
        *(("game.cli", "import pygame"), ("game.storage.profile", "from pygame import locals")),
        ("game.cli.solve", "from tools.bench import bench"),
        ("game.ui.app", "def later():\n    from tools.bench import bench"),
        *(("tools.bench.frames", "import pygame.mixer"), ("game.rules.rush", "import random")),
        *(("game.rules.rush", "from time import monotonic_ns"), ("game.play.game", "import time")),
        *(("game.play.game", "from datetime import datetime"), ("game.play.record", "import os.path")),
        *(("game.play.record", "from pathlib import Path"), ("game.cards", "import secrets")),
        ("game.ui.games.tables", "from importlib import import_module"),
    ],
)
def test_a_wrong_arrow_is_caught(module, source):
    assert len(faults(ast.parse(source), module, module.rpartition(".")[0] or module)) == 1


@each(
    ("module", "source"),
    [
        ("game.ui.drawing.canvas", "from game.ui.forms.widgets import Button"),
        ("game.ui.table.table", "def later():\n    from game.ui.games import tables"),
        ("game.ui.home.home", "from game.ui.statistics import screen"),
        ("game.ui.pages.text_page", "from game.ui.navigation import Navigation"),
        ("game.ui.home.home", "from game.ui.cellar.wine import Bottle"),
        ("game.solver.kernels.compiled", "from game.solver.answer import Budget"),
        ("game.solver.klondike.solve", "def later():\n    from game.solver.spider import search"),
        ("game.solver.solve", "from game.solver.service.messages import Solve"),
    ],
)
def test_a_wrong_arrow_between_rooms_is_caught(module, source):
    assert len(room_faults(ast.parse(source), module, module.rpartition(".")[0])) == 1


# One game among others --------------------------------------------------------------------------
GAMES = {"Rush", "Spider", "OneThreeBack", "ThreeShuffles"}
OF_A_GAME = (
    *("game.rules", "game.solver", "game.robots", "tools.trials", "tools.certify", "game.ui.games"),
    "game.tournament.tournament",
)
"""Where a game is known by its class: its own modules, and those that can play only one."""


def calls(source: ast.Module, name: str) -> Iterator[ast.Call]:
    """The calls of a function by its plain name."""
    for node in nodes(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def test_generic_code_does_not_ask_which_game_it_is(trees):
    asking = {
        name_of(path)
        for path, source in trees.items()
        for call in calls(source, "isinstance")
        if GAMES & {node.id for node in ast.walk(call) if isinstance(node, ast.Name)}
    }
    assert {module for module in asking if not module.startswith(OF_A_GAME)} == set()


def test_no_class_is_made_at_run_time(trees):
    assert [
        name_of(path) for path, source in trees.items() if any(len(c.args) > 1 for c in calls(source, "type"))
    ] == []


OPENERS = {
    *("game.storage.files", "game.server.clock"),
    # These read what the program has brought along:
    *("game.server.pages.files", "game.solver.catalogue", "game.solver.kernels.cache"),
    *("game.solver.kernels.with_numba", "game.solver.spider.judge", "game.solver.three_shuffles.solve"),
    *("game.ui.drawing.drawings", "game.ui.games.spider.hints", "game.cli.menu_entry"),
}


def test_files_that_may_be_something_else_are_opened_in_one_place(trees):
    """A pipe in the place of a file would be waited for: see `open_regular`."""
    found = {
        name_of(path)
        for path, source in trees.items()
        for node in nodes(source)
        if isinstance(node, ast.Call) and _opens_file(node)
    }
    assert {module for module in found if module.startswith("game.")} - OPENERS == set()


def _opens_file(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Name):
        return call.func.id == "open"
    if not isinstance(call.func, ast.Attribute):
        return False
    if call.func.attr == "open":  # not a screen, a window or an address
        return bool(call.args) and isinstance(call.args[0], ast.Constant)
    return call.func.attr in ("read_bytes", "read_text")


MAX_ARGUMENTS = 8


def test_no_function_outside_the_kernels_takes_more_than_eight_arguments(trees):
    def count(made: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
        given = [*made.args.posonlyargs, *made.args.args, *made.args.kwonlyargs]
        return len(given) - any(argument.arg in ("self", "cls") for argument in given[:1])

    assert [
        (name_of(path), node.name)
        for path, source in trees.items()
        if name_of(path).startswith("game.") and group_of(name_of(path)) != "solver"
        for node in nodes(source)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and count(node) > MAX_ARGUMENTS
    ] == []


# Cycles ------------------------------------------------------------------------------------------
def cycle(arrows: Mapping[str, Iterable[str]]) -> list[str]:
    """Modules of which each imports the next, the last one the first; empty if there are none."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def _arrows() -> dict[str, set[str]]:
    """Every module of ours with those that it imports; a name imported from a module counts as that."""
    paths = {name_of(path): path for path in FILES}
    return {
        module: {
            name if name in paths else name.rpartition(".")[0]
            for name in imports(parsed()[path], package_of(path))
            if (module, name) != CONTEXT
        }
        & paths.keys()
        for module, path in paths.items()
    }


def test_there_is_no_cycle():
    assert cycle(_arrows()) == []


@each("arrows", [{"a": ["b"], "b": ["c"], "c": ["b", "d"], "d": []}, {"d": [], "e": ["e"]}])
def test_a_cycle_is_seen(arrows):
    assert {*cycle(arrows)} in ({"b", "c"}, {"e"})

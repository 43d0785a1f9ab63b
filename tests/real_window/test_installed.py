"""The program as people have it: its wheel in an empty environment, and a bundle, away from the project."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from game.version import VERSION
from tests.commands import packages_of
from tests.real_window.player import Player, until
from tests.records import GOLDEN

pytestmark = [pytest.mark.window, pytest.mark.timeout(300)]

ROOT = Path(__file__).resolve().parents[2]
BESIDES = shutil.ignore_patterns(".*", "__pycache__", "build", "docs", "node_modules")
"""What lies about and is no part of the project, and what no wheel needs."""
SCRIPTS = "Scripts" if sys.platform == "win32" else "bin"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("built")
    project = shutil.copytree(ROOT, folder / "project", ignore=BESIDES)
    subprocess.run([sys.executable, "-m", "build", "--outdir", folder, project], check=True, timeout=240)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of an environment in which nothing else is."""
    folder = tmp_path_factory.mktemp("installed")
    (wheel,) = built.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True, timeout=60)
    pip = [sys.executable, "-m", "pip", "--python", folder, "install", "-q", "--no-compile"]
    subprocess.run([*pip, f"{wheel}[online]"], check=True, timeout=240)
    return folder / SCRIPTS


@pytest.fixture(scope="module")
def bundle(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in a folder that needs no Python, made of what is installed there."""
    folder = tmp_path_factory.mktemp("bundle")
    pip = [sys.executable, "-m", "pip", "--python", installed.parent, "install", "-q", "--no-compile"]
    subprocess.run([*pip, *packages_of("bundle")], check=True, timeout=240)
    made = ["--distpath", folder, "--workpath", folder, "--log-level", "ERROR"]
    plan = ROOT / "packaging" / "bundle" / "patience-arcade.spec"
    subprocess.run([installed / "pyinstaller", *made, plan], cwd=folder, check=True, timeout=240)
    return folder / "Patience-Arcade" / "patience-arcade"


@pytest.fixture(params=["wheel", "bundle"])
def program(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The words that start the program where it is not a copy of the project; no Python is on its path."""
    for setting in [name for name in os.environ if name.startswith("PYTHON")]:
        monkeypatch.delenv(setting)
    if request.param == "wheel":
        installed: Path = request.getfixturevalue("installed")
        found = installed / "patience-arcade"
    else:
        found = request.getfixturevalue("bundle")
    return ("/usr/bin/env", "PATH=/nowhere", str(found))


@pytest.fixture
def stranger(screen: str, program: tuple[str, ...], tmp_path: Path) -> Iterator[Player]:
    """A person who has never seen the project."""
    person = Player(screen, tmp_path, program=program)
    yield person
    person.leave()


def said(*words: object, folder: Path) -> str:
    """What a command prints when it is called from a folder."""
    ended = subprocess.run(
        [*map(str, words)], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def test_the_sdist_is_the_whole_project(built):
    with tarfile.open(built / f"patience_arcade-{VERSION}.tar.gz") as archive:
        top = {name.split("/")[1] for name in archive.getnames()}
    assert {"game", "assets", "tests", "packaging", "main.py", "README.md", "LICENSE"} <= top


def test_the_wheel_has_every_file_that_is_read(built):
    with zipfile.ZipFile(built / f"patience_arcade-{VERSION}-py3-none-any.whl") as archive:
        names = set(archive.namelist())
    files = [asset.relative_to(ROOT) for asset in (ROOT / "assets").rglob("*") if asset.is_file()]
    assert {f"game/{file.as_posix()}" for file in files if file.suffix not in (".py", ".pyc")} <= names
    code = [path for path in (ROOT / "game").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert {path.relative_to(ROOT).as_posix() for path in code} <= names, "the server's pages too"
    assert {name.split("/")[0].split("-")[0] for name in names} == {"game", "patience_arcade"}


def test_a_table_server_runs_from_the_wheel(built, tmp_path):
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
        (told,) = (archive.read(name).decode() for name in archive.namelist() if name.endswith("/METADATA"))
    for extra, package in (("online", "websockets"), ("server", "websockets"), ("server", "starlette")):
        assert re.search(rf"^Requires-Dist: {package}\W.*extra == '{extra}'$", told, re.MULTILINE)
    # The packages that it needs are those of the tests; the program is the wheel's.
    called = "import sys; sys.argv[0] = 'patience-arcade'; from game.cli import main; sys.exit(main())"
    options = ["--host", "127.0.0.1", "--port", "0", "--folder", str(tmp_path / "server")]
    server = subprocess.Popen(
        [sys.executable, "-c", called, "serve", *options],
        cwd=tmp_path / "site",
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    try:
        lines = [server.stdout.readline() for _ in range(3)]
        address = lines[0].split()[-1]
        assert "patience-arcade host new" in lines[2]
        with urlopen(address, timeout=20) as page:
            text = page.read().decode()
        assert "There are no tournaments yet" in text
        style = re.search(r'href="/(files/\w+/pages\.css)"', text)
        assert style is not None
        with urlopen(address + style[1], timeout=20) as sheet:
            assert sheet.read()
    finally:
        server.terminate()
        server.wait(20)
        server.stdout.close()


def test_the_bundle_can_connect_to_a_table_server(bundle):
    from PyInstaller.archive.readers import CArchiveReader

    modules = CArchiveReader(str(bundle)).open_embedded_archive("PYZ.pyz").toc
    assert {"websockets.asyncio.client", "game.online.client"} <= modules.keys()


def test_the_assets_are_those_of_the_package(installed, tmp_path):
    program = (
        "import importlib.resources, game.storage.files as places\n"
        "print(places.assets_folder() == importlib.resources.files('game') / 'assets')"
    )
    assert said(installed / "python", "-c", program, folder=tmp_path) == "True\n"


def test_the_commands_answer_as_in_the_project(program, tmp_path):
    record = GOLDEN / "rush_draw_3_won.patience"
    for words in (["deal", "spider", "--deal", "7"], ["replay", record, "--json"]):
        here = said(sys.executable, ROOT / "main.py", *words, folder=tmp_path)
        assert said(*program, *words, folder=tmp_path) == here
    assert json.loads(said(*program, "deal", "rush", "--json", folder=tmp_path))["deal"] < 32768
    assert said(*program, "--help", folder=tmp_path).startswith("usage: patience-arcade ")


def test_a_game_is_played_with_a_hint_in_ones_own_language(stranger, tmp_path):
    stranger.choose(language="de")
    stranger.launch("--narrate", "play", "rush", "--deal", "48213")
    stranger.keys("d", "d")
    stranger.wait_for("stock", "stock")
    stranger.keys("i")
    stranger.hear("noch 18")
    stranger.hear("Ich überlege…")
    hint = stranger.hear("")  # which one depends on how much a slow machine has looked at
    assert re.search(" (aus|von) ", hint) or hint == "Talon aufdecken"
    assert [*(tmp_path / "cache").rglob("languages/de-*.mo")], "it is compiled once"
    stranger.close()
    assert stranger.proof()["entries"] == 2


def test_a_game_that_is_double_clicked_goes_on(stranger):
    stranger.launch(str(GOLDEN / "rush_unfinished.patience"))
    before = stranger.done()
    stranger.keys("d")
    until(lambda: stranger.done()[len(before) :] == ["stock"], "a card turned")

"""What desktops are told of the program: menu entry, file type, icons, software centre's page, bundles."""

import plistlib
import re
import shutil
import struct
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from game.play.record import FIRST_LINE
from game.storage.saved import SUFFIX
from game.version import VERSION
from tests.each import each

ROOT = Path(__file__).resolve().parents[2]
NAME = "io.github.patience_arcade.PatienceArcade"
SHARE = ROOT / "packaging" / "share"
ENTRY = SHARE / "applications" / f"{NAME}.desktop"
PAGE = SHARE / "metainfo" / f"{NAME}.metainfo.xml"
FILE_TYPE = SHARE / "mime" / "packages" / f"{NAME}.xml"
ICONS = SHARE / "icons" / "hicolor"
MANIFEST = ROOT / "packaging" / f"{NAME}.yml"
BUNDLE = ROOT / "packaging" / "bundle"
GAME_TYPE = "application/x-patience-game"
(COMMAND,) = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]


def entry(path: Path = ENTRY) -> dict[str, str]:
    """The lines of a menu entry."""
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read(path, "utf-8")
    return dict(parser["Desktop Entry"])


def checked(*words: object) -> None:
    """Has a tool of the desktops judge a file, where the tool is installed."""
    if shutil.which(str(words[0])) is None:
        pytest.skip(f"no {words[0]} here")
    ended = subprocess.run([*map(str, words)], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


@each(
    "words",
    [
        ("desktop-file-validate", ENTRY),
        ("appstreamcli", "validate", "--no-net", PAGE),
        ("flatpak-builder", "--show-manifest", MANIFEST),
    ],
)
def test_a_desktop_accepts_what_it_is_given(words):
    checked(*words)


def test_the_tools_of_the_desktops_accept_the_files(tmp_path):
    (tmp_path / "packages").mkdir()
    shutil.copy(FILE_TYPE, tmp_path / "packages")
    checked("update-mime-database", tmp_path)
    assert (tmp_path / f"{GAME_TYPE}.xml").exists()


def test_the_entry_starts_the_command_with_the_file_and_knows_its_window():
    told = entry()
    assert told["Exec"] == f"{COMMAND} %u"
    assert told["MimeType"] == f"{GAME_TYPE};x-scheme-handler/patience;"
    assert told["Icon"] == NAME
    source = (ROOT / "game" / "ui" / "__init__.py").read_text("utf-8")
    assert f'"SDL_VIDEO_X11_WMCLASS"] = "{told["StartupWMClass"]}"' in source


def test_the_file_type_is_that_of_records():
    kind = ElementTree.parse(FILE_TYPE).getroot()[0]
    tag = "{http://www.freedesktop.org/standards/shared-mime-info}"
    assert kind.get("type") == GAME_TYPE
    assert [glob.get("pattern") for glob in kind.iter(f"{tag}glob")] == [f"*{SUFFIX}"]
    assert [match.get("value") for match in kind.iter(f"{tag}match")] == [f"{FIRST_LINE}\\n"]


def test_the_page_tells_this_version_and_the_day_of_the_changelog():
    page = ElementTree.parse(PAGE).getroot()
    latest = page.find("releases/release")
    assert latest is not None
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    version, day = re.search(r"^## (\S+) – (\S+)$", changes, re.MULTILINE).groups()
    assert (latest.get("version"), latest.get("date")) == (version, day)
    assert version == VERSION
    assert page.findtext("id") == NAME
    assert page.findtext("launchable") == ENTRY.name
    assert page.findtext("provides/mediatype") == GAME_TYPE
    assert page.findtext("provides/binary") == COMMAND


def test_there_is_an_icon_of_every_size():
    sizes = {}
    for folder in ICONS.iterdir():
        (icon,) = (folder / "apps").iterdir()
        assert icon.stem == NAME
        if icon.suffix == ".png":
            sizes[folder.name] = struct.unpack(">II", icon.read_bytes()[16:24])
    assert sizes == {f"{size}x{size}": (size, size) for size in (16, 24, 32, 48, 64, 128, 256, 512)}
    assert (ICONS / "scalable" / "apps" / f"{NAME}.svg").exists()


@pytest.mark.slow
def test_the_icons_are_those_that_their_command_draws(tmp_path):
    command = [sys.executable, "-m", "tools.artwork.icons", "--out", tmp_path, "--desktop", tmp_path]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=60)
    drawn = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for path, icon in drawn.items():
        shipped = (ICONS if path.parent.name else ROOT / "assets" / "icons") / path
        assert shipped.read_bytes() == icon, f"{path} is another"
    assert len(drawn) == 3 + 9


def test_a_mac_is_told_the_same():
    told = plistlib.loads((BUNDLE / "Info.plist").read_bytes())
    (kind,), (opened,) = told["UTExportedTypeDeclarations"], told["CFBundleDocumentTypes"]
    assert told["CFBundleIdentifier"] == NAME
    assert kind["UTTypeTagSpecification"]["public.filename-extension"] == [SUFFIX.removeprefix(".")]
    assert opened["LSItemContentTypes"] == [kind["UTTypeIdentifier"]]


def test_windows_is_told_the_same():
    lines = (ROOT / "packaging" / "windows" / "open-games-by-double-click.cmd").read_bytes().decode("ascii")
    assert lines.count("\r\n") == lines.count("\n")
    assert f'%~dp0{COMMAND}.exe"' in lines
    assert rf"\{SUFFIX}" in lines
    assert r"\"%PROGRAM%\" \"%%1\"" in lines


def test_flatpak_is_told_the_same_and_has_what_online_needs():
    told = yaml.safe_load(MANIFEST.read_text("utf-8"))
    assert (told["id"], told["command"]) == (NAME, COMMAND)
    assert "--share=network" in told["finish-args"]
    (module,) = told["modules"]
    assert "'.[fast,online]'" in module["build-commands"][0]
    (source,) = module["sources"]
    assert (MANIFEST.parent / source["path"]).resolve() == ROOT


def test_the_plan_of_the_bundle_names_what_is_there():
    text = (BUNDLE / "patience-arcade.spec").read_text("utf-8")
    compile(text, "patience-arcade.spec", "exec")
    for name in re.findall(r'HERE / "([^"]+)"', text):
        assert (BUNDLE / name).exists()
    assert [path.suffix for path in (ICONS / "512x512" / "apps").iterdir()] == [".png"]


def test_the_start_of_the_bundle_knows_the_process_that_the_window_starts():
    started = (ROOT / "game" / "ui" / "window" / "services.py").read_text("utf-8")
    (solver,) = re.findall(r'^SOLVER = "(.+)"$', (BUNDLE / "start.py").read_text("utf-8"), re.MULTILINE)
    assert f'(sys.executable, "-m", "{solver}")' in started

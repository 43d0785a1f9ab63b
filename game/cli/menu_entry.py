"""The options `--install-menu` and `--remove-menu`: the program in the menus of a Linux desktop.

A wheel brings the same files, but no menu finds those in a virtual environment.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from game.cli.command import FINE, NAME, PROJECT, WRONG_INPUT, CommandError, called, failing
from game.storage.files import data_folder, reason, replace_file

KINDS = ("applications", "icons", "mime")
"""Folders of what belongs to a menu; the page of a software centre does not."""
UPDATED_BY = {
    "applications": ["update-desktop-database"],
    "icons/hicolor": ["gtk-update-icon-cache", "--ignore-theme-index"],
    "mime": ["update-mime-database"],
}
"""Commands that have a desktop look again; where one is missing, the desktop looks by itself, if later."""
RESERVED = frozenset(" \t\n\"'\\><~|&;$*?#()`")
UPDATE_S = 30


def install_menu() -> int:
    """Puts menu entry, icons and file type where the desktop of this user looks for them."""
    source, target = _shared(), _expect_linux()
    files = _files(source)
    for name in files:
        data = (source / name).read_bytes()
        if name.suffix == ".desktop":
            data = with_command(data.decode(), started_by()).encode()
        with failing(f"{target / name} cannot be written"):
            replace_file(target / name, data)
    _update(target)
    print(f"The menu has Patience Arcade: {len(files)} files below {target}. --remove-menu takes them away.")
    return FINE


def remove_menu() -> int:
    """Takes away what `install_menu` has put there."""
    target = _expect_linux()
    there = [target / name for name in _files(_shared()) if (target / name).is_file()]
    for path in there:
        try:
            path.unlink()
        except OSError as wrong:
            raise CommandError(f"{path} cannot be removed: {reason(wrong)}", WRONG_INPUT) from wrong
    if not there:
        raise CommandError(f"there is nothing of Patience Arcade in the menu below {target}", WRONG_INPUT)
    _update(target)
    print(f"The menu has Patience Arcade no more: {len(there)} files are gone from below {target}.")
    return FINE


def _expect_linux() -> Path:
    """This user's folder for a Linux desktop's menu entries; raises CommandError elsewhere."""
    if not sys.platform.startswith("linux"):
        raise CommandError("menu entries of this kind are for Linux", WRONG_INPUT)
    return data_folder().parent


def _shared() -> Path:
    """The shipped files, in the installed package or the project; raises CommandError if there are none."""
    for folder in (Path(__file__).resolve().parents[1] / "share", PROJECT / "packaging" / "share"):
        if folder.is_dir():
            return folder
    raise CommandError("this program was installed without a menu entry", WRONG_INPUT)


def _files(shared: Path) -> list[Path]:
    found = (path for kind in KINDS for path in (shared / kind).rglob("*") if path.is_file())
    return sorted(path.relative_to(shared) for path in found)


def started_by() -> list[str]:
    """The words that start this program from anywhere."""
    if called() == NAME:
        here = Path(sys.argv[0])
        found = shutil.which(sys.argv[0]) or (str(here) if here.is_file() else NAME)
        return [str(Path(found).absolute()) if "/" in found else found]
    return [str(Path(sys.executable).absolute()), str(PROJECT / "main.py")]


def with_command(entry: str, words: list[str]) -> str:
    """A menu entry that runs these words; a file or link that is opened comes after them.

    https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html

    >>> with_command("Name=P\\nExec=patience-arcade %u\\n", ["/a b/python", "/c%/main.py"])
    'Name=P\\nExec="/a b/python" /c%%/main.py %u\\n'
    """
    line = f"Exec={' '.join(map(_quoted, words))} %u"
    return "\n".join(line if row.startswith("Exec=") else row for row in entry.split("\n"))


def _quoted(word: str) -> str:
    word = word.replace("%", "%%")
    if not RESERVED & set(word):
        return word
    for sign in ("\\", '"', "`", "$"):
        word = word.replace(sign, f"\\{sign}")
    return '"' + word.replace("\\", "\\\\") + '"'  # a value of an entry has escapes of its own


def _update(target: Path, run: Callable[..., object] = subprocess.run) -> None:
    for folder, words in UPDATED_BY.items():
        if shutil.which(words[0]) is None or not (target / folder).is_dir():
            continue
        try:
            run([*words, str(target / folder)], capture_output=True, timeout=UPDATE_S, check=False)
        except (OSError, subprocess.TimeoutExpired):
            continue  # the files are there, and are found at the next log-in

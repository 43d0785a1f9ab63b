"""Files: the folders where they live, limited reads, atomic replacement, locks between processes."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from game.message import Message, msg, verbatim

MAX_ATTEMPTS = 20
PAUSE_S = 0.005


class StorageError(OSError):
    """A file cannot be read or written; the message says why."""


@contextlib.contextmanager
def storing() -> Iterator[None]:
    """Raises StorageError, with the reason in words, where the system refuses something."""
    try:
        yield
    except StorageError:
        raise
    except (OSError, ValueError) as error:
        raise StorageError(reason(error)) from error


def lock(file: IO[bytes]) -> bool:
    """Locks the file for this process until it is closed; False if another process has it."""
    if sys.platform == "win32":
        import msvcrt

        at = file.tell()
        try:
            # A byte far behind the end, because Windows forbids others even to read what is locked.
            file.seek(1 << 30)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(at)
        return True
    import fcntl

    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks: better unlocked than unsaved
    return True


def expect_regular(path: Path) -> None:
    """Raises StorageError if anything but a regular file lies at a path; it may be missing."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise StorageError(msg("it is not a regular file"))


def open_regular(path: Path, mode: str, buffering: int = -1, follows_links: bool = True) -> IO[bytes]:
    """Opens a file that was not made a moment ago; nothing that lies there makes the program wait.

    Raises:
        StorageError: it is a pipe, a device, a folder, or a link if those are not followed.
        OSError: it cannot be opened.
    """

    def opener(name: str, flags: int) -> int:
        found = os.open(name, flags | _NO_WAITING | (0 if follows_links else _NO_LINKS), 0o666)
        if not stat.S_ISREG(os.fstat(found).st_mode):  # it has changed meanwhile
            os.close(found)
            raise StorageError(msg("it is not a regular file"))
        return found

    if not follows_links and os.path.islink(path):
        raise StorageError(msg("it is not a regular file"))
    expect_regular(path)  # to open a device may set it going
    return open(path, mode, buffering, opener=opener)


_NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_NO_LINKS: int = getattr(os, "O_NOFOLLOW", 0)


def open_lock(path: Path) -> IO[bytes]:
    """Opens a lock file, creating it if missing.

    Raises:
        StorageError: something else lies there; the message names it.
        OSError: there can be no such file.
    """
    try:
        return open_regular(path, "ab", follows_links=False)
    except StorageError:
        raise StorageError(msg("“{name}” is not a regular file: move it away", name=path.name)) from None


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Holds a lock file, briefly.

    A process that holds it much longer has been stopped, and is not waited for. Where no such file can be
    made there is no lock.

    Raises:
        StorageError: something else lies in its place.
    """
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    try:
        file = open_lock(path)
    except StorageError:
        raise
    except OSError:
        yield
        return
    with file:
        for _ in range(MAX_ATTEMPTS):
            if lock(file):
                break
            time.sleep(PAUSE_S)
        yield


MIN_AGE_S = 60.0
"""Minimum age of a draft to be removed: its writer may still be using it."""
MAX_NAME = 200
"""Maximum length of a name; a draft's is slightly longer, and systems stop at 255 bytes."""
BATCH_SIZE = 500
"""Number of names of a folder checked in a slice."""
_DRAFT = re.compile(r"\.(?P<name>.+)\.(?P<process>[0-9]{1,10})(?P<ending>\.draft)?", re.ASCII | re.DOTALL)


def temp_path(path: Path) -> Path:
    """Path of a file's draft: beside it, hidden, and unique to this process."""
    return path.with_name(f".{path.name[:MAX_NAME]}.{os.getpid()}.draft")


@contextlib.contextmanager
def atomic_write(path: Path) -> Iterator[IO[bytes]]:
    """Yields a draft that replaces `path` at the end, synced to disk.

    Raises:
        OSError: it cannot be written; `path` is unchanged, and the draft is gone.
    """
    draft = temp_path(path)
    try:
        with open_regular(draft, "wb", follows_links=False) as file:
            lock(file)
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def remove_orphans(folder: Path, name: str | None = None) -> None:
    """Removes drafts left by killed programs; in a player's folder only those `of` the name to write."""
    for _ in removing_orphans(folder, name):
        pass


def removing_orphans(folder: Path, name: str | None = None) -> Iterator[None]:
    """Does the same, a few names per slice."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for count, entry in enumerate(entries, start=1):
            match = _DRAFT.fullmatch(entry.name)
            # Without its ending, as drafts were once called, a name may be anybody's but for `of`.
            if match is not None and (name is None or match["name"] == name[:MAX_NAME]):
                _remove_if_orphan(Path(entry.path))
            if count % BATCH_SIZE == 0:
                yield


def _remove_if_orphan(draft: Path) -> None:
    with contextlib.suppress(OSError):
        state = draft.lstat()
        if time.time() - state.st_mtime < MIN_AGE_S:
            return
        with open_regular(draft, "r+b", follows_links=False) as file:
            is_orphan = lock(file)
        if is_orphan:
            draft.unlink()


SYSTEM_REASONS: dict[str, Message] = {
    known: known
    for known in (
        # Translators: what the operating system says of a file; it stands in a sentence.
        *(msg("no space left on device"), msg("disk quota exceeded"), msg("file too large")),
        *(msg("permission denied"), msg("operation not permitted"), msg("read-only file system")),
        *(
            msg("no such file or directory"),
            msg("file exists"),
            msg("not a directory"),
            msg("is a directory"),
        ),
        *(msg("directory not empty"), msg("file name too long"), msg("invalid argument")),
        *(msg("too many levels of symbolic links"), msg("input/output error"), msg("too many open files")),
    )
}
"""Common error texts of systems, in the program's words."""


def system_reason(words: str) -> Message:
    """Returns an error's text for use in a sentence; messages stay messages."""
    if isinstance(words, Message):
        return words
    small = words[:1].lower() + words[1:]
    return SYSTEM_REASONS.get(small) or (verbatim(small) if small else msg("unknown error"))


def reason(error: Exception) -> Message:
    """Returns the reason in words: `no space left on device`."""
    if isinstance(error, ValueError):
        return msg("it has an impossible name")  # a path with a zero byte in it
    return system_reason(getattr(error, "strerror", None) or str(error))


def readable(text: str) -> str:
    """Returns a text with the names of files in it as their bytes say, if the system's locale cannot.

    >>> readable("f\\udcc3\\udcbcr") == "für", readable("f\\udcfcr") == "f\\udcfcr"
    (True, True)
    """
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text


def printable(text: str, max_length: int = 80) -> str:
    """Foreign text as it can be shown in a line: without control characters, and shortened."""
    text = "".join(letter if letter.isprintable() else "�" for letter in readable(text))
    return text if len(text) <= max_length else text[: max_length - 1] + "…"


def path_exists(path: Path) -> bool:
    """Whether a path exists; False if there is no permission to look."""
    return os.path.exists(path)


def size_of(path: Path) -> int:
    """Size of a file in bytes; 0 if it is missing or hidden."""
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def names_in(folder: Path) -> list[str]:
    """Names in a folder; none if it is missing or unreadable."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def refusal_to_write(folder: Path) -> Message | None:
    """Returns why nothing can be written in a folder, in words, or None; the folder need not exist yet."""
    for place in (folder, *folder.parents):
        try:
            state = place.stat()
        except FileNotFoundError:
            continue  # it would be made
        except OSError as error:
            return reason(error)
        if not stat.S_ISDIR(state.st_mode):
            return msg("not a directory")
        return None if os.access(place, os.R_OK | os.W_OK | os.X_OK) else msg("permission denied")
    return msg("no such folder")


def read_limited(path: Path, limit_bytes: int) -> bytes:
    """Reads a regular file of at most `limit_bytes`.

    Raises:
        StorageError: it is missing, not a regular file, unreadable, or larger.
    """
    with storing(), open_regular(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        # Room for all that it may hold takes longer to make than a small file to read.
        data: bytes | None = file.read(min(size, limit_bytes) + 1)
        if data is None:  # it calls itself regular, and has its readers wait
            raise StorageError(msg("it is not a regular file"))
        if len(data) > size:  # it has grown meanwhile, or does not tell its size
            data += file.read(limit_bytes + 1 - len(data)) or b""
    if len(data) > limit_bytes:
        raise StorageError(msg("the file is larger than {count} bytes", count=limit_bytes))
    return data


def replace_file(path: Path, data: bytes, is_private: bool = False) -> None:
    """Atomically replaces a file in the program's own folder, synced to disk.

    Only its owner can read a private one, where the system has owners.

    Raises:
        StorageError: it cannot be written; the old content is still there.
    """
    with storing():
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as file:
            if is_private:
                os.chmod(file.name, 0o600)  # before anything stands in it
            file.write(data)


def place_for(path: Path) -> Path:
    """Returns where to write a path that a person named: there, or at the target of a link.

    Only a new or a regular file is written, and no folder is created for it.

    Raises:
        StorageError: no file can be written there; nothing was tried yet.
    """
    try:
        place = Path(os.path.realpath(path))
        kind = path.stat().st_mode
    except FileNotFoundError:
        if not place.parent.is_dir():
            raise StorageError(msg("there is no folder “{folder}”", folder=place.parent)) from None
        return place
    except (OSError, ValueError) as error:
        raise StorageError(reason(error)) from error
    if stat.S_ISDIR(kind):
        raise StorageError(msg("it is a folder"))
    if not stat.S_ISREG(kind):
        raise StorageError(msg("it is not a regular file"))
    if not os.access(path, os.W_OK):
        raise StorageError(msg("permission denied"))
    return place


def write_there(path: Path, data: bytes) -> None:
    """Atomically writes a file at a path that a person named; see `place_for`.

    Raises:
        StorageError: it cannot be written; what was there is still there.
    """
    place = place_for(path)
    remove_orphans(place.parent, place.name)
    with storing(), atomic_write(place) as file:
        with contextlib.suppress(OSError):  # who may read a file does not change with its content
            os.chmod(file.name, stat.S_IMODE(place.stat().st_mode))
        file.write(data)


def make_folder(folder: Path) -> None:
    """Creates a folder chosen by the program itself; raises StorageError if it cannot be made."""
    with storing():
        folder.mkdir(parents=True, exist_ok=True)


def make_new_folder(folder: Path) -> bool:
    """Creates a folder that is not there; returns False, and leaves it alone, if it is.

    Raises:
        StorageError: it cannot be made.
    """
    with storing():
        try:
            folder.mkdir()
        except FileExistsError:
            return False
    return True


def free_name(path: Path, later: Path | None = None) -> Path:
    """Returns the path, with a number added if it is taken, there or in the folder it goes to `later`."""
    number, free = 1, path
    while os.path.lexists(free) or (later is not None and os.path.lexists(later / free.name)):
        number += 1
        free = _numbered(path, number)
    return free


def set_aside(path: Path, aside: Path) -> Path:
    """Moves a file to `aside`, with a number added if that is taken; returns the new path.

    Never replaces what was set aside before, even by another window at the same moment.

    Raises:
        StorageError: it stays where it is.
    """
    with storing():
        aside.parent.mkdir(parents=True, exist_ok=True)
        while True:
            free = free_name(aside)
            try:
                os.link(path, free, follow_symlinks=False)
            except FileExistsError:
                continue
            except (OSError, NotImplementedError):
                os.rename(path, free)  # a file system without links
                return free
            path.unlink()
            return free


def _numbered(path: Path, number: int) -> Path:
    if path.suffix in (".damaged", ".newer"):  # the ending itself is the word
        return path.with_name(f"{path.name}-{number}")
    return path.with_stem(f"{path.stem}-{number}")


NAME = "Patience Arcade"
CRASH_NOTE = "crash.json"
"""File in the data folder that notes a crash (see `crash`)."""
HOSTED = Path("server", "hosted.json")
"""File below the data folder that tells that a tournament is hosted on this machine."""
FAULTS = "faults.log"
"""File in the data folder for the system's own report of a crash."""
ONLINE_SEATS = "online-seats.json"
"""File in the data folder with the seats at table servers."""


def data_folder() -> Path:
    """The folder for games and profile, as the system wants it; it need not exist yet.

    On XDG systems its two places are checked without `platformdirs`, which gives the same more slowly.
    """
    found = _xdg_folder("XDG_DATA_HOME", ".local/share")
    if found is not None:
        return found
    import platformdirs

    return Path(platformdirs.user_data_dir(NAME, appauthor=False))


def cache_folder() -> Path:
    """Folder for what can be made again at any time; it need not exist yet."""
    found = _xdg_folder("XDG_CACHE_HOME", ".cache")
    if found is not None:
        return found
    import platformdirs

    return Path(platformdirs.user_cache_dir(NAME, appauthor=False))


def _xdg_folder(variable: str, below_home: str) -> Path | None:
    if sys.platform in ("linux", "emscripten") and "ANDROID_DATA" not in os.environ:
        given, home = os.environ.get(variable, ""), os.environ.get("HOME", "")
        if os.path.isabs(given):
            return Path(given) / NAME
        if os.path.isabs(home):
            return Path(home) / below_home / NAME
    return None


def saved_games_folder() -> Path:
    """Folder for games that the player saves, among their documents; it need not exist yet."""
    import platformdirs

    return Path(platformdirs.user_documents_dir()) / NAME


def assets_folder() -> Path:
    """Folder of the program's assets: in the installed package, else beside it.

    `importlib.resources` would find the former too, in 24 ms of processor time.
    """
    package = Path(__file__).resolve().parents[1]
    installed = package / "assets"
    return installed if installed.is_dir() else package.parent / "assets"

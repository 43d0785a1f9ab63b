"""The cache of compiled kernels: whatever has happened to it, a kernel gives its answer and is kept again."""

import os
import pickle
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

numba = pytest.importorskip("numba", reason="without numba there is no cache of kernels")

from game.solver.kernels.cache import CHECK, keep  # noqa: E402
from tests.commands import printed  # noqa: E402

STAMP = b"these sources"


def doubled(number: int) -> int:
    return 2 * number


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for compiled kernels, in which one is kept."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "kernels"))
    assert hits(kernel()) == 0
    return tmp_path / "kernels"


def kernel(stamp: bytes = STAMP) -> Any:
    """The kernel as another process would have it."""
    made = numba.njit(doubled)
    keep(made, stamp)
    return made


def hits(made: Any) -> int:
    """How often machine code is taken from the disk when the kernel gives its answer."""
    assert made(21) == 42
    return sum(made.stats.cache_hits.values())


def each(folder: Path, suffix: str, change: Callable[[Path], object]) -> None:
    paths = [*folder.rglob(f"*{suffix}")]
    assert paths
    for path in paths:
        change(path)


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "something").touch()


def flip_a_bit(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-10]),
    "one bit": flip_a_bit,
    "rubbish": lambda path: path.write_bytes(bytes(range(256))),
    "another type": lambda path: path.write_bytes(pickle.dumps([1, "two"])),
    "a class that is nowhere": lambda path: path.write_bytes(b"cno.such.module\nThing\n."),
    "a folder": as_folder,
    "gone": Path.unlink,
    "another version": lambda path: path.write_bytes(
        path.read_bytes().replace(numba.__version__.encode(), b"9" * len(numba.__version__))
    ),
}


@pytest.mark.usefixtures("cache")
def test_what_is_whole_is_used():
    assert hits(kernel()) == 1


@pytest.mark.parametrize("suffix", [".nbi", ".nbc", CHECK])
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_what_is_damaged_is_compiled_again_and_kept(cache, suffix, damage):
    before = {path: path.read_bytes() for path in cache.rglob(f"*{suffix}")}
    each(cache, suffix, damage)
    is_damaged = before != {path: path.read_bytes() for path in cache.rglob(f"*{suffix}") if path.is_file()}
    assert hits(kernel()) == (not is_damaged)
    assert hits(kernel()) == 1


# A folder has no checksum, and machine code that somebody has changed and signed is run as it is.
@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("how", sorted(DAMAGES.keys() - {"a folder", "one bit"}))
def test_what_numba_cannot_read_is_compiled_again_although_its_checksum_fits(cache, suffix, how):
    each(cache, suffix, DAMAGES[how])
    kernel()._cache.write_check()
    assert hits(kernel()) <= 1
    assert hits(kernel()) == 1


@pytest.mark.usefixtures("cache")
def test_what_other_sources_have_left_is_compiled_again():
    assert hits(kernel(b"other sources")) == 0
    assert hits(kernel(b"other sources")) == 1


def test_files_of_other_kernels_stay(cache):
    (folder,) = cache.iterdir()
    (folder / "another.kernel-1.py311.nbi").touch()
    each(cache, ".nbc", lambda path: path.write_bytes(b""))
    hits(kernel())
    assert (folder / "another.kernel-1.py311.nbi").exists()


def test_a_folder_that_cannot_be_is_done_without(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "file"))
    monkeypatch.setattr(
        numba.core.caching.CacheImpl, "_locator_classes", [numba.core.caching.UserProvidedCacheLocator]
    )
    assert hits(kernel()) == 0


def test_a_folder_that_vanishes_is_done_without(cache):
    made = kernel()
    shutil.rmtree(cache)
    cache.touch()
    assert hits(made) == 0


@pytest.mark.usefixtures("cache")
def test_a_cache_that_numba_keeps_in_another_way_is_done_without(monkeypatch):
    monkeypatch.delattr(numba.core.caching.CacheImpl, "filename_base")
    assert hits(kernel()) == 0
    assert hits(kernel()) == 0


def mode(**surroundings: str) -> str:
    """How kernels are run in a process of its own, and what a small one says."""
    told = (
        "from game.solver.kernels.compiled import IS_COMPILED, lowest, numbers, row\n"
        "print(IS_COMPILED, len(numbers(3)), int(row([7, 8])[1]))"
    )
    return printed("-c", told, **surroundings).strip()


def test_kernels_are_compiled_where_numba_works_and_plain_python_where_it_is_kept_away(tmp_path):
    assert mode(NUMBA_CACHE_DIR=str(tmp_path)) == "True 3 8"
    assert mode(PATIENCE_PLAIN="1") == mode(NUMBA_DISABLE_JIT="1") == "False 3 8"


@pytest.mark.parametrize(
    "module", ["raise OSError('a library is damaged')", "raise SystemError", "njit = boolean = None", "1 / 0"]
)
def test_kernels_are_plain_python_where_numba_is_broken(tmp_path, module):
    (tmp_path / "numba.py").write_text(module)
    assert mode(PYTHONPATH=f"{tmp_path}{os.pathsep}{os.getcwd()}") == "False 3 8"


def test_a_kernel_is_compiled_once_whatever_constants_it_is_given():
    from numba.core.event import install_recorder

    from game.solver.kernels.with_numba import kernel as made

    @made
    def added(one: int, other: int) -> int:
        return one + other

    @made
    def asked(number: int) -> int:
        return added(number, 1) + added(2, number) + added(3, 4)

    with install_recorder("numba:compile") as recorder:
        assert asked(10) == 11 + 12 + 7
    compiled = [event.data["dispatcher"].py_func.__name__ for _, event in recorder.buffer if event.is_start]
    assert compiled == ["asked", "added"]
    assert not added.dispatcher.signatures  # no entry from Python was compiled
    assert added(10, 1) == 11
    assert len(added.dispatcher.signatures) == 1

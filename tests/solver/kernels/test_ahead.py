"""Kernels compiled ahead: their code is taken wherever it was put, as it was written, and never changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

numba = pytest.importorskip("numba", reason="without numba nothing is compiled ahead")

from game.solver.kernels.cache import CHECK, NEEDED, keep, read_first, runs_here, write_ahead  # noqa: E402  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
STAMP = b"these sources"


def halved(number: int) -> int:
    return number // 2


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the code of the kernel, as it is built."""
    folder = tmp_path_factory.mktemp("built") / "ahead"
    made = numba.njit(halved)
    assert made(42) == 21
    write_ahead([made], folder, STAMP, [])
    return folder


@pytest.fixture
def ahead(written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same as it was installed somewhere; the player's own cache is empty."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "own"))
    return shutil.copytree(written, tmp_path / "ahead")


def hits(ahead: Path, stamp: bytes = STAMP) -> int:
    """How often machine code is taken from the disk when the kernel gives its answer in another process."""
    made: Any = numba.njit(halved)
    keep(made, stamp)
    read_first(made, ahead, stamp)
    assert made(42) == 21
    return sum(made.stats.cache_hits.values())


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_was_compiled_ahead_is_used_and_nothing_is_kept_besides(ahead, tmp_path):
    assert hits(ahead) == 1
    assert not files(tmp_path / "own")


def test_what_was_compiled_ahead_fits_every_processor(ahead, monkeypatch):
    monkeypatch.setattr(
        numba.core.codegen.CPUCodegen, "magic_tuple", lambda _: ("another system", "another one", "")
    )
    assert hits(ahead) == 1


@pytest.mark.parametrize("suffix", [".nbi", ".nbc", CHECK])
@pytest.mark.parametrize(
    "damage", [lambda path: path.write_bytes(path.read_bytes()[:-3]), Path.unlink], ids=["cut", "gone"]
)
def test_what_is_damaged_is_compiled_and_left_alone(ahead, suffix, damage):
    (path,) = ahead.rglob(f"*{suffix}")
    damage(path)
    before = files(ahead)
    assert hits(ahead) == 0
    assert hits(ahead) == 1, "it is in the player's own cache"
    assert files(ahead) == before


def test_code_of_other_sources_is_not_used(ahead):
    assert hits(ahead, b"other sources") == 0


def test_code_is_for_processors_that_have_what_it_needs(ahead, tmp_path):
    assert runs_here(ahead)
    (ahead / NEEDED).write_text("a-thing-that-nobody-has")
    assert not runs_here(ahead)
    assert not runs_here(tmp_path)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["one-three-back", "three-shuffles"])
def test_hints_through_a_whole_game_compile_nothing_in_a_bundle(name, tmp_path):
    shutil.copytree(ROOT / "game", tmp_path / "game", ignore=shutil.ignore_patterns("__pycache__"))
    own, ahead = tmp_path / "own", tmp_path / "game" / "solver" / "kernels" / "ahead"
    surroundings = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "NUMBA_CACHE_DIR": str(own)}

    def ran(*words: object) -> str:
        ended = subprocess.run(
            [sys.executable, *map(str, words)],
            cwd=tmp_path,
            env=surroundings,
            capture_output=True,
            text=True,
            check=True,
        )
        return ended.stdout

    ran(ROOT / "packaging" / "bundle" / "kernels.py", ahead, name)
    game = (
        "from game.play.deal import deal_number\n"
        "from tools.trials.hints import HintPolicy, play_by\n"
        "from game.rules import find_variant\n"
        "from game.solver.kernels.compiled import IS_COMPILED\n"
        f"game = play_by(HintPolicy(samples=1), deal_number(find_variant('{name}'), 21), 'a')\n"
        "print(IS_COMPILED, len(game.entries) > 50)"
    )
    assert ran("-c", game) == "True True\n"
    assert not files(own)

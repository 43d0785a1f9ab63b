"""The look at the project before and after all tests (see conftest): what they leave behind is seen."""

import subprocess
from pathlib import Path

import pytest

from tests.commands import python
from tests.tree import standing

ROOT = Path(__file__).parents[1]
SUITE = """
from pathlib import Path
from tests import conftest

pytest_addoption = conftest.pytest_addoption
pytest_sessionstart = conftest.pytest_sessionstart
pytest_sessionfinish = conftest.pytest_sessionfinish
pytest_terminal_summary = conftest.pytest_terminal_summary
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A project with one test that writes into it what it is told to."""
    (tmp_path / ".gitignore").write_text("__pycache__/\n.pytest_cache/\n/build/\n")
    (tmp_path / "conftest.py").write_text(SUITE)
    (tmp_path / "test_one.py").write_text(
        "import os\nfrom pathlib import Path\n\n"
        "def test_one():\n    for name in os.environ['WRITES'].split():\n"
        "        Path(name).parent.mkdir(exist_ok=True)\n        Path(name).write_text('x')\n"
    )
    for words in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"],
    ):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


@pytest.mark.parametrize(("names", "code"), [("build/made", 0), ("left.certified test_one.py", 1)])
def test_a_suite_that_leaves_a_file_behind_fails_and_names_it(copy, monkeypatch, names, code):
    monkeypatch.setenv("WRITES", names)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    answer = python("-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=copy)
    assert answer.returncode == code, answer.stdout
    said = answer.stdout.partition("The tests have changed")[2]
    assert all(name in said for name in names.split()) if code else not said


def test_without_git_nothing_is_said(tmp_path):
    assert standing(tmp_path) is None

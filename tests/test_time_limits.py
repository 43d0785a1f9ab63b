"""A test that hangs fails soon, and tells where it hung."""

import pytest

from tests.commands import python

FAILED, ENDED = "Timeout (>1.0s) from pytest-timeout", "most recent call first"
HANGING = {
    "loop": ("while True:\n        pass", FAILED),
    "lock": ("held = threading.Lock()\n    held.acquire()\n    held.acquire()", FAILED),
    "C": ("sum(range(10**12))", ENDED),
    "deaf": (
        "while True:\n        with contextlib.suppress(BaseException):\n            time.sleep(9)",
        ENDED,
    ),
}
"""What a test does, and what is said about it in the end."""


@pytest.mark.parametrize("how", HANGING)
@pytest.mark.thorough
def test_what_hangs_fails_where_it_stands(tmp_path, how):
    body, told = HANGING[how]
    file = tmp_path / "test_hanging.py"
    file.write_text(f"import contextlib, threading, time\n\n\ndef test_that_hangs():\n    {body}\n")
    command = ["-m", "pytest", "-q", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    options = ["-c", "pyproject.toml", "-o", "timeout=1", "-o", "grace=1", str(file)]
    run = python(*command, *options)
    assert run.returncode == 1
    said = run.stdout + run.stderr
    assert told in said
    assert "test_that_hangs" in said

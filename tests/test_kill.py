"""A program that is killed forgets nothing that it has said is done; `--trials` has more games killed."""

import os

import pytest

from tests.commands import printed

pytestmark = pytest.mark.thorough


@pytest.mark.timeout(180)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="programs to be killed are forked")
def test_nothing_that_was_done_is_forgotten_by_a_kill(tmp_path, trial):
    print(printed("-m", "tests.kill", trial, tmp_path))

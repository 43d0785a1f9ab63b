"""Golf is registered in every test here."""

from collections.abc import Iterator

import pytest

from tests.golf import registered


@pytest.fixture(autouse=True)
def golf() -> Iterator[None]:
    """The fifth game is there."""
    with registered():
        yield

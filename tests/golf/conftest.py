"""The foreign games are registered in every test here."""

from collections.abc import Iterator

import pytest

from tests.foreign import registered
from tests.ui.conftest import _no_screen, make_table, table  # noqa: F401 - its table stands in a window


@pytest.fixture(autouse=True)
def golf() -> Iterator[None]:
    """Golf is there."""
    with registered():
        yield

"""The tests that CONTRIBUTING.md shows are tests."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from tests.ui.driver import tables

TEXT = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_holds(example, tmp_path):
    names: dict[str, Any] = {}
    exec(example, names)
    (test,) = (found for name, found in names.items() if name.startswith("test_"))
    with tables(tmp_path) as make:
        test(*[make() for _ in inspect.signature(test).parameters])

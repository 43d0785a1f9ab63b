"""What all tests share: how many examples a property gets, and the option that plays the golden games anew.

`pytest` alone is the quick run; `pytest --hypothesis-profile=ci` tries the same examples every
time, `--hypothesis-profile=thorough` many more.
"""

import pytest
from hypothesis import settings

settings.register_profile("quick", deadline=None, max_examples=40)
settings.register_profile("ci", deadline=None, max_examples=40, derandomize=True, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regolden",
        action="store_true",
        help="write what the golden records prove now as what they are expected to prove",
    )

"""What all tests share: how many examples a property gets, and the option that plays the golden games anew.

`pytest` alone is the quick run; the profile `ci`, taken where CI is set, tries the same examples every
time, `--hypothesis-profile=thorough` many more.
"""

import os

import pytest
from hypothesis import settings

settings.register_profile("quick", deadline=None, max_examples=40)
settings.register_profile("ci", deadline=None, max_examples=40, derandomize=True, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("ci" if os.environ.get("CI") else "quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regolden",
        action="store_true",
        help="write what the golden records prove now as what they are expected to prove",
    )

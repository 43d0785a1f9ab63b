"""The version of the program; knows nothing else, and nothing else writes it down.

The packaging reads it from this file (`[tool.hatch.version]` in pyproject.toml), so that it is the
same in a copy of the project, a wheel and a bundle.
"""

VERSION = "1.0"

"""The version of the program, stated only here (`[tool.hatch.version]` in pyproject.toml)."""

VERSION = "1.0"

"""Data of the wheel: assets and menu entry in the package; not what they are for.

A plugin of hatchling (https://hatch.pypa.io/latest/plugins/build-hook/custom/), named in pyproject.toml.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WheelData(BuildHookInterface[Any]):
    """Adds what the program reads besides its code, as `game/assets` and `game/share`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is built; `version` is "editable" where the project itself is to be used."""
        if version == "editable":
            return
        added, project = build_data["force_include"], Path(self.root)
        for folder in (project / "assets", project / "packaging" / "share"):  # this for `--install-menu`
            for file in sorted(folder.rglob("*")):
                if file.is_file() and file.suffix != ".pyc":
                    added[str(file)] = ("game" / file.relative_to(folder.parent)).as_posix()

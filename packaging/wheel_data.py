"""Data of the wheel: assets and menu entry in the package, every language compiled; not what they are for.

A plugin of hatchling (https://hatch.pypa.io/latest/plugins/build-hook/custom/), named in pyproject.toml.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WheelData(BuildHookInterface[Any]):
    """Adds what the program reads besides its code, as `game/assets` and `game/share`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is built; `version` is "editable" where the project itself is to be used."""
        self._compiled = Path(tempfile.mkdtemp())
        if version == "editable":
            return
        project, added = Path(self.root), build_data["force_include"]
        for file in sorted((project / "packaging" / "share").rglob("*")):
            if file.is_file():  # for `--install-menu`
                added[str(file)] = ("game" / file.relative_to(project / "packaging")).as_posix()
        for file in sorted((project / "assets").rglob("*")):
            if file.is_file() and file.suffix not in (".pyc", ".mo"):
                place = "game" / file.relative_to(project)
                added[str(file)] = place.as_posix()
                if file.suffix == ".po":
                    added[str(self._catalogue(file))] = place.with_suffix(".mo").as_posix()

    def _catalogue(self, texts: Path) -> Path:
        """The texts of one language in the form that gettext reads.

        Raises:
            PoFileError: the file is no catalogue.
        """
        compiled = self._compiled / texts.with_suffix(".mo").name
        with texts.open("rb") as source, compiled.open("wb") as target:
            write_mo(target, read_po(source, locale=texts.stem, abort_invalid=True))
        return compiled

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called when the wheel is there."""
        shutil.rmtree(self._compiled)

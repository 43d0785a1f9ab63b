"""Writes a site of all four games that needs no server of its own, in six languages.

python -m tools.site build/site
python -m http.server --directory build/site

The rules are the program's own: Python in a worker of the page, by Pyodide. Its version is chosen for the
oldest phones: its loader is a script that any worker can run, and its WebAssembly needs no exceptions, which
newer versions do (Safari 15.2).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tools.site.writer import PYODIDE, ROOT, write_site

HERE = ROOT / "node_modules" / "pyodide"


def main() -> int:
    """Runs the program."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.site", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the site is written; what lies there stays")
    parser.add_argument(
        "--address", default="", help="address of the site, for the picture that messengers show"
    )
    chosen = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as scratch:
            size = write_site(chosen.folder, runtime(Path(scratch)), chosen.address)
    except (OSError, subprocess.SubprocessError) as error:
        reason = getattr(error, "stderr", None) or error
        reason = reason.decode() if isinstance(reason, bytes) else reason
        print(f"The site could not be written: {reason}", file=sys.stderr)
        return 1
    print(
        f"{chosen.folder}: {size / 1e6:.1f} MB; python -m http.server --directory {chosen.folder} serves it"
    )
    return 0


def runtime(scratch: Path) -> Path:
    """Returns the folder of the runtime: that of npm packages, or one that npm fetches into `scratch`."""
    package = HERE / "package.json"
    if package.is_file() and json.loads(package.read_text("utf-8"))["version"] == PYODIDE:
        return HERE
    npm = ["npm", "pack", "--silent", f"pyodide@{PYODIDE}"]
    done = subprocess.run(
        npm, cwd=scratch, check=True, capture_output=True, text=True, shell=sys.platform == "win32"
    )
    with tarfile.open(scratch / done.stdout.split()[-1]) as packed:
        packed.extractall(scratch, filter="data")
    return scratch / "package"


if __name__ == "__main__":
    sys.exit(main())

"""What git says of a copy of the project: files that are new in it, changed or gone.

Knows `git status`; must not know who changes anything.
"""

import shutil
import subprocess
from pathlib import Path


def standing(folder: Path) -> frozenset[str] | None:
    """A line for each file that is not as it was committed and that git heeds; None without git."""
    git = shutil.which("git")
    if git is None or not (folder / ".git").exists():
        return None
    words = [git, "--no-optional-locks", "status", "--porcelain", "--untracked-files=all"]
    answer = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    return frozenset(answer.stdout.splitlines()) if answer.returncode == 0 else None

"""Start of the bundled program: its window and its commands, or a process that it starts itself.

Knows the two ways in which the program starts itself elsewhere, with `python -m` and by `multiprocessing`,
for there is no Python to be called here; must not know what these processes do.
"""

import multiprocessing
import runpy
import sys

SOLVER = "game.robots.worker"

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if sys.argv[1:] == ["-m", SOLVER]:
        runpy.run_module(SOLVER, run_name="__main__", alter_sys=True)
    else:
        from game.cli import main

        sys.exit(main())

"""Kernels compiled ahead into a folder, for any processor of this kind: `kernels.py FOLDER [GAME …]`.

The bundle takes it along (see `game.solver.kernels.cache`), so that nothing is compiled after an install.
Without numba nothing is written. Knows what the window asks of the solver; must not know its kernels.
"""

import os
import platform
import sys
import tempfile
from pathlib import Path
from random import Random

NEEDED = ("bmi", "bmi2", "lzcnt", "popcnt") if platform.machine() in ("x86_64", "AMD64") else ()
"""What processors have had for ten years and more, and bitboards are much quicker with."""

PLAYED_THROUGH, GAMES = "three-shuffles", 8
"""Hints ask for more at its end than at its start, where the game is not won before that."""


def main(folder: Path, *names: str) -> None:
    """Has what is asked of these games, or of all, answered once, and keeps what was compiled for that."""
    sys.path.append(str(Path(__file__).parents[2]))  # for `tools`; the program is the installed one
    from game.play.deal import deal_number
    from game.robots.robot import play
    from game.robots.thinker import ROBOTS
    from game.rules import VARIANTS, find_variant
    from game.rules.rush import Rush
    from game.solver.answer import Budget
    from game.solver.kernels.compiled import IS_COMPILED
    from game.solver.solve import advise, solve
    from tools.trials.fresh import offered
    from tools.trials.hints import HintPolicy, play_by

    if not IS_COMPILED:
        return
    for name in names or VARIANTS:
        variant = find_variant(name, [])
        deal = deal_number(variant, 1)
        with Budget(nodes=50_000) as budget:
            solve(variant, deal.position, budget)
        next(advise(variant, deal.position, Random(1)), None)
        if name == PLAYED_THROUGH:
            for number in range(GAMES):
                play_by(HintPolicy(), deal_number(variant, number), "ahead")
    rush = Rush()
    if not names or rush.name in names:
        (easy,) = offered(rush, iter(range(1000)), 1, Budget())
        solve(rush, deal_number(rush, easy.number).position, Budget())
        for robot in ROBOTS.values():
            play(robot, deal_number(rush, easy.number), "ahead")
    from game.solver.kernels.cache import write_ahead
    from game.solver.kernels.with_numba import SOURCES, KernelOfNumba

    modules = [module for name, module in sys.modules.items() if name.startswith("game.")]
    found = {id(value): value for module in modules for value in vars(module).values()}.values()
    made = [kernel.dispatcher for kernel in found if isinstance(kernel, KernelOfNumba)]
    kernels = [kernel for kernel in made if kernel.overloads]
    write_ahead(kernels, folder, SOURCES.encode(), NEEDED)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as empty:
        os.environ["NUMBA_CACHE_DIR"] = empty
        os.environ["NUMBA_CPU_NAME"] = "generic"
        os.environ["NUMBA_CPU_FEATURES"] = ",".join(f"+{feature}" for feature in NEEDED)
        main(Path(sys.argv[1]), *sys.argv[2:])

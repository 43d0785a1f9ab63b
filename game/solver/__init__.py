"""Solver: searches, hints and verdicts on what can still be won.

What every search shares stands here: `answer` (budget and verdict), `advice`, the registry
`solvers`, and `solve`, which has each line proved. The rooms: `kernels` (compiled functions of
integers), one for each game's searches and hints, and `service` (the process that the window
asks). `catalogue` tells which deals are offered.
"""

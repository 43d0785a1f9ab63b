"""Solver: searches, hints and verdicts on what can still be won.

Shared by every search: `answer` (budget, verdict and advice), the registry `solvers`, and `solve`, which
has each line proved. The rooms: `kernels` (compiled functions of integers), one for each game's searches and
hints, and `service` (the window's solver process). `catalogue` lists the offered deals.
"""

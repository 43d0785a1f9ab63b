"""Solving: what can still be won, by which moves, and what cannot.

A game's solver is the module of its name here, with one function, `solve(variant, position,
budget) -> Answer`. The searches themselves are kernels (see `compiled`); every line they find
is played by the rules before anyone hears of it.
"""

"""Exhaustive search of Three Shuffles and a Draw, deal by deal, and its hints."""

"""Best-first and exhaustive search of Spider, its hints, and its first advice by heuristics."""

"""Looking on: replays, two beside each other, and lines of the solver."""

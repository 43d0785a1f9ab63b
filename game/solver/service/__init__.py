"""The solver's process: its client, its messages as JSON Lines, and the worker that answers."""

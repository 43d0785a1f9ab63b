"""The real program in a real window, played with a real pointer; run by `pytest -m window`."""

"""Keeps these programs out of the search for doctests: the tests need neither fontTools nor soundfile."""

collect_ignore_glob = ["*.py"]

"""Writes practice as files for any web space: python -m tools.site FOLDER."""

"""Batch solving: verdicts on many deals, their file, their proof, and the catalogue of offered deals."""

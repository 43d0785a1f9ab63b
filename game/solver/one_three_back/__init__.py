"""Beam search of 1-3 Back, and its hints."""

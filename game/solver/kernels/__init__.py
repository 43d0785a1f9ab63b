"""Compiled kernels: what functions of integers are decorated with, and their cache on disk."""

"""Compiled kernels: decorators for integer functions, and their cache on disk."""

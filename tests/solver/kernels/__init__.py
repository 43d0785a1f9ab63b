"""Tests of what kernels are made of."""

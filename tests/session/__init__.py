"""Tests of the session floor, without a window."""

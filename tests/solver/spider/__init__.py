"""Tests of the searches and hints of Spider."""

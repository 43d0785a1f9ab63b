"""Tests of the table server's pages in a real browser."""

"""Tests of rounds over a network: messages, commitment, guess and check, without a server."""

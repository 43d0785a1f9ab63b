"""Tests of rounds over a network: messages, commitment, prediction and check, without a server."""

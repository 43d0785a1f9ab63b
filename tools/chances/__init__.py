"""Table of chances for the hints of Three Shuffles, from random deals, and games played by it."""

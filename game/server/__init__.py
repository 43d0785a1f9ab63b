"""The table server of rounds over a network: it alone holds the decks, applies the rules and keeps time."""

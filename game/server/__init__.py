"""The table server of rounds over a network: it alone holds the decks, applies the rules and keeps time.

Knows databases, the web and the clock; must not know the window. What it says and hears stands in
`game.online`.
"""

"""The window: table, motion and scenes. The only layer that knows pygame; it asks the rules."""

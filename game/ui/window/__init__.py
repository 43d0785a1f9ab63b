"""The real window, its pixels, its signals, and sound. Must not know what is drawn."""

"""Cards as they are seen: sprites, motion, marks. Must not know rules or input."""

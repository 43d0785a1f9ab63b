"""The window: table, motion and scenes. The only layer that knows pygame; it asks the rules."""

import os

# pygame reads both while it is being imported: no greeting on the terminal, and the window's class.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "patience-arcade")

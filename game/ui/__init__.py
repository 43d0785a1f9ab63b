"""The window, room by room: the only layer that knows pygame; it asks the rules."""

import os

# Before pygame is imported: no greeting on the terminal, signals left to the system (see `signals`),
# and the class of the window, which is ours even when a program that uses pygame itself has started
# this one and left its own name here.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
os.environ["SDL_VIDEO_X11_WMCLASS"] = "patience-arcade"

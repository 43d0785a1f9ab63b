"""Golf, a fifth game that the program does not know: the proof of what one must write to add a game."""

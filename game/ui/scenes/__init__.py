"""One module for each screen; a game's module is called as the game and names its scene `SCENE`."""

"""FreeCell without long moves: a game with cells and without a stock, which the program does not know."""

"""What developers run beside the game; no player needs it."""

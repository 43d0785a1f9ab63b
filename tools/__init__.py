"""The laboratory: what measures and proves, and what makes the assets; no player needs it."""

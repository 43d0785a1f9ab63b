"""Canvas, pictures, colours and sizes, and where things lie. Must not know forms or games."""

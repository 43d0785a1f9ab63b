"""Canvas, pictures, colours, sizes and layout. Must not know forms or games."""

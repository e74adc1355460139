"""An erased person taken out of every row."""

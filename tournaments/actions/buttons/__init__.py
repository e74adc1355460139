"""The buttons of letters: what a press carries out, and what a seat remembers of it."""

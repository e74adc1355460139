"""English, as in the letters: the day first, the clock by 24 hours."""

"""Sentences in every language, and what is typed in any. Knows no game."""

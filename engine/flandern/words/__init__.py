"""Everything that is said of the game, in the language that is spoken now."""

"""How good a position looks, for the bots."""

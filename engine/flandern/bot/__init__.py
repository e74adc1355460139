"""Estimates of positions, for the bots."""

"""A running table: orders, turns, taking back, the end."""

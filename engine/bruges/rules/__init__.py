"""The rules of play: set-up, turns, choices, scoring, and the view of a seat. Knows no orders and no pictures."""

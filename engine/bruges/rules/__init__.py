"""The rules of play: set-up, turns, choices, scoring, and what a seat may know. Knows no orders, words or pictures."""

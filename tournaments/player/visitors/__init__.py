"""Pages for whoever has not signed up: the letter of the day, a move tried, the help in full."""

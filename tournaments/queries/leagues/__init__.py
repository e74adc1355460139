"""What is told of a league: its settings, its five facts, and how long it takes. Reads only."""

"""The queries on a league: its settings, its five facts, and how long it takes."""

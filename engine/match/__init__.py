"""One running game: its log, its questions, taking back, and its record as a file."""

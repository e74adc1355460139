"""Long runs, each a command; the suite has their short forms."""

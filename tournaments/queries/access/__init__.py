"""Who may see and decide what in a league. Reads only."""

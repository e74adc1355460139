"""Letters in: doors, reading a reply, whose it is, and to which action its lines go."""

"""Lines that the grammar does not read, as people talk."""

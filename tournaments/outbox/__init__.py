"""Letters out: rows first, then posted; how many, to whom, by which host."""

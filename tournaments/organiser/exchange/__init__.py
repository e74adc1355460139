"""A league's data on the desk: lists to take away, a roster to bring in, the archive."""

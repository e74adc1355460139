"""The rights to see and decide things in a league. Reads only."""

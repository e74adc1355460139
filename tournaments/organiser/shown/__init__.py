"""The content of the pages of the desk. Reads only."""

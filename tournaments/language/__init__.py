"""The languages of all that is said, and the names by which people are called."""

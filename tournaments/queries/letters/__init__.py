"""The queries on letters in and out."""

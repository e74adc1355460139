"""Papers and pictures: rows in, bytes out."""

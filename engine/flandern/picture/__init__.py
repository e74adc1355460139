"""The table as a picture and as a few words for who cannot see it. Drawn from a view."""

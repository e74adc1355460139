"""The words of Django's checks before anything starts."""

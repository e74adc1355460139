"""What Django's checks say before anything starts."""

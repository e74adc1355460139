"""A mail host as `deploy/postfix` describes it, with the service behind it and other people's hosts around it."""

"""Data in and out of the service in bulk: rosters that are brought, archives, keys for programs."""

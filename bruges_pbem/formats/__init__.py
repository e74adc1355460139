"""Date formats for pages that name no format of their own; one folder a language."""

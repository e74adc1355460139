"""The interface for organisers' programs: their own leagues as JSON, under `/api/v1/` (docs/api.md). Read-only."""

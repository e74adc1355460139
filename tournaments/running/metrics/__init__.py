"""Figures of the running service, counted from its rows: for /metrics and for the status page. Changes nothing."""

"""The service on its machines: processes, sweeps, checks, health, backups, metrics, the demonstration."""

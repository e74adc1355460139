"""Position files: writing a state as JSON, reading and checking one."""

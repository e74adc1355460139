"""Position files of any game. `python -m engine.positions` checks and prints one."""

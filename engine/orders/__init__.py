"""What players write: reading it, playing it, keeping the rest. `plans` is the front door."""

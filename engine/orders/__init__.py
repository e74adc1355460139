"""Orders: reading a letter, playing what can be played, keeping the rest. `plans` is the front door."""

"""The parts of the demonstration alone: a local post office, mail clients that play, a sample league's people."""

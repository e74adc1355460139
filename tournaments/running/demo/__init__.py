"""What only the demonstration has: a local post office, mail clients that play, and the people of a sample league."""

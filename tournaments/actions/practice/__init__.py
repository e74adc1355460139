"""Tables of the stand-in: one player against it to practise, and games among stand-ins to be looked at."""

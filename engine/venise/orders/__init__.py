"""What players write: the notation, standing orders, and why a move is refused."""

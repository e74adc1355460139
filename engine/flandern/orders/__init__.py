"""The notation: reading orders and standing orders, and the reasons why a move is refused."""

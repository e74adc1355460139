"""Addresses and keys: signed tokens, who vouches for a sender, and texts without them."""

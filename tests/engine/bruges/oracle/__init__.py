"""A second set of the rules of Bruges, written from the rulebook alone to test the first; no code is shared."""

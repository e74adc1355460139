"""A second set of the rules of Flandern, written from the rulebook alone to test the first. No shared code."""

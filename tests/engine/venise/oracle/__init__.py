"""A second set of the rules of La Venise du Nord, written from the rulebook alone to test the first. No shared code."""

"""Leagues from the draft to the final results, and who organises them."""

"""The pieces of a sentence: its segments, what they say, and orders that are said in several of them."""

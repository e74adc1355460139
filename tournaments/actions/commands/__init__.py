"""The effects of the words to the service, and the answers to them."""

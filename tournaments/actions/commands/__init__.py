"""What the words to the service do, and what is answered to them."""

"""What is read of letters in and out."""

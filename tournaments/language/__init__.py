"""What is said in which language, and the names by which people are called."""

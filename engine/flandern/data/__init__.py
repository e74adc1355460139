"""What is printed: the files of the game and the modules that read and check them."""

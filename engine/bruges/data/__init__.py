"""The printed material: files of the game, and the modules that read and check them."""

"""What a game declares or brings as data: options, deck files, single texts. Checked when it is read."""

"""Options, deck files and single texts: data that a game declares or brings, checked when it is read."""

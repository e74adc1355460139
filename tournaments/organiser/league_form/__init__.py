"""The form of a league that is being prepared: four questions, a name, and everything else folded by theme."""

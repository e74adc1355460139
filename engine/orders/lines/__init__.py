"""The parts of the grammar of one line: its first words, conditions, pieces, and words about plans."""

"""The parts of letters: frame, layout, names, buttons, drafts."""

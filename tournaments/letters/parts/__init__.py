"""What letters are made of: frame, layout, names, buttons, drafts."""

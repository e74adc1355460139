"""Named checks of a running installation: what does not work, and what to do about it. Mends nothing itself."""

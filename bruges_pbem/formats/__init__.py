"""How dates are written where a page names no format of its own; one folder a language."""

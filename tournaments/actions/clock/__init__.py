"""Time: who judges, stops and extends deadlines, and what is written of it; reckoned is it in `formats.deadlines`."""

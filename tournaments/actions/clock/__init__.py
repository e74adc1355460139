"""Time: who judges, stops and extends deadlines, and what is written of it. Arithmetic is in `formats.deadlines`."""

"""Leagues for other programs: who is in, who sits where, results, places; as sheets or piece by piece. Reads only."""

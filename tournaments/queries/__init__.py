"""The queries on the rows that are shown in many places. Writes nothing."""

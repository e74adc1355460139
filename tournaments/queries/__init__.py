"""What is read of the rows and shown in many places. Writes nothing."""

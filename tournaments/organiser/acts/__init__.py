"""The acts of organisers: `registry` has the table of all, the other files what is done to one kind of thing."""

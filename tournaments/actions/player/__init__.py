"""A person: account, names, addresses, links, how letters come."""

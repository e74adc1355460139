"""`deploy/install` tried for real: on a bare Debian in a folder, with a network, processes and users of its own."""

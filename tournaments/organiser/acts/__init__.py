"""What organisers do: each act is asked for once more on a page of its own and done by one action."""

"""What the pages of the desk show. Reads only."""

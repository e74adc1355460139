"""Pictures of any game: shapes, what several games draw, colours, and the SVG made of them."""

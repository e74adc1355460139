"""Letters to those who follow a public table: asked for, confirmed, written after each round, ended."""

"""The pages of the players' site, by what they are about."""

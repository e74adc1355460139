"""An installed service with players at it, broken in every way that happens: is the cause named, is a letter lost?"""

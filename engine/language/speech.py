"""Says what all games share in the language that is spoken now."""

from pathlib import Path

from engine.language.languages import Catalogue

say = Catalogue(Path(__file__).parent).say

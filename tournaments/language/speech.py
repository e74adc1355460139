"""Says what the service says in the language that is spoken now; templates use Django's own tags. Knows no Django."""

from pathlib import Path

from engine.language.languages import Catalogue

say = Catalogue(Path(__file__).parent, "django").say

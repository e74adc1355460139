"""The players of a seat: substitutes, offers, resigning, the stand-in."""

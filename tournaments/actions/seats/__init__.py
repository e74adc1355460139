"""Who plays a seat: substitutes, offers, resigning, the stand-in."""

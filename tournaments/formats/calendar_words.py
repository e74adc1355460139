"""Names of days, months and cities, to be said. Counts nothing.

A city has the name of its time zone; listed here are those with another name in some language.
"""

from __future__ import annotations

from engine.language.languages import to_say

DAYS = (
    *(to_say("Monday"), to_say("Tuesday"), to_say("Wednesday"), to_say("Thursday")),
    *(to_say("Friday"), to_say("Saturday"), to_say("Sunday")),
)
DAYS_IN_SHORT = (
    *(to_say("Mon"), to_say("Tue"), to_say("Wed"), to_say("Thu")),
    *(to_say("Fri"), to_say("Sat"), to_say("Sun")),
)
MONTHS = (
    *(to_say("January"), to_say("February"), to_say("March"), to_say("April"), to_say("May"), to_say("June")),
    *(to_say("July"), to_say("August"), to_say("September")),
    *(to_say("October"), to_say("November"), to_say("December")),
)
MONTHS_IN_SHORT = (
    *(to_say("Jan"), to_say("Feb"), to_say("Mar"), to_say("Apr"), to_say("May"), to_say("Jun")),
    *(to_say("Jul"), to_say("Aug"), to_say("Sep"), to_say("Oct"), to_say("Nov"), to_say("Dec")),
)
CITIES = (
    *(to_say("Athens"), to_say("Baghdad"), to_say("Belgrade"), to_say("Brussels"), to_say("Bucharest")),
    *(to_say("Cairo"), to_say("Copenhagen"), to_say("Damascus"), to_say("Havana")),
    *(to_say("Hong Kong"), to_say("Kolkata"), to_say("Lisbon")),
    *(to_say("Luxembourg"), to_say("Mexico City"), to_say("Moscow"), to_say("Prague"), to_say("Riyadh")),
    *(to_say("Rome"), to_say("Shanghai"), to_say("Singapore"), to_say("Tashkent"), to_say("Tehran")),
    *(to_say("Tokyo"), to_say("Vienna"), to_say("Warsaw"), to_say("Zurich"), to_say("Kyiv")),
)

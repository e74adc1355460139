"""Everything that organisers can do: each act is asked for once more on a page of its own and done by one action.

`ACTS` is the table. An act holds its address, its rows (who may do it on which), its form, the sentences of its page
and the call of its action, in the file of what it is done to.
"""

from __future__ import annotations

from typing import Any

from tournaments.organiser.acts import clocks, endings, entries, leagues, letters, organisers, people, seats, tables
from tournaments.organiser.acts.act import Act

ACTS: tuple[type[Act[Any]], ...] = (
    *seats.ACTS,
    *clocks.ACTS,
    *tables.ACTS,
    *leagues.ACTS,
    *entries.ACTS,
    *endings.ACTS,
    *organisers.ACTS,
    *people.ACTS,
    *letters.ACTS,
)

"""The content of a league's papers: its rows and finished tables in, values for `reports` out. Draws nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations

import engine
from tournaments.formats import numbers, pairings
from tournaments.formats.standings import Row, league_points
from tournaments.formats.tiebreaks import TIE_BREAKS
from tournaments.language.speech import say
from tournaments.models import League, Seat, Table
from tournaments.papers import table as table_papers
from tournaments.papers.reports.book import BookPaper, Figure, SeatRow
from tournaments.papers.reports.certificate import PLACES, CertificatePaper
from tournaments.papers.reports.standings import StandingsPaper, StandingsRow
from tournaments.papers.table import date_words
from tournaments.queries import standings as of_league

Seats = dict[int, list[Seat]]  # by table, in seat order


def standings(league: League) -> StandingsPaper:
    """The standings as they are now."""
    chain = tuple(dict.fromkeys(("points", *league.tie_breaks)))[1:]
    names, rows = _names(league), of_league.standings(league)
    return StandingsPaper(
        league=league.name,
        game=engine.games[league.game].name,
        date=date_words(league.finished_at) if league.finished_at else "",
        state=_state(league),
        tie_breaks=tuple(say(TIE_BREAKS[link].title) for link in chain if link != "lot"),
        rows=tuple(_row(row, names, chain) for row in rows),
        rules=(_points_rule(league), _ties_rule(chain)),
    )


def book(league: League, step: Callable[[int], None] = lambda finals: None) -> BookPaper:
    """Everything of the league; `step` is told how many finals are gathered after each of them."""
    order = [row.player for row in of_league.standings(league)]
    tables = list(
        league.tables.exclude(state__in=(Table.State.UNUSED, Table.State.STOPPED))
        .select_related("league")
        .order_by("number")
    )
    played = [table for table in tables if table.state == Table.State.FINISHED and not (table.result or {}).get("void")]
    seats = {table.pk: list(table.seats.select_related("player").order_by("number")) for table in tables}
    drawn = [
        tuple(order.index(seat.player_id) for seat in seats[table.pk]) for table in _all_ours(tables, seats, order)
    ]
    fairness = pairings.fairness(drawn, len(order))
    counting = [table for table in played if not (table.result or {}).get("void")]
    finals = []
    for table in played:
        finals.append(table_papers.scoresheet(table, table_papers.whole(table)))
        step(len(finals))
    return BookPaper(
        standings=standings(league),
        ahead=_ahead(order, counting, seats),
        tables=tuple(table.number for table in tables),
        places=tuple(tuple(_place(table, seats[table.pk], player) for table in tables) for player in order),
        sentence=fairness.sentence,
        fairness=_figures(fairness),
        meetings=_meetings(drawn, len(order)),
        seats=tuple(_seat(number, league, counting) for number in range(league.seats)),
        finals=tuple(finals),
    )


def certificates(league: League) -> CertificatePaper:
    """For all who came first, second or third."""
    names = _names(league)
    rows = [row for row in of_league.standings(league) if row.place <= len(PLACES)]
    return CertificatePaper(
        league=league.name,
        game=engine.games[league.game].name,
        date=date_words(league.finished_at) if league.finished_at else "",
        winners=tuple((row.place, names[row.player], _done(row)) for row in rows),
        signed=tuple(league.organisers.order_by("pk").values_list("name", flat=True)),
    )


def _names(league: League) -> dict[object, str]:
    return dict(league.entries.values_list("player_id", "player__name"))


def _row(row: Row, names: dict[object, str], chain: Sequence[str]) -> StandingsRow:
    values = tuple(row.shown[link] for link in chain if link != "lot")
    return StandingsRow(row.place, names[row.player], row.shown["points"], row.games, values, row.explanation)


def _done(row: Row) -> str:
    if row.points == 1:
        return say("1 league point in {games:game|games}", games=row.games)
    return say("{points} league points in {games:game|games}", points=row.shown["points"], games=row.games)


def _state(league: League) -> str:
    if league.state == League.State.FINISHED:
        return say("final")
    played = league.tables.exclude(state__in=(Table.State.UNUSED, Table.State.STOPPED))
    done = played.filter(state=Table.State.FINISHED).count()
    if league.is_cancelled:
        return say("cancelled after {done:table|tables}", done=done)
    if league.final_by is not None:
        return say("provisional")
    return say("after {done} of {played} tables", done=done, played=played.count())


def _points_rule(league: League) -> str:
    places = ", ".join(map(str, league.points))
    return say("League points by place at a table: {places}. Who shares a place shares its points.", places=places)


def _ties_rule(chain: Sequence[str]) -> str:
    titles = [say(TIE_BREAKS[link].title) for link in chain]
    return say("Equal points are decided by {ties}.", ties=reduce(_then, titles))


def _then(before: str, following: str) -> str:
    return say("{before}, then by {following}", before=before, following=following)


# --- the cross table --------------------------------------------------------------------------------


def _all_ours(tables: Sequence[Table], seats: Seats, order: Sequence[object]) -> list[Table]:
    """The tables at which only players of the standings sit; a seat whose player has left has no meetings."""
    return [table for table in tables if all(seat.player_id in order for seat in seats[table.pk])]


def _ahead(order: Sequence[object], played: Sequence[Table], seats: Seats) -> tuple[tuple[str, ...], ...]:
    ahead: Counter[tuple[object, object]] = Counter()
    met: set[tuple[object, object]] = set()
    for table in played:
        ranks = dict(zip((seat.player_id for seat in seats[table.pk]), (table.result or {})["counted"], strict=True))
        for one, other in combinations(ranks, 2):
            met |= {(one, other), (other, one)}
            ahead[one, other] += ranks[one] < ranks[other]
            ahead[other, one] += ranks[other] < ranks[one]
    return tuple(
        tuple(f"{ahead[one, other]}–{ahead[other, one]}" if (one, other) in met else "" for other in order)
        for one in order
    )


def _place(table: Table, seats: Sequence[Seat], player: object) -> str:
    """The place of a player at a table, "" if not there, "·" while it is played, "–" where it is void."""
    number = next((seat.number for seat in seats if seat.player_id == player), None)
    if number is None:
        return ""
    if not table.result:
        return "·"
    return "–" if table.result.get("void") else str(table.result["counted"][number])


# --- fairness and seats -----------------------------------------------------------------------------


def _figures(fairness: pairings.Fairness) -> tuple[Figure, ...]:
    return (
        Figure(say("games of a player"), *fairness.games, _tells(fairness.games, say("everybody plays equally often"))),
        Figure(
            say("games of two players together"),
            *fairness.meetings,
            _tells(fairness.meetings, say("all meet equally often")),
        ),
        Figure(
            say("games in the same seat"),
            *fairness.seats,
            _tells(fairness.seats, say("a seat's luck is shared by all")),
        ),
        Figure(say("games behind the same left neighbour"), 0, fairness.neighbours, _neighbour(fairness.neighbours)),
    )


def _tells(spread: tuple[int, int], even: str) -> str:
    return even if spread[0] == spread[1] else say("they differ by {number}", number=spread[1] - spread[0])


def _neighbour(most: int) -> str:
    if most <= 1:
        return say("nobody always plays after the same player")
    return say("at most so often after the same player")


def _meetings(drawn: Sequence[pairings.Table], players: int) -> tuple[tuple[int, int], ...]:
    together = Counter(frozenset(pair) for table in drawn for pair in combinations(table, 2))
    times = Counter(together[frozenset(pair)] for pair in combinations(range(players), 2))
    return tuple(sorted(times.items()))


def _seat(number: int, league: League, played: Sequence[Table]) -> SeatRow:
    """The results of that seat at the finished tables."""
    results = [table.result for table in played if table.result and number < len(table.result["counted"])]
    places = [result["counted"][number] for result in results]
    points = [league_points(result["counted"], league.points)[number] for result in results]
    everything = sum((sum(league_points(result["counted"], league.points)) for result in results), Fraction(0))
    share = float(sum(points, Fraction(0)) / everything) if everything else 0.0
    scores = [result["totals"][number] for result in results]
    return SeatRow(len(results), places.count(1), _mean(places), _mean(scores), _mean(points), share)


def _mean(values: Sequence[int | Fraction]) -> str:
    return numbers.decimal(float(sum(values, Fraction(0)) / len(values)), 2) if values else "–"

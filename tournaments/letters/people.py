"""Letters to a person rather than a seat: sign-in link, joined and left a league, announcements, "was this you?"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings

import engine
from engine import rulebook
from engine.language.languages import to_say
from engine.language.wording import listed
from tournaments.formats import clocks
from tournaments.formats.vacations import Days, in_words
from tournaments.language.default_reasons import said_to
from tournaments.language.speech import say
from tournaments.letters.parts.draft import Draft, compose, rules_paper
from tournaments.letters.parts.frame import NOTHING_TO_DO, about_league, about_player, answered_later, with_safe_names
from tournaments.letters.parts.language import in_its_readers_language
from tournaments.letters.parts.layout import echoes, end_of_letter, marker, quoted, said
from tournaments.letters.parts.names import harmless
from tournaments.letters.parts.offices import by_whom, news_from
from tournaments.models import Case, Entry, InboundLetter, League, Player, Seat, Table
from tournaments.queries import matches
from tournaments.queries.access.offices import role_in
from tournaments.queries.leagues import facts, terms
from tournaments.queries.letters import answer_times
from tournaments.queries.names import page, table_title
from tournaments.queries.standings import Place

DAYS = 3  # that links hold with which somebody begins, or proves a second address
PRACTICE = 2  # seats of a table for practice
UNPROVED = {  # why a letter waits for its player's yes, by its verdict
    "other address": to_say("We do not know that address as yours."),
    "dmarc": to_say("The host of that address disowns it: it may be forged."),
    "no token": to_say("It came to an address to which anybody can write in your name."),
}


@in_its_readers_language
def sign_in(player: Player, url: str) -> Draft:
    """The link that signs a player in; valid once and for a short time."""
    return compose("sign_in", {**about_player(player), "url": url})


@in_its_readers_language
def sign_up(newcomer: Player, url: str) -> Draft:
    """The letter to somebody who has signed up on the page and is no player yet: the link that makes them one."""
    return compose("sign_up", {**about_player(newcomer), "url": url, "days": DAYS})


@in_its_readers_language
def begin(newcomer: Player, url: str) -> Draft:
    """The letter to an unknown sender who has written that they want to join: the link to begin with."""
    return compose("begin", {**about_player(newcomer), "url": url, "days": DAYS})


@in_its_readers_language
def verify_address(player: Player, email: str, url: str) -> Draft:
    """The letter to a second address that asks to confirm that it is the player's own."""
    return compose("verify_address", {**about_player(player), "email": email, "url": url, "days": DAYS})


@in_its_readers_language
def address_known(owner: Player, email: str) -> Draft:
    """The letter to a player whose address another player has named as a second one: nothing changes."""
    return compose("address_known", {**about_player(owner), "email": email, "page": page("sign-in")})


@in_its_readers_language
def renewed(player: Player, questions: int) -> Draft:
    """The end of all older addresses and links of the player. `questions`: how many open ones come anew."""
    values = {**about_player(player), "questions": questions, "safety": page("safety"), "profile": page("profile")}
    values["first"] = marker(say("NEW ADDRESSES"), say(NOTHING_TO_DO))
    return compose("renewed", {**values, "end": end_of_letter()})


@in_its_readers_language
def probe(player: Player, subject: str, *, main: bool) -> Draft:
    """A probe of an address from which a letter is said to have come back. `main`: whether it gets more than copies."""
    wait = settings.DEAD_ADDRESS_WAIT
    values = {**about_player(player), "lines": quoted(subject), "main": main}
    values["wait"] = terms.days(wait) if wait else ""
    values |= {"first": marker(say("DOES THIS ARRIVE?"), say(NOTHING_TO_DO)), "end": end_of_letter()}
    return compose("probe", values)


@in_its_readers_language
def join_asked(player: Player, league: League, entered: int, later: datetime | None = None) -> Draft:
    """The settings of a league for a player who wants to join, and a question. `entered`: how many have a place.

    later  when the next answer goes out, if not at once
    """
    values = {**about_player(player), **about_league(league), "page": page("league", league.pk)}
    values |= {
        "about": said(league.about),
        "settings": [(what, _harmless_deck(league, how)) for what, how in terms.settings_of(league, conduct=False)],
        "conduct": said(league.conduct),
        "fairness": terms.fairness(league, entered),
        "begins": facts.beginning(league, entered, player.zone),
        "full": entered >= league.max_players,
        "later": answered_later(later, player),
        "first": marker(say("JOIN?"), say("read this, then answer {order}", order="yes")),
        "end": end_of_letter(),
    }
    return compose("join_asked", values)


def _harmless_deck(league: League, how: str) -> str:
    """A setting made safe for a letter: the name of a deck's file is somebody's words."""
    name = league.deck.name if league.deck is not None else ""
    return how.replace(name, harmless(name)) if name else how


@in_its_readers_language
def welcome(entry: Entry) -> Draft:
    """The welcome to a league: how to play by mail on one page, with the rules of the game as PDF."""
    league, game = entry.league, matches.under_rules(entry.league)
    waiting = entry.state == Entry.State.WAITING
    values = {**about_player(entry.player), **about_league(league), "page": page("league", league.pk)}
    values |= {
        "waiting": waiting,
        "game": game.name,
        "sample": rulebook.of(game).samples[0],
        "practice": f"practice {game.slug}",
        "practised_at": game.seats[0] <= PRACTICE,
        "when_over": terms.expiry_words(league),
        "turn_time": terms.span(league.turn_time),
        "act_time": terms.act_time(league, game),
        "within": answer_times.promise(),
        "first": marker(
            say("YOU ARE ON THE WAITING LIST") if waiting else say("YOU ARE IN"),
            say("please answer: {order}", order="ready"),
        ),
        "end": end_of_letter(),
    }
    return compose("welcome", values, papers=(rules_paper(game),))


@in_its_readers_language
def invited(player: Player, league: League, organiser: Player, url: str) -> Draft:
    """An organiser's invitation to a league; its button leads to the settings, where one joins."""
    values = {**about_player(player), **about_league(league), "organiser": harmless(organiser.name), "url": url}
    values["begins"] = facts.begins(league, player.zone)
    values |= {"game": engine.games[league.game].name, "first": marker(say("AN INVITATION")), "end": end_of_letter()}
    return compose("invited", values)


@in_its_readers_language
def be_ready(entry: Entry) -> Draft:
    """The request to answer "ready" by a date, to the entrants of a league that starts soon."""
    league, zone = entry.league, entry.player.zone
    values = {**about_player(entry.player), **about_league(league), "page": page("league", league.pk)}
    due = league.ready_by
    values["by"] = clocks.words(due, zone) if due else ""
    by = [say("answer by {moment}", moment=clocks.short(due, zone))] if due else []
    values["first"] = marker(say("ARE YOU READY?"), *by)
    values["end"] = end_of_letter()
    return compose("be_ready", values)


@in_its_readers_language
def place_lost(entry: Entry) -> Draft:
    """The letter to an entrant who did not say ready in time and so waits for a place now."""
    league = entry.league
    values = {**about_player(entry.player), **about_league(league), "page": page("league", league.pk)}
    values |= {"first": marker(say("YOU WAIT FOR A PLACE NOW")), "end": end_of_letter()}
    return compose("place_lost", values)


@in_its_readers_language
def announced(player: Player, league: League, organiser: Player, words: str, table: Table | None) -> Draft:
    """The letter with what an organiser says to all of a league, or of a table."""
    news = news_from(league, organiser)
    values = {
        **about_player(player),
        **about_league(league),
        "organiser": by_whom(league, organiser),
        "where": say("the players of {table}", table=table_title(table)) if table else say("everybody"),
        "lines": said(words),
        "first": marker(news, say(NOTHING_TO_DO)),
        "end": end_of_letter(),
    }
    return compose("announced", values)


@in_its_readers_language
def away(player: Player, entry: Entry, days: Sequence[Days], cancelled: bool) -> Draft:
    """The days off of somebody at a table of the reader's, or their end; the reason is nobody's affair."""
    whose, when = harmless(entry.player.name), in_words(*days)
    values = {**about_player(player), **about_league(entry.league), "whose": whose, "days": when}
    values |= {"cancelled": cancelled, "end": end_of_letter()}
    news = to_say("{name} is not away, {days}") if cancelled else to_say("{name} is away, {days}")
    values["first"] = marker(say("NEWS"), say(news, name=whose, days=when))
    return compose("away", values)


@in_its_readers_language
def case_opened(organiser: Player, case: Case, url: str) -> Draft:
    """A player's case for the referee."""
    values = {**_about_case(organiser, case), "url": url, "meanwhile": meanwhile(case.seat.table)}
    values["first"] = marker(say("A CASE FOR YOU"), say("{whose} asks for a ruling", whose=values["whose"]))
    return compose("case_opened", values)


def meanwhile(table: Table) -> str:
    """Tell what a case at the table holds up, in a sentence for the caller of the referee and the ruling organiser."""
    if table.league.state == League.State.FINISHED:
        return say("The results of the league are final, and no ruling changes them any more.")
    if table.finished_at is not None:
        return say("The game is over; how it counts can be changed until the results of the league are final.")
    return say("The game goes on meanwhile.")


@in_its_readers_language
def case_ruled(reader: Player, case: Case) -> Draft:
    """The ruling on a case, below what was asked."""
    values = {**_about_case(reader, case), "ruling": said(said_to(reader, case.ruling))}
    league, by = case.seat.table.league, case.ruled_by
    values["organiser"] = by_whom(league, by, role_in(league, by)) if by else ""
    values["first"] = marker(say("A RULING"), say(NOTHING_TO_DO))
    return compose("case_ruled", values)


def _about_case(reader: Player, case: Case) -> dict[str, Any]:
    table = case.seat.table
    values = {**about_player(reader), **about_league(table.league), "where": table_title(table)}
    values["whose"] = harmless(case.player.name) if case.player else say("the stand-in")
    return {**values, "lines": said(case.words), "end": end_of_letter()}


@in_its_readers_language
def answered(
    player: Player,
    title: str,
    paragraphs: Sequence[str],
    papers: tuple[str, ...] = (),
    *,
    left_aside: Sequence[str] = (),
    later: datetime | None = None,
) -> Draft:
    """The answer to words that came to the service's own address.

    left_aside  what else the letter has that did nothing
    later       when the next answer goes out, if not at once
    """
    values = {**about_player(player), "heading": title, "paragraphs": paragraphs, "page": page("home")}
    values |= {"later": answered_later(later, player), "left_aside": echoes(left_aside)}
    values |= {"first": marker(say("ANSWER"), title), "end": end_of_letter()}
    return compose("answered", values, papers=papers)


@in_its_readers_language
def left(entry: Entry) -> Draft:
    """The confirmation that a player has left a league that has not begun."""
    values = {**about_player(entry.player), **about_league(entry.league), "page": page("league", entry.league_id)}
    return compose("left", values)


def from_whom(sender: str) -> str:
    """The address that a letter in somebody's name came from, as a sentence names it."""
    return harmless(sender) or say("no address that can be read")


@in_its_readers_language
def was_this_you(player: Player, letter: InboundLetter, sender: str, lines: Sequence[str], url: str, why: str) -> Draft:
    """A letter came of which it is not known that the player wrote it; it waits for a yes. why: a key of UNPROVED."""
    values = {
        **about_player(player),
        "sender": from_whom(sender),
        "why": say(UNPROVED[why]),
        "lines": [echo for line in lines for echo in quoted(line)],
        "in_words": letter.shown.get("in_words", False),
        "url": url,
        "first": marker(say("WAS THIS YOU?"), say("answer {order}, or do nothing", order="yes")),
        "end": end_of_letter(),
    }
    return compose("was_this_you", values)


@in_its_readers_language
def letters_wait(player: Player, url: str) -> Draft:
    """The letter about all letters that wait for a yes, when today they are too many to ask about one by one."""
    values = {
        **about_player(player),
        "url": url,
        "first": marker(say("LETTERS WAIT FOR YOU"), say("have you written some of them?")),
        "end": end_of_letter(),
    }
    return compose("letters_wait", values)


@in_its_readers_language
def no_longer_yours(
    player: Player, seat: Seat, organisers: Sequence[Player], lines: Sequence[str], why: str, later: datetime | None
) -> Draft:
    """The answer to an order by an address that ended when somebody else got the seat; it may be the player's again.

    why    no line could have been carried out anywhere, "" where one could
    later  when the next answer like this one goes out, if not at once
    """
    replaced = seat.mover == Seat.Mover.REPLACED
    again = seat.player == player and not replaced
    stopped, over = seat.table.state == Table.State.STOPPED, seat.table.state == Table.State.FINISHED
    values = {
        **about_player(player),
        **about_league(seat.table.league),
        "title": table_title(seat.table),
        "again": again,
        "over": over,
        "stopped": stopped,
        "cancelled": stopped and seat.table.league.is_cancelled,
        "taker": say("The stand-in") if replaced or seat.player is None else harmless(seat.player.name),
        "organisers": listed([harmless(organiser.name) for organiser in organisers], say("or")),
        "page": page("league", seat.table.league_id),
        "lines": [echo for line in lines for echo in quoted(line)],
        "first": marker(say("NOT ACCEPTED"), _why_not(stopped=stopped, over=over, again=again)),
    }
    values |= {"why": why, "later": answered_later(later, player), "end": end_of_letter()}
    return compose("no_longer_yours", values)


def _why_not(*, stopped: bool, over: bool, again: bool) -> str:
    if stopped:
        return say("this table has stopped")
    if over:
        return say("this game is over")
    return say("answer the newest letter") if again else say("this seat is no longer yours")


@in_its_readers_language
def league_finished(player: Player, league: League, standings: Sequence[Place], *, with_book: bool = True) -> Draft:
    """The final standings, with the whole book of the league or, without it, where to find it."""
    values = {**about_player(player), **about_league(league), "page": page("league", league.pk)}
    values["standings"] = with_safe_names(standings)
    values["book"] = with_book
    return compose("league_finished", values, papers=("book",) if with_book else ())

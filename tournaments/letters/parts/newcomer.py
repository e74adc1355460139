"""The game in short, for a player whose first two letters about that game are not understood yet."""

from __future__ import annotations

from engine import rulebook
from engine.game import Game, Paragraph, Section
from tournaments.language.speech import say
from tournaments.models import Seat
from tournaments.queries.names import page

FIRST = 2  # letters; the first one may be about no more than where one begins


def newcomer(seat: Seat, game: Game[object]) -> list[Section]:
    """The aim; what to look for, a round, the picture and all rules. Nothing for who has played the game here."""
    is_new = seat.player is not None and seat.player.understood_in(game.slug) < FIRST
    book = rulebook.first(game) if is_new else None
    if book is None:
        return []
    aim, *others, advice = book.chapters
    told = [
        Paragraph(say("All rules as a PDF: answer [rules], or see {page}", page=page("rules", seat.table.league_id)))
    ]
    for chapter in reversed((advice, *others)):
        bullets = [Paragraph(block.words, "bullet") for block in chapter.blocks]
        told = [Paragraph(f"{chapter.title}:"), *bullets, *told]
    return [
        Section(
            "aim", "", (Paragraph(say("{game} in short: {aim}", game=game.name, aim=aim.blocks[0].words), "small"),)
        ),
        Section("course", say("How {game} goes", game=game.name), tuple(told)),
    ]

"""The game in short, for a player none of whose letters about that game was understood yet."""

from __future__ import annotations

from engine import rulebook
from engine.game import Game, Paragraph, Section
from tournaments.language.speech import say
from tournaments.models import Seat
from tournaments.queries.names import page


def newcomer(seat: Seat, game: Game[object]) -> list[Section]:
    """The aim; what to look for, a round, the picture and all rules. Nothing for who has played the game here."""
    book = rulebook.first(game) if seat.player is not None and not seat.player.understood_in(game.slug) else None
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

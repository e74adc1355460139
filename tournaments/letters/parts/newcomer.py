"""The game in short, for a player none of whose letters about that game was understood yet."""

from __future__ import annotations

from engine import rulebook
from engine.game import Game, Paragraph, Section
from tournaments.language.speech import say
from tournaments.models import Seat
from tournaments.queries.names import page


def newcomer(seat: Seat, game: Game[object]) -> list[Section]:
    """The aim, a round, the parts of the picture and where all rules are; nothing for who has played the game here."""
    if seat.player is None or seat.player.understood_in(game.slug):
        return []
    book = rulebook.first(game)
    if book is None:
        return []
    aim, *others = book.chapters
    paragraphs = [Paragraph(aim.blocks[0].words)]
    for chapter in others:
        paragraphs.append(Paragraph(f"{chapter.title}:"))
        paragraphs += [Paragraph(block.words, "bullet") for block in chapter.blocks]
    where = page("rules", seat.table.league_id)
    paragraphs.append(Paragraph(say("All rules as a PDF: answer [rules], or see {page}", page=where)))
    return [Section("new", say("{game} in short", game=game.name), tuple(paragraphs))]

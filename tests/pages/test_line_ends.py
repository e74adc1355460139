"""Words in lines: a browser counts a line end once and sends it as two characters; so long as it lets, we take."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.exceptions import ValidationError
from django.forms import BaseForm, Field, Textarea
from django.test import Client

from tests.organiser.test_desk import ADD
from tests.organiser.test_desk import SETTINGS as TYPED
from tests.shared.cast import Cast, asked_seat
from tests.shared.desk import SignIn
from tests.shared.routes import routes
from tournaments.actions.league.settings import LONGEST_TEXT
from tournaments.models import League, Table
from tournaments.player import preview
from tournaments.player.forms import Orders


def in_lines(most: int) -> str:
    """As many characters as a browser lets somebody write, most of them line ends, as it sends them."""
    return "x\r\n" * (most // 2 - 1) + "x" * (2 + most % 2)


def boxes() -> Iterator[tuple[str, Field, int]]:
    """Every field of ours for words in lines, and the most that its form takes."""
    list(routes())  # what is behind an address is loaded with it
    waiting = [BaseForm]
    while waiting:
        kind = waiting.pop()
        waiting.extend(kind.__subclasses__())
        if kind.__module__.startswith("tournaments"):
            for name, field in getattr(kind, "base_fields", {}).items():
                if isinstance(field.widget, Textarea) and "maxlength" in field.widget.attrs:
                    yield f"{kind.__name__}.{name}", field, int(field.widget.attrs["maxlength"])


def test_a_box_takes_all_that_a_browser_lets_somebody_write_in_it() -> None:
    known, too_long = set(), set()
    for name, field, most in boxes():
        known.add(name)
        try:
            field.clean(in_lines(most))
        except ValidationError as refusal:
            too_long |= {name for error in refusal.error_list if error.code == "max_length"}
        with pytest.raises(ValidationError):
            field.clean("x" * (most + 1))
    assert known >= {"Orders.lines", "WordsToAll.words", "Say.words", "Reason.reason"}
    assert not too_long


@pytest.mark.django_db
@pytest.mark.parametrize("field", ["about", "conduct"])
def test_what_is_shown_before_joining_is_as_long_as_its_box_lets(cast: Cast, sign_in: SignIn, field: str) -> None:
    desk = sign_in(cast.organiser)
    assert f'maxlength="{LONGEST_TEXT}"' in desk.get(ADD).content.decode()
    assert desk.post(ADD, {**TYPED, field: in_lines(LONGEST_TEXT) + "x"}).status_code == 422
    assert desk.post(ADD, {**TYPED, field: in_lines(LONGEST_TEXT)}).status_code == 302
    assert len(getattr(League.objects.get(), field)) == LONGEST_TEXT


@pytest.fixture
def box(table: Table, sign_in: SignIn) -> tuple[Client, str, dict[str, object]]:
    """A player's browser, the address of their table, and what its order box sends."""
    client, url = sign_in(asked_seat(table).player), f"/table/{table.pk}/"
    return client, url, client.get(url).context["form"].initial


@pytest.mark.django_db
@pytest.mark.usefixtures("begun")
def test_the_order_box_tries_what_it_takes_and_cuts_nothing(box: tuple[Client, str, dict[str, object]]) -> None:
    client, url, sent = box
    for act in ("orders", "check"):
        words = in_lines(Orders.LONGEST)
        assert client.post(f"{url}{act}/", {**sent, "lines": words}, follow=True).status_code == 200
        refused = client.post(f"{url}{act}/", {**sent, "lines": f"{words}x"})
        assert (refused.status_code, "64000" in refused.content.decode()) == (422, True)


@pytest.mark.django_db
@pytest.mark.usefixtures("begun")
def test_the_box_says_how_many_lines_were_not_tried(box: tuple[Client, str, dict[str, object]]) -> None:
    client, url, sent = box
    for more, said in ((0, False), (2, True)):
        tried = client.post(f"{url}check/", {**sent, "lines": "\r\n".join(["help"] * (preview.MOST_LINES + more))})
        assert ("further down that were not tried: 2" in tried.content.decode()) is said

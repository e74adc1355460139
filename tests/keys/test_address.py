"""Reply addresses: what a token says, and what no stranger can write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.keys import address
from tournaments.keys.address import Forged, Malformed, Token

KEYS = {"k1": b"first key of the tests, 32 bytes."}
ROTATED = {"k2": b"second key of the tests, 32 byte"} | KEYS
ADDRESS = address.make(4711, 31, 2, KEYS) + "@mail.example.org"
NUMBERS = st.integers(0, 2**32 - 1)


@given(NUMBERS, NUMBERS, st.integers(0, 2**16 - 1), NUMBERS)
def test_an_address_says_seat_decision_epoch_and_what_numbers_mean(seat, serial, epoch, numbers):
    part = address.make(seat, serial, epoch, KEYS, numbers=numbers)
    assert part.startswith("play+k1")
    assert part == part.lower()
    assert len(part.encode()) <= 64
    assert address.read(part, KEYS) == Token(seat, serial, epoch, "k1", numbers)


def test_a_client_that_changes_case_does_no_harm():
    assert address.read(ADDRESS.upper(), KEYS) == address.read(ADDRESS, KEYS) == Token(4711, 31, 2, "k1")


@pytest.mark.parametrize(
    "written",
    ["{}", "<{}>", " {} ", '"Bruges 4 - Autumn League" <{}>', "Bruges 4 <{}>", "{} (Bruges)", '"Bruges, 4" <{}>'],
)
def test_the_address_is_found_in_a_header_of_any_form(written):
    assert address.read(written.format(ADDRESS), KEYS) == Token(4711, 31, 2, "k1")


@pytest.mark.parametrize(
    "bare", ["play@mail.example.org", "play", "anna+notes@example.net", "", "@", "<>", "PLAY@x.org"]
)
def test_no_token_is_not_a_forged_one(bare):
    assert address.read(bare, KEYS) is None


@pytest.mark.parametrize("text", ["play+", "play+k1", "play+anna@mail.example.org", "play+k1é", "play+" + "a" * 900])
def test_what_has_not_the_form_of_a_token_is_malformed(text):
    with pytest.raises(Malformed):
        address.read(text, KEYS)


@given(st.integers(7, 46), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
def test_one_changed_letter_makes_a_forgery(position, letter):
    part = address.make(4711, 31, 2, KEYS)
    changed = part[:position] + letter + part[position + 1 :]
    if changed == part:
        assert address.read(changed, KEYS) is not None
        return
    with pytest.raises(Forged):
        address.read(changed, KEYS)


def test_a_key_can_be_replaced_while_old_addresses_still_work():
    old = address.make(1, 2, 0, KEYS)
    new = address.make(1, 2, 0, ROTATED)
    assert new.startswith("play+k2")
    assert address.read(old, ROTATED) == Token(1, 2, 0, "k1")
    with pytest.raises(Forged):
        address.read(new, KEYS)


def test_the_name_of_a_key_cannot_be_exchanged():
    same = {"k1": b"the very same secret", "k2": b"the very same secret"}
    with pytest.raises(Forged):
        address.read(address.make(1, 2, 0, same).replace("k1", "k2", 1), same)


@pytest.mark.parametrize(("seat", "serial", "epoch"), [(2**32, 0, 0), (0, 2**32, 0), (0, 0, 2**16), (-1, 0, 0)])
def test_numbers_that_do_not_fit_are_refused_when_written(seat, serial, epoch):
    with pytest.raises(ValueError, match="seat"):
        address.make(seat, serial, epoch, KEYS)


def test_a_name_that_makes_the_local_part_too_long_is_refused_when_written():
    with pytest.raises(ValueError, match="too long"):
        address.make(1, 2, 3, KEYS, local="the-very-long-name-of-our-mailbox")


def test_message_ids_carry_the_same_token():
    token = address.token(4711, 31, 2, KEYS)
    ours = address.message_id(token, "turn", "88", "mail.example.org")
    older = address.message_id(address.token(4711, 30, 2, KEYS), "turn", "87", "mail.example.org")
    header = f"<CAF+abc.def@mail.gmail.com>\r\n {older}\r\n\t{ours}"
    assert [found.serial for found in address.find_tokens(header, KEYS)] == [30, 31]


def test_a_forged_message_id_names_no_seat_and_hides_no_other():
    token = address.token(4711, 31, 2, KEYS)
    forged = address.message_id(token[:-1] + ("a" if token[-1] != "a" else "b"), "turn", "88", "mail.example.org")
    ours = address.message_id(token, "turn", "88", "mail.example.org")
    assert [found.serial for found in address.find_tokens(f"{forged} <abc.def.ghi@example.net> {ours}", KEYS)] == [31]


@given(st.text(max_size=300))
def test_any_text_is_read_without_a_crash(text):
    address.find_tokens(text, KEYS)
    try:
        assert address.read(text, KEYS) is None
    except Forged:
        assert "+" in text


def test_a_token_does_not_show_its_signature():
    shown = repr(address.read(ADDRESS, KEYS))
    assert "4711" in shown
    assert address.token(4711, 31, 2, KEYS)[-12:] in ADDRESS
    assert address.token(4711, 31, 2, KEYS)[-12:] not in shown

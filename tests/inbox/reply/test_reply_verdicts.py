"""Mail that no person wrote is never acted upon, in whichever way it says so."""

from typing import Any

import pytest

from tests.fixtures.mail.clients import CLIENTS, mail
from tests.fixtures.mail.grammar import is_order
from tests.fixtures.mail.quoted import Quoted
from tournaments.inbox.reply import Verdict, extract


def verdict(text: str = "I am on holiday until Monday.", mail_from: str | None = None, **more: Any) -> Verdict:
    return extract(mail(text, **more), is_order, mail_from=mail_from).verdict


@pytest.mark.parametrize("client", CLIENTS, ids=[client.__name__ for client in CLIENTS])
def test_what_a_person_sends_is_a_letter(client):
    assert extract(client(["17 red"], Quoted(), "top", "English").mail, is_order).verdict is Verdict.LETTER


@pytest.mark.parametrize(
    "header",
    [
        {"auto_submitted": "auto-replied"},
        {"auto_submitted": "auto-generated; owner-email=x"},
        {"auto_submitted": "auto-notified"},
        {"auto_submitted": "(of course) auto-replied (vacation)"},
        {"auto_submitted": "no doubt"},
        {"precedence": "bulk"},
        {"precedence": "Junk"},
        {"precedence": "list"},
        {"precedence": "auto_reply"},
        {"x_autoreply": "yes"},
        {"x_autorespond": "x"},
        {"x_autoresponder": "x"},
        {"x_auto_reply_from": "anna@example.net"},
        {"x_mail_autoreply": "yes"},
        {"x_mailer_autoreply": "yes"},
        {"x_vacation": "yes"},
        {"x_auto_response_suppress": "All"},
        {"x_loop": "anna@example.net"},
        {"list_id": "<games.example.org>"},
        {"return_path": "<>"},
        {"from": "no-reply@example.net"},
        {"from": "Shop <donotreply@example.net>"},
    ],
)
def test_one_sign_of_a_machine_is_enough_even_above_an_order(header):
    assert verdict("17 red", **header) is Verdict.AUTO_REPLY


@pytest.mark.parametrize(
    "header",
    [
        {"auto_submitted": "no"},
        {"auto_submitted": "No (a person wrote this)"},
        {"auto_submitted": "(c) no"},
        {"auto_submitted": "no (c); x=y"},
        {"precedence": "normal"},
        {"return_path": "<anna@x.org>"},
    ],
)
def test_headers_of_people_are_no_sign_of_a_machine(header):
    assert verdict("17 red", **header) is Verdict.LETTER


def test_the_null_envelope_sender_is_a_machine():
    assert verdict("17 red", mail_from="") is verdict("17 red", mail_from="<>") is Verdict.AUTO_REPLY
    assert verdict("17 red", mail_from="anna@example.net") is Verdict.LETTER


@pytest.mark.parametrize(
    "subject",
    [
        "Automatic reply: [Autumn] Bruges 4, round 4",
        "Out of Office: [Autumn] Bruges 4, round 4",
        "Automatische Antwort: [Autumn] Bruges 4",
        "Réponse automatique : [Autumn] Bruges 4",
        "Respuesta automática: [Autumn] Bruges 4",
        "Risposta automatica: [Autumn] Bruges 4",
        "Automatisch antwoord: [Autumn] Bruges 4",
        "Autosvar: [Autumn] Bruges 4",
        "自动回复: [Autumn] Bruges 4",
        "Re: Odpowiedź automatyczna: [Autumn] Bruges 4",
        "Automaattinen vastaus: [Autumn] Bruges 4",
        "Poissaoloviesti: [Autumn] Bruges 4",
        "Automatická odpověď: [Autumn] Bruges 4",
        "Automatická odpoveď: [Autumn] Bruges 4",
        "Automatikus válasz: [Autumn] Bruges 4",
        "Házon kívül: [Autumn] Bruges 4",
        "Răspuns automat: [Autumn] Bruges 4",
        "Otomatik yanıt: [Autumn] Bruges 4",
    ],
)
def test_an_absence_is_known_by_its_subject_where_nothing_else_tells(subject):
    assert verdict(subject=subject) is Verdict.AUTO_REPLY
    assert verdict("17 red", subject=subject) is Verdict.LETTER


@pytest.mark.parametrize(
    "sender", ["MAILER-DAEMON@mx.example.net", "Mail Delivery System <mailer-daemon@x.org>", "postmaster@x.org"]
)
def test_mail_daemons_bounce(sender):
    assert verdict("Your message could not be delivered.", **{"from": sender}) is Verdict.BOUNCE


def test_failed_recipients_are_a_bounce():
    assert verdict("17 red", x_failed_recipients="anna@example.net") is Verdict.BOUNCE


def test_a_null_sender_with_a_bounces_subject_is_a_bounce():
    assert verdict("sorry", subject="Undeliverable: [Autumn] Bruges 4", return_path="<>") is Verdict.BOUNCE


REPORT = (
    'From: x@example.net\r\nContent-Type: multipart/report; report-type={kind}; boundary="b"\r\n\r\n'
    "--b\r\n\r\n17 red\r\n--b\r\nContent-Type: {part}\r\n\r\nAction: failed\r\n--b--\r\n"
)


def test_delivery_reports_are_bounces_and_read_receipts_are_not():
    bounce = REPORT.format(kind="delivery-status", part="message/delivery-status")
    receipt = REPORT.format(kind="disposition-notification", part="message/disposition-notification")
    assert extract(bounce.encode(), is_order).verdict is Verdict.BOUNCE
    assert extract(receipt.encode(), is_order).verdict is Verdict.AUTO_REPLY


ALONG = REPORT.format(kind="x", part="message/delivery-status").replace("multipart/report", "multipart/mixed")


@pytest.mark.parametrize("mail_from", ["", "<>", "mailer-daemon@x.org", "<MAILER-DAEMON@x.org>"])
def test_a_delivery_status_in_any_mail_of_a_host_is_a_bounce(mail_from):
    assert extract(ALONG.encode(), is_order, mail_from=mail_from).verdict is Verdict.BOUNCE
    assert extract(f"Return-Path: <>\r\n{ALONG}".encode(), is_order).verdict is Verdict.BOUNCE
    assert extract(ALONG.replace("x@example.net", "mailer-daemon@x.org").encode(), is_order).verdict is Verdict.BOUNCE


@pytest.mark.parametrize(
    "mail_from", ["x@example.net", "<X@example.net>", "y@x.org", "<SRS0=x=y@forwards.example>", None]
)
def test_a_person_may_send_a_delivery_status_along(mail_from):
    assert extract(ALONG.encode(), is_order, mail_from=mail_from).verdict is Verdict.LETTER


def test_the_words_of_a_machine_are_still_given():
    letter = extract(mail("17 red", auto_submitted="auto-replied"), is_order)
    assert (letter.verdict, letter.lines) == (Verdict.AUTO_REPLY, ("17 red",))

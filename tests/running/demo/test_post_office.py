"""The local post office: mail that it takes by SMTP lies in one maildir for each address."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller

from tournaments.running.demo.post_office import SIZE_LIMIT, addresses, box_of, parse


def letter(words: str = "Grüße aus Łódź") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "play@bruges.example", "anna@home.example", "Ελένη"
    message.set_content(words)
    return message


def send(server: Controller, *recipients: str) -> None:
    with smtplib.SMTP(server.hostname, server.port) as smtp:
        smtp.send_message(letter(), to_addrs=recipients)


def test_every_recipient_gets_a_copy(server: Controller, tmp_path: Path) -> None:
    send(server, "anna@home.example", "Bea@Home.example")
    assert addresses(tmp_path / "post") == ["anna@home.example", "bea@home.example"]
    for address in addresses(tmp_path / "post"):
        (raw,) = (box.get_bytes(key) for box in [box_of(tmp_path / "post", address)] for key in box.keys())  # noqa: SIM118 a maildir
        came = parse(raw)
        assert (came["Subject"], came.get_content().strip()) == ("Ελένη", "Grüße aus Łódź")


@pytest.mark.parametrize("address", ["../../etc/passwd", "..", ".hidden@home.example", "a/b@home.example"])
def test_no_address_leaves_the_folder(address: str, tmp_path: Path) -> None:
    box_of(tmp_path / "post", address)
    assert [path.name for path in tmp_path.iterdir()] == ["post"]
    (folder,) = (tmp_path / "post").iterdir()
    assert not folder.name.startswith(".")


def test_before_any_mail_there_are_no_addresses(tmp_path: Path) -> None:
    assert addresses(tmp_path / "nowhere") == []


def test_mail_beyond_all_size_is_refused(server: Controller) -> None:
    with smtplib.SMTP(server.hostname, server.port) as smtp, pytest.raises(smtplib.SMTPResponseException) as refusal:
        smtp.sendmail("a@home.example", ["b@home.example"], b"x" * 70 + b"\r\n" + b"y" * SIZE_LIMIT)
    assert refusal.value.smtp_code == 552

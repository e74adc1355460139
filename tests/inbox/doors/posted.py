"""What four mail providers post, in the shapes that their documentation gives, signed as they sign."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from django.http import HttpResponseBase
from django.test import Client

from tests.inbox.doors.provider_urls import SECRET
from tournaments.running.installation import HOST

MAILGUN_KEY = "key-" + "3" * 32
RESEND_KEYS = {"inbound": "whsec_" + base64.b64encode(b"i" * 24).decode()}
RESEND_KEYS["tracking"] = "whsec_" + base64.b64encode(b"t" * 24).decode()
TOPIC = "arn:aws:sns:eu-west-1:123456789012:bruges"
ANYMAIL = {
    "WEBHOOK_SECRET": SECRET,
    "MAILGUN_WEBHOOK_SIGNING_KEY": MAILGUN_KEY,
    "RESEND_API_KEY": "re_for_tests",
    "RESEND_INBOUND_SECRET": RESEND_KEYS["inbound"],
    "RESEND_SIGNING_SECRET": RESEND_KEYS["tracking"],
}


def basic(secret: str = SECRET) -> dict[str, Any]:
    """The header with which a provider names itself."""
    return {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(secret.encode()).decode()}


# --- Mailgun: form fields with a signature among them, or JSON with one beside the event ---------------


def mailgun_signature(timestamp: str = "1767261600", key: str = MAILGUN_KEY) -> dict[str, str]:
    token = "c" * 50
    signed = hmac.new(key.encode(), f"{timestamp}{token}".encode(), hashlib.sha256).hexdigest()
    return {"timestamp": timestamp, "token": token, "signature": signed}


def mailgun(client: Client, path: str, fields: Mapping[str, Any], **headers: Any) -> HttpResponseBase:
    return client.post(f"/mail/mailgun/{path}/", {**fields}, **{**basic(), **headers})


def mailgun_event(client: Client, event: Mapping[str, Any], key: str = MAILGUN_KEY) -> HttpResponseBase:
    body = {"signature": mailgun_signature(key=key), "event-data": {"timestamp": 1767261600.5, **event}}
    return client.post("/mail/mailgun/tracking/", json.dumps(body), content_type="application/json", **basic())


# --- Amazon SES: notifications of SNS around a message of SES ------------------------------------------


def sns(client: Client, path: str, message: Any, *, kind: str = "Notification", **changes: Any) -> HttpResponseBase:
    name = "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324"
    body = {
        "Type": kind,
        "MessageId": name,
        "TopicArn": TOPIC,
        "Message": message if isinstance(message, str) else json.dumps(message),
        "Timestamp": "2026-01-01T10:00:01.000Z",
        "SignatureVersion": "1",
        "Signature": "EXAMPLE",
        "SigningCertURL": "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService.pem",
    }
    headers = {
        "HTTP_X_AMZ_SNS_MESSAGE_TYPE": kind,
        "HTTP_X_AMZ_SNS_MESSAGE_ID": name,
        "HTTP_X_AMZ_SNS_TOPIC_ARN": TOPIC,
        **basic(),
        **{name: value for name, value in changes.items() if name.startswith("HTTP_")},
    }
    body |= {name: value for name, value in changes.items() if not name.startswith("HTTP_")}
    given = {name: value for name, value in headers.items() if value is not None}
    return client.post(f"/mail/amazon_ses/{path}/", json.dumps(body), content_type="text/plain; charset=UTF-8", **given)


def ses_received(sender: str, recipient: str, action: Mapping[str, str], content: str | None) -> dict[str, Any]:
    message = {
        "notificationType": "Received",
        "mail": {
            "timestamp": "2026-01-01T10:00:00.000Z",
            "source": sender,
            "messageId": "jili9m351il3gkburn7o2f0u6788stij94c8ld01",
            "destination": [recipient],
            "headersTruncated": False,
        },
        "receipt": {
            "timestamp": "2026-01-01T10:00:00.000Z",
            "processingTimeMillis": 222,
            "recipients": [recipient],
            "spamVerdict": {"status": "PASS"},
            "virusVerdict": {"status": "PASS"},
            "action": {"topicArn": TOPIC, **action},
        },
    }
    return {**message, "content": content} if content is not None else message


# --- Resend: JSON signed by Svix, the letter itself to be fetched ---------------------------------------


def resend(client: Client, path: str, body: Mapping[str, Any], key: str = "") -> HttpResponseBase:
    from svix.webhooks import Webhook  # of requirements/providers.txt: who asks for it has `provider_packages`

    raw, now, name = json.dumps(body), datetime.now(UTC), "msg_p5jXN8AQM9LWM0D4loKWxJek"
    headers: dict[str, Any] = {
        "HTTP_SVIX_ID": name,
        "HTTP_SVIX_TIMESTAMP": str(int(now.timestamp())),
        "HTTP_SVIX_SIGNATURE": Webhook(key or RESEND_KEYS[path]).sign(name, now, raw),
    }
    return client.post(f"/mail/resend/{path}/", raw, content_type="application/json", **basic(), **headers)


# --- what is asked of a provider ------------------------------------------------------------------------


class Answers:
    """A web server in a provider's place: what it answers by path, and what it was asked."""

    def __init__(self) -> None:
        self.bodies: dict[str, bytes] = {}
        self.asked: list[tuple[str, str, str]] = []
        self.url = ""


@contextmanager
def answering() -> Iterator[Answers]:
    answers = Answers()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.answer()

        def do_POST(self) -> None:
            self.answer()

        def answer(self) -> None:
            given = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            answers.asked.append((self.path, self.headers.get("Authorization", ""), given))
            body = answers.bodies.get(self.path.partition("?")[0])
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *words: object) -> None:
            pass

    with ThreadingHTTPServer((HOST, 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        answers.url = f"http://{HOST}:{server.server_port}"
        try:
            yield answers
        finally:
            server.shutdown()
            thread.join()

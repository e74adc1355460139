"""The pages as they are reached: by which certificate, whether it is good for a while yet, and whether they answer."""

from __future__ import annotations

import socket
import ssl
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPException, HTTPSConnection

from django.conf import settings

from tournaments.keys.redaction import why
from tournaments.running.health import certificates
from tournaments.running.health.finding import Findings, fail, not_here, of_others, ok, warn

THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
WAIT = 5.0  # seconds for a connection and for each answer
NAMES = "mend the network, or the lines nameserver of /etc/resolv.conf; letters wait in the mail host's queue (mailq)"
GET = (
    "the address record must lead here, and ports 80 and 443 be open; then systemctl restart caddy; its log says"
    " what is in the way: journalctl -u caddy"
)
RENEW = "renew it (Caddy does by itself: systemctl restart caddy, its log says what is in the way)"


def reached() -> Findings:
    """Whether the site's address answers, with a certificate that browsers take, and a page behind it."""
    host, port, name = settings.SITE.hostname or "", settings.SITE.port or 443, settings.SITE.netloc
    if settings.SITE.scheme != "https" and (settings.DEMO or host in THIS_MACHINE):
        yield not_here("the pages are shown without a certificate (http)")
        return
    if settings.SITE.scheme != "https":
        words = f"SITE_URL begins with http: what letters link to at {name} is shown without a certificate"
        yield warn(words, "where a proxy shows the pages by https, write https there and restart all parts")
        return
    try:
        yield from _checked(host, port, name)
        yield from _served(host, port, name)
    except ConnectionRefusedError:
        yield fail(f"nobody answers at https://{name}", "start the proxy: systemctl start caddy")
    except socket.gaierror as error:
        if error.errno == socket.EAI_AGAIN:
            yield of_others(fail(f"no name server answers ({why(error)}): no letter leaves this machine", NAMES))
        else:
            yield warn(
                f"the name {host} leads nowhere ({why(error)})", "set its address in the DNS: A and AAAA records"
            )
    except ssl.SSLError as error:
        words = f"the proxy at https://{name} has no certificate to show ({why(error)})"
        yield fail(words, GET)
    except (OSError, HTTPException) as error:
        words = f"the pages could not be reached from here at https://{name} ({why(error)})"
        yield warn(words, "look from outside; then see DNS, the firewall and the proxy")


def _checked(host: str, port: int, name: str) -> Findings:
    mend = "get one of a public CA; a local CA does where its root is installed, also here (SSL_CERT_FILE)"
    found = certificates.of(certificates.https(host, port, host))
    yield certificates.judged(found, f"https://{name}", RENEW, mend, by_itself="; Caddy renews it")


def _served(host: str, port: int, name: str) -> Findings:
    """Whether the proxy finds a web process; its certificate has been judged."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with closing(HTTPSConnection(host, port, timeout=WAIT, context=context)) as line:
        line.request("GET", "/healthz")
        status = line.getresponse().status
    if status == HTTPStatus.OK:
        yield ok(f"the pages answer at https://{name}")
    else:
        mend = "start the pages: systemctl start bruges-web; if they run, compare where the proxy looks for them"
        yield fail(f"the proxy at https://{name} finds no pages behind it (it answers {status})", mend)

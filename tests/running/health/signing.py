"""DKIM keys and signatures made by OpenSSL."""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
from pathlib import Path

DOMAIN, SELECTOR = "mail.example.org", "bruges"
SIGNED = ("From", "Subject", "To")


def make_key(path: Path, bits: int = 2048) -> str:
    """Write a private key there; what the DNS is to say of it."""
    subprocess.run(["openssl", "genrsa", "-out", path, str(bits)], check=True, capture_output=True)
    done = subprocess.run(
        ["openssl", "rsa", "-in", path, "-pubout", "-outform", "DER"], check=True, capture_output=True
    )
    return f"v=DKIM1; h=sha256; k=rsa; p={base64.b64encode(done.stdout).decode()}"


def sign(raw: bytes, key: Path) -> bytes:
    """The letter with a signature on top, relaxed/relaxed (RFC 6376, 3.4)."""
    whole = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    head, _, body = whole.partition(b"\r\n\r\n")
    words = re.sub(rb"[ \t]+(?=\r\n)", b"", re.sub(rb"[ \t]+", b" ", body)).rstrip(b"\r\n") + b"\r\n"
    bh = base64.b64encode(hashlib.sha256(words).digest()).decode()
    names = ":".join(SIGNED).lower()
    begun = f"v=1; a=rsa-sha256; c=relaxed/relaxed; d={DOMAIN}; s={SELECTOR}; h={names}; bh={bh}; b="
    fields = dict(re.findall(rb"^([\w-]+):((?:.*\r\n)(?:[ \t].*\r\n)*)", head + b"\r\n", re.MULTILINE))
    canonical = b"".join(
        name.lower().encode() + b":" + b" ".join(fields[name.encode()].split()) + b"\r\n" for name in SIGNED
    )
    data = canonical + b"dkim-signature:" + begun.encode()
    done = subprocess.run(
        ["openssl", "dgst", "-sha256", "-sign", key, "-binary"], input=data, check=True, capture_output=True
    )
    signed = base64.b64encode(done.stdout).decode()
    folded = "\r\n ".join(signed[at : at + 60] for at in range(0, len(signed), 60))
    return f"DKIM-Signature: {begun}{folded}\r\n".encode() + whole

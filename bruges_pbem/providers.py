"""The mail providers that can be used: those of django-anymail whose packages are here (requirements/providers.txt)."""

from __future__ import annotations

from importlib.util import find_spec

# Beside what every service has.
NEEDS = {"amazon_ses": "boto3", "postal": "cryptography", "resend": "svix"}


def obstacle(provider: str) -> str:
    """The reason why a provider of that name cannot be used, as a clause with what to do; "" where it can."""
    if not provider.isidentifier() or find_spec(f"anymail.backends.{provider}") is None:
        return "which django-anymail does not know. Set it to mailgun, postmark, ..."
    package = NEEDS.get(provider)
    if package and find_spec(package) is None:
        return (
            f"for which the package {package} is missing. Install it: python3 deploy/bootstrap.py base providers "
            "(with containers LOCK=base providers)"
        )
    return ""

"""The store of sessions (SESSION_ENGINE): a row for each signed-in browser, nothing for visitors.

A session ends when its row is deleted, or when its player may not sign in any more.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.utils import timezone

from tournaments.actions.player import signed_in
from tournaments.models import SignIn

ABOUT = "sign_in"  # session key: what was known of the browser when it signed in


class KeptForNobody(RuntimeError):
    """Something was put into the session of a visitor, which is not stored. A signed cookie is the place for it."""


class SessionStore(db.SessionStore):
    """Django's sessions in the database, whose rows name their player."""

    @classmethod
    def get_model_class(cls) -> type[SignIn]:
        return SignIn

    def _get_session_from_db(self) -> SignIn | None:
        found = SignIn.objects.filter(session_key=self.session_key, expire_date__gt=timezone.now())
        row = found.filter(player__is_active=True).first()
        if row is None:
            self._session_key = None
            return None
        signed_in.note_seen(row)
        return row

    def create(self) -> None:
        """Choose a key. The row is stored with the first save that names a player."""
        self._session_key = self._get_new_session_key()  # type: ignore[attr-defined]
        self._is_new = True
        self.modified = True

    def save(self, must_create: bool = False) -> None:
        if self.session_key is None:
            self.create()
        new = must_create or getattr(self, "_is_new", False)
        data = self._get_session(no_load=new)  # type: ignore[attr-defined]
        if SESSION_KEY in data:
            super().save(must_create=new)
            self._is_new = False
        elif data:
            raise KeptForNobody(", ".join(sorted(data)))

    def create_model_instance(self, data: dict[str, Any]) -> SignIn:
        about = data.get(ABOUT, {})
        now = timezone.now()
        return SignIn(
            session_key=self._get_or_create_session_key(),  # type: ignore[attr-defined]
            session_data=self.encode(data),
            expire_date=self.get_expiry_date(),
            player_id=int(data[SESSION_KEY]),
            browser=about.get("browser", ""),
            system=about.get("system", ""),
            place=about.get("place", ""),
            begun_at=datetime.fromisoformat(about["at"]) if "at" in about else now,
            seen_at=signed_in.to_the_hour(now),
        )

"""The comparison of addresses: `email__same` finds them in any case by their indexes, which are on LOWER(email).

Django's own `iexact` asks for UPPER(email) or LIKE, for which a database looks into every row.
"""

from __future__ import annotations

from typing import Any

from django.db.models import EmailField, Lookup


@EmailField.register_lookup
class Same(Lookup):
    """Equal but for the case of letters."""

    lookup_name = "same"

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        left, of_left = self.process_lhs(compiler, connection)
        right, of_right = self.process_rhs(compiler, connection)
        return f"LOWER({left}) = LOWER({right})", (*of_left, *of_right)

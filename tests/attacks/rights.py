"""The rights to read and to change, route by route, as a table apart from the code that decides them.

A kind of people is named by what it is to the league that the route's argument belongs to.
"""

from __future__ import annotations

from tests.attacks.world import (
    ASSISTANT,
    DESK,
    FORMER,
    HOST,
    KINDS,
    LEAGUE,
    NOBODY,
    OTHER_DESK,
    REFEREE,
    STRANGER,
    TABLE,
)

Kinds = frozenset[str]
EVERYBODY = frozenset(KINDS)
SIGNED_IN = EVERYBODY - {STRANGER}
IN_LEAGUE = frozenset({LEAGUE, TABLE, FORMER})  # who has lost a seat is in the league still
SEES_LEAGUE = IN_LEAGUE | {REFEREE, ASSISTANT}
ENTERED = frozenset({LEAGUE, TABLE})  # in the league to join as well
AT_TABLE = frozenset({TABLE})
PREPARE = frozenset({OTHER_DESK, DESK, HOST})
STAFF = PREPARE | {REFEREE, ASSISTANT}
ITS_DESK = frozenset({DESK, HOST})
HELPS, RULES = ITS_DESK | {ASSISTANT}, ITS_DESK | {REFEREE}
OWNER = frozenset({HOST})
_DESK = "/desk/tournaments/"
_ROWS = ("journalline", "league", "inboundletter", "outboundletter", "player", "table")
_SHEETS = ("roster", "line-ups", "results", "standings")
_OF_LEAGUE = ("open", "invite", "ready", "silent", "start", "move-start", "again", "announce")
_OF_HELPERS = (
    f"{_DESK}inboundletter/<path:object_id>/read-again/", f"{_DESK}table/<int:pk>/look/",
    f"{_DESK}table/seat/<int:pk>/help/",
)  # fmt: skip

# Who gets a page or a file by GET. Redirects are nobody's: what they lead to is looked at by itself.
READS: dict[str, Kinds] = {
    **dict.fromkeys(
        [
            "/", "/healthz", "/readyz", "/status/", "/.well-known/security.txt", "/security.txt",
             "/verify.py", "/sign-up/", "/sign-up/<str:key>/", "/sign-in/", "/sign-in/sent/",
            "/sign-in/link/", "/letters/fewer/<str:key>/", "/letters/calendar/<str:key>.ics",
            "/letters/address/<str:key>/", "/letters/unobserve/<str:key>/", "/invitation/<str:key>/",
            "/come/<str:key>/",
            "/offer/<str:key>/", "/organise/<str:key>/", "/m/<str:key>/", "/help/", "/shown/letter/",
            "/shown/picture.svg",
        ],
        EVERYBODY,
    ),
    **dict.fromkeys(["/profile/", "/profile/sign-ins/", "/profile/forget/"], SIGNED_IN),
    **dict.fromkeys(
        [
            "/league/<int:pk>/", "/league/<int:pk>/deck.json", "/league/<int:pk>/rules.pdf",
            "/league/<int:pk>/lots.json", "/league/<int:pk>/standings/",
            "/league/<int:pk>/standings.pdf", "/league/<int:pk>/papers/",
            *(f"/league/<int:pk>/{sheet}.{form}" for sheet in ("results", "standings") for form in ("csv", "json")),
            "/league/<int:pk>/papers/<slug:kind>.pdf", "/table/<int:pk>/", "/table/<int:pk>/picture.svg",
            "/table/<int:pk>/log/", "/table/<int:pk>/replay/<int:step>/",
            "/table/<int:pk>/replay/<int:step>/picture.svg", "/table/<int:pk>/move/<int:step>/",
            "/table/<int:pk>/papers/",
            "/table/<int:pk>/papers/<slug:kind>.pdf", "/table/<int:pk>/scoresheet.pdf", "/table/<int:pk>/record.json",
        ],
        SEES_LEAGUE,
    ),
    "/letter/<int:pk>/": AT_TABLE,
    "/letter/": SIGNED_IN,
    "/desk/": STAFF,
    "/desk/mail/": OWNER,
    "/desk/key/": STAFF,
    # For who has a key, which no browser has.
    **dict.fromkeys(
        [
            "/api/v1/", "/api/v1/leagues", "/api/v1/<path:rest>",
            *(f"/api/v1/leagues/<int:pk>{of}" for of in ("", "/tables", "/standings", "/results")),
        ],
        NOBODY,
    ),
    **dict.fromkeys(
        [
            *(f"{_DESK}{rows}/" for rows in _ROWS),
            "/desk/needs/<slug:sort>/",
        ],
        STAFF,
    ),
    f"{_DESK}league/add/": PREPARE,
    **dict.fromkeys(
        [
            *(f"{_DESK}{way}boundletter/<path:object_id>/change/" for way in ("in", "out")),
            *_OF_HELPERS,
        ],
        HELPS,
    ),
    f"{_DESK}table/case/<int:pk>/": RULES,
    f"{_DESK}league/<int:pk>/leave-office/": frozenset({REFEREE, ASSISTANT}),
    **dict.fromkeys(
        [
            *(f"{_DESK}{rows}/<path:object_id>/change/" for rows in _ROWS if "letter" not in rows),
            f"{_DESK}league/<int:pk>/standings.pdf", f"{_DESK}league/<int:pk>/deck.json",
            f"{_DESK}league/<int:pk>/confirm/", f"{_DESK}league/<int:pk>/cancel/",
            f"{_DESK}league/<int:pk>/organise/", f"{_DESK}league/organiser/<int:pk>/withdraw/",
            f"{_DESK}league/<int:pk>/hand-over/", f"{_DESK}league/<int:pk>/office/<int:person>/end/",
            f"{_DESK}league/entry/<int:pk>/disqualify/", f"{_DESK}league/entry/<int:pk>/readmit/",
            *(f"{_DESK}league/<path:object_id>/{act}/" for act in _OF_LEAGUE),
            f"{_DESK}league/<int:pk>/exchange/",
            *(f"{_DESK}league/<int:pk>/exchange/{sheet}.{form}" for sheet in _SHEETS for form in ("csv", "json")),
            f"{_DESK}player/<path:object_id>/erase/",
            *(f"{_DESK}print/{about}/<int:pk>/" for about in ("table", "league")),
            *(f"{_DESK}print/{about}/<int:pk>/<slug:kind>.pdf" for about in ("table", "league")),
            *(f"{_DESK}table/<int:pk>/{page}" for page in (
                "picture.svg", "scoresheet.pdf", "rule/", "announce/", "back/<int:entry>/", "pause/", "go-on/",
                "replay/<slug:by>/at/<int:entry>/", "replay/<slug:by>/<int:number>/",
                "replay/<slug:by>/<int:number>/picture.svg")),
            *(f"{_DESK}table/turn/<int:pk>/{act}/" for act in ("extend", "stand-in")),
            *(f"{_DESK}table/seat/<int:pk>/{act}/" for act in ("replace", "give", "give-back")),
            f"{_DESK}table/offer/<int:pk>/withdraw/",
        ],
        ITS_DESK,
    ),
    f"{_DESK}league/<int:pk>/step-down/": frozenset({DESK}),
    **dict.fromkeys(
        [
            # Only redirects; to its file that of a letter does once its table has been looked into.
            f"{_DESK}inboundletter/<int:pk>/source.txt",
            "/desk/login/", "/desk/logout/", "/desk/tournaments/", "/table/<int:pk>/replay/",
            f"{_DESK}table/<int:pk>/replay/", "/table/<int:pk>/check/",
            # For whoever is asked, which nobody is here; others are led to the table (`test_steps`).
            "/table/<int:pk>/steps/",
            # Nobody adds rows by hand.
            *(f"{_DESK}{rows}/add/" for rows in ("journalline", "inboundletter", "outboundletter", "player", "table")),
            # For everybody where a public game is being played, which none is here (`test_observing`).
            "/table/<int:pk>/observe/", "/letters/observe/<str:key>/",
            # For who has its token, or asks from the machine itself.
            "/metrics",
            # Only to be posted to.
            *(f"{_DESK}league/<int:pk>/exchange/{to}/" for to in ("roster", "archive")),
            "/shown/try/", "/language/", "/sign-out/", "/profile/address/", "/profile/address/<int:pk>/remove/",
            "/profile/address/<int:pk>/copies/", "/profile/letters/", "/profile/quiet-hours/", "/profile/calendar/",
            "/profile/sign-ins/end/", "/profile/sign-ins/end-all/", "/profile/data/", "/profile/renew/",
            "/league/<int:pk>/join/", "/practice/<slug:game>/", "/league/<int:pk>/leave/", "/league/<int:pk>/away/",
            "/league/<int:pk>/letters/", "/table/<int:pk>/orders/", "/table/<int:pk>/say/", "/table/<int:pk>/note/",
            "/table/<int:pk>/standing-order/", "/table/<int:pk>/papers/ask/", "/league/<int:pk>/papers/ask/",
            f"{_DESK}league/preview/",
        ],
        NOBODY,
    ),
}  # fmt: skip

# Whose POST may change rows; all others read, or do nothing.
WRITES: dict[str, Kinds] = {
    # The key is the right; or nothing but a count and a request is written.
    **dict.fromkeys(
        [
            "/letters/fewer/<str:key>/", "/letters/address/<str:key>/", "/sign-up/", "/sign-up/<str:key>/", "/sign-in/",
            "/invitation/<str:key>/", "/offer/<str:key>/", "/organise/<str:key>/", "/shown/try/",
        ],
        EVERYBODY,
    ),
    **dict.fromkeys(
        [
            "/sign-out/", "/profile/", "/profile/address/", "/profile/letters/", "/profile/quiet-hours/",
            "/profile/calendar/", "/profile/sign-ins/end-all/", "/profile/data/", "/profile/renew/",
            "/come/<str:key>/", "/practice/<slug:game>/",
        ],
        SIGNED_IN,
    ),
    "/profile/forget/": SIGNED_IN - {OTHER_DESK, DESK},  # whose leagues would be without an organiser
    "/desk/logout/": STAFF,
    "/desk/key/": PREPARE,
    **dict.fromkeys(
        ["/table/<int:pk>/papers/ask/", "/league/<int:pk>/papers/ask/"], SEES_LEAGUE
    ),
    "/league/<int:pk>/letters/": IN_LEAGUE,
    "/league/<int:pk>/away/": IN_LEAGUE,
    "/league/<int:pk>/join/": ENTERED,
    "/league/<int:pk>/leave/": ENTERED,
    **dict.fromkeys(
        [
            "/profile/address/<int:pk>/remove/", "/profile/address/<int:pk>/copies/", "/table/<int:pk>/orders/",
            "/table/<int:pk>/say/", "/table/<int:pk>/note/", "/table/<int:pk>/standing-order/", "/letter/<int:pk>/",
            "/letter/", "/m/<str:key>/",
        ],
        AT_TABLE,
    ),
    f"{_DESK}league/<int:pk>/step-down/": frozenset({DESK}),
    f"{_DESK}league/add/": PREPARE,
    **dict.fromkeys(
        _OF_HELPERS,
        HELPS,
    ),
    f"{_DESK}table/case/<int:pk>/": RULES,
    f"{_DESK}league/<int:pk>/leave-office/": frozenset({REFEREE, ASSISTANT}),
    "/desk/mail/": OWNER,
    **dict.fromkeys(
        [
            f"{_DESK}league/<int:pk>/cancel/", f"{_DESK}league/<int:pk>/exchange/archive/",
            f"{_DESK}league/<int:pk>/organise/", f"{_DESK}league/organiser/<int:pk>/withdraw/",
            f"{_DESK}league/<int:pk>/hand-over/", f"{_DESK}league/<int:pk>/office/<int:person>/end/",
            f"{_DESK}league/<int:pk>/confirm/", f"{_DESK}league/entry/<int:pk>/disqualify/",
            f"{_DESK}league/entry/<int:pk>/readmit/",
            *(f"{_DESK}league/<path:object_id>/{act}/" for act in _OF_LEAGUE if act != "announce"),
            f"{_DESK}player/<path:object_id>/erase/",
            *(f"{_DESK}print/{about}/<int:pk>/" for about in ("table", "league")),
        ],
        ITS_DESK,
    ),
    **dict.fromkeys(
        [
            f"{_DESK}league/<path:object_id>/change/", f"{_DESK}league/<path:object_id>/announce/",
            *(f"{_DESK}table/<int:pk>/{page}/" for page in ("rule", "announce", "back/<int:entry>", "pause", "go-on")),
            *(f"{_DESK}table/turn/<int:pk>/{act}/" for act in ("extend", "stand-in")),
            *(f"{_DESK}table/seat/<int:pk>/{act}/" for act in ("replace", "give", "give-back")),
            f"{_DESK}table/offer/<int:pk>/withdraw/",
        ],
        ITS_DESK,
    ),
}  # fmt: skip

# What the world of the tests has no row for that would be in the right state: rights without an example.
READ_LATER = {
    "/.well-known/security.txt", "/security.txt",
    "/table/<int:pk>/scoresheet.pdf", "/table/<int:pk>/record.json", "/table/<int:pk>/papers/<slug:kind>.pdf",
    "/league/<int:pk>/papers/<slug:kind>.pdf", f"{_DESK}table/<int:pk>/scoresheet.pdf", f"{_DESK}table/<int:pk>/rule/",
    f"{_DESK}table/<int:pk>/go-on/", f"{_DESK}league/entry/<int:pk>/readmit/", f"{_DESK}league/<int:pk>/confirm/",
    f"{_DESK}league/<path:object_id>/silent/", f"{_DESK}inboundletter/<path:object_id>/read-again/",
    f"{_DESK}league/<path:object_id>/again/",
    *(f"{_DESK}print/{about}/<int:pk>/<slug:kind>.pdf" for about in ("table", "league")),
    *(f"{_DESK}table/<int:pk>/replay/<slug:by>/{page}" for page in (
        "at/<int:entry>/", "<int:number>/", "<int:number>/picture.svg")),
}  # fmt: skip
WRITTEN_LATER = {
    "/shown/try/",  # counted, and nothing else
    f"{_DESK}league/<path:object_id>/move-start/",
    "/desk/mail/",
    "/letter/", "/league/<int:pk>/join/", "/league/<int:pk>/papers/ask/", "/profile/address/<int:pk>/copies/",
    "/profile/letters/",
    f"{_DESK}league/add/", f"{_DESK}league/<path:object_id>/change/", f"{_DESK}league/<path:object_id>/start/",
    f"{_DESK}league/<path:object_id>/silent/", f"{_DESK}league/<int:pk>/confirm/",
    f"{_DESK}league/<path:object_id>/again/",
    f"{_DESK}league/entry/<int:pk>/readmit/", f"{_DESK}inboundletter/<path:object_id>/read-again/",
    f"{_DESK}print/league/<int:pk>/", f"{_DESK}table/<int:pk>/rule/", f"{_DESK}table/<int:pk>/go-on/",
    f"{_DESK}table/seat/<int:pk>/give-back/", f"{_DESK}table/turn/<int:pk>/stand-in/",
}  # fmt: skip

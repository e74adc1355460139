"""The names under which the service is watched: metrics of /metrics, spans of traces. Nothing is watched by another.

Metrics are named as Prometheus asks for: base units, `_total` for counters only (there are none: every figure is
counted anew from the rows), moments as `_timestamp_seconds` and not as the time since then. No label holds an address,
a token or words of anybody; each takes few values.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Metric:
    """One family of figures.

    help    one line for whoever reads the page
    labels  their names, in the order in which values are given
    """

    name: str
    help: str
    labels: tuple[str, ...] = ()


BUILD = Metric("bruges_build_info", "1 for the versions that run.", ("version", "python", "django", "database"))
DATABASE_UP = Metric("bruges_database_up", "1 if the database answered. Without it there is no other figure.")
COUNTED_AT = Metric("bruges_figures_timestamp_seconds", "When these figures were counted; they are kept for seconds.")
PART_UP = Metric("bruges_part_up", "1 if a part works: it gave its sign of life, and what it does succeeds.", ("part",))
HEARTBEAT = Metric(
    "bruges_heartbeat_timestamp_seconds", "Last sign of life of a part; of the sweep its end.", ("part",)
)
OUTAGES = Metric("bruges_outages", "Outages that last. While there is one, no deadline is judged.")
UNREAD = Metric("bruges_unread_letters", "Letters that came in and could have been read by now.")
UNREAD_AGE = Metric("bruges_oldest_unread_letter_age_seconds", "How long the oldest of them has waited; 0 for none.")
LAID_ASIDE = Metric("bruges_laid_aside_letters", "Letters in that could not be read and wait for an organiser.")
OUTBOX = Metric("bruges_outbox_letters", "Letters that are to be posted, by state.", ("state",))
UNSENT_AGE = Metric(
    "bruges_oldest_unsent_letter_age_seconds",
    "How long the oldest letter is overdue at the mail host; 0 for none. Not what a recipient's own host puts off.",
)
ANSWER = Metric(
    "bruges_letter_answer_seconds",
    "From a letter in to the answer out: quantiles over the newest 1000 answers of the last day.",
    ("quantile",),
)
ANSWERS = Metric("bruges_letter_answers", "Answered letters over which the quantiles are taken.")
OVERDUE = Metric("bruges_overdue_turns", "Open questions whose deadline is over, also where a league waits.")
UNSWEPT = Metric("bruges_unswept_turns", "Those of them that the sweep has to judge, and has not.")
UNSWEPT_AGE = Metric("bruges_oldest_unswept_turn_age_seconds", "How long the oldest of these has waited; 0 for none.")
VERDICTS = Metric(
    "bruges_letters_read_last_hour", "Letters in that were read in the last hour, by verdict.", ("verdict",)
)
RETURNED = Metric(
    "bruges_letters_returned_last_week",
    "Letters of the last 7 days that came back (bounce) or were called unwanted (complaint), the newest 1000; "
    "the ten domains with most of them, and other.",
    ("reason", "domain"),
)
STILL = Metric("bruges_still_tables", "Running tables, not paused, at which nobody has moved for 7 days.")
STAND_IN = Metric(
    "bruges_stand_in_ratio", "Share of the stand-in among the newest 1000 turns that were played in the last day."
)
PLAYED = Metric("bruges_played_turns", "Turns over which that share is taken.")
BACKUP = Metric("bruges_last_backup_timestamp_seconds", "When the newest backup in BACKUP_DIR was made.")
DRILL = Metric("bruges_last_drill_timestamp_seconds", "When restoring a backup was last rehearsed.")
DRILL_OK = Metric("bruges_last_drill_success", "1 if that rehearsal found nothing wrong.")
RESTORED = Metric("bruges_last_restored_backup_timestamp_seconds", "When the newest backup was made that was restored.")

METRICS = (
    BUILD, DATABASE_UP, COUNTED_AT, PART_UP, HEARTBEAT, OUTAGES, UNREAD, UNREAD_AGE, LAID_ASIDE, OUTBOX, UNSENT_AGE,
    ANSWER, ANSWERS, OVERDUE, UNSWEPT, UNSWEPT_AGE, VERDICTS, RETURNED, STILL, STAND_IN, PLAYED, BACKUP, DRILL,
    DRILL_OK, RESTORED,
)  # fmt: skip

OTHER = "other"  # a label's value for all that have no value of their own

# Spans, from the door to the answer: a form or a provider's post is a request; `apply` carries out orders.
REQUEST, RECEIVE, READ, APPLY, WRITE, POST, SWEEP = (
    "request", "receive", "read", "apply", "outbox", "post", "sweep",
)  # fmt: skip
SPANS = (REQUEST, RECEIVE, READ, APPLY, WRITE, POST, SWEEP)
# What a span may say: which rows it is about, by their numbers, and words of our own. By the name in the code.
ATTRIBUTES = {name: f"bruges.{name}" for name in ("door", "letter_in", "letter_out", "verdict", "kind", "status")}

"""The figures in the text format of Prometheus, from a registry that lives as long as the answer."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator
from datetime import datetime

import django
from django.conf import settings
from django.db import connection
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from tournaments.running.metrics.counting import Figures
from tournaments.runtime import vocabulary
from tournaments.runtime.vocabulary import Metric

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
Sample = tuple[tuple[str, ...], float]  # the values of the labels, and the figure


class _OneAnswer(Collector):
    """A collector of what is known now."""

    def __init__(self, figures: Figures | None) -> None:
        self.figures = figures

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for metric, samples in families(self.figures):
            family = GaugeMetricFamily(metric.name, metric.help, labels=metric.labels)
            for labels, value in samples:
                family.add_metric(labels, value)
            yield family


def text(figures: Figures | None) -> bytes:
    """The page; None where the database does not answer."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_OneAnswer(figures))
    return generate_latest(registry)


def families(figures: Figures | None) -> Iterator[tuple[Metric, Iterable[Sample]]]:
    """Every metric with its samples: all figures but those of something that has not happened yet."""
    versions = (settings.VERSION, platform.python_version(), django.get_version(), connection.vendor)
    yield vocabulary.BUILD, [(versions, 1)]
    yield vocabulary.DATABASE_UP, _one(figures is not None)
    if figures is not None:
        yield from _of_parts(figures)
        yield from _of_letters(figures)
        yield from _of_games(figures)
        yield from _of_backups(figures)


def _of_parts(found: Figures) -> Iterator[tuple[Metric, Iterable[Sample]]]:
    yield vocabulary.COUNTED_AT, _moment(found.at)
    yield vocabulary.PART_UP, [((part.name,), part.works) for part in found.parts]
    yield vocabulary.HEARTBEAT, [((part.name,), part.at.timestamp()) for part in found.parts]
    yield vocabulary.OUTAGES, _one(len(found.outages))


def _of_letters(found: Figures) -> Iterator[tuple[Metric, Iterable[Sample]]]:
    yield vocabulary.UNREAD, _one(found.unread.count)
    yield vocabulary.UNREAD_AGE, _age(found, found.unread.oldest)
    yield vocabulary.LAID_ASIDE, _one(found.laid_aside)
    yield vocabulary.OUTBOX, [((state,), count) for state, count in sorted(found.outbox.items())]
    yield vocabulary.UNSENT_AGE, _age(found, found.unsent_since)
    times = (("0.5", found.answers.median), ("0.95", found.answers.most))
    yield vocabulary.ANSWER, [((quantile,), time.total_seconds()) for quantile, time in times if time is not None]
    yield vocabulary.ANSWERS, _one(found.answers.letters)
    yield vocabulary.VERDICTS, [((verdict,), count) for verdict, count in sorted(found.verdicts.items())]
    yield vocabulary.RETURNED, sorted(found.returned.items())


def _of_games(found: Figures) -> Iterator[tuple[Metric, Iterable[Sample]]]:
    yield vocabulary.OVERDUE, _one(found.overdue)
    yield vocabulary.UNSWEPT, _one(found.unswept.count)
    yield vocabulary.UNSWEPT_AGE, _age(found, found.unswept.oldest)
    yield vocabulary.STILL, _one(found.still_tables)
    yield vocabulary.STAND_IN, _one(found.stand_in / found.played) if found.played else []
    yield vocabulary.PLAYED, _one(found.played)


def _of_backups(found: Figures) -> Iterator[tuple[Metric, Iterable[Sample]]]:
    yield vocabulary.BACKUP, _moment(found.backup_at)
    yield vocabulary.DRILL, _moment(found.drill.at if found.drill else None)
    yield vocabulary.DRILL_OK, _one(not found.drill.trouble) if found.drill else []
    yield vocabulary.RESTORED, _moment(found.restored_at)


def _one(value: float) -> list[Sample]:
    return [((), value)]


def _moment(at: datetime | None) -> list[Sample]:
    return [] if at is None else [((), at.timestamp())]


def _age(found: Figures, since: datetime | None) -> list[Sample]:
    """The age in seconds, 0 where nothing waits; never less, as another machine's clock may be ahead."""
    return [((), 0.0 if since is None else max((found.at - since).total_seconds(), 0.0))]

"""The files for Prometheus in `deploy/`, and what the pages there say of watching: names that are really there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bruges_pbem import spans
from tests.shared import deploy_pages
from tournaments.running.metrics import counting, kept
from tournaments.runtime import vocabulary

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
METRIC = re.compile(r"\bbruges_\w+")
KNOWN = {metric.name: metric for metric in vocabulary.METRICS}


def rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yaml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def test_alerts_ask_for_metrics_that_there_are_and_say_what_to_do() -> None:
    found = rules()
    assert len(found) == 3
    for rule in found:
        asked = METRIC.findall(rule["expr"])
        assert asked
        assert [name for name in asked if name not in KNOWN] == []
        assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
        assert set(rule["annotations"]) == {"summary", "description"}
        labels = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
        assert labels <= {label for name in asked for label in KNOWN[name].labels}


def test_the_scrape_is_of_the_page_where_nobody_needs_a_token() -> None:
    (job,) = yaml.safe_load((DEPLOY / "prometheus" / "scrape.yaml").read_text())["scrape_configs"]
    assert {job["job_name"]} == set(re.findall(r'up\{job="(\w+)"\}', " ".join(rule["expr"] for rule in rules())))
    (target,) = job["static_configs"][0]["targets"]
    assert f"curl http://{target}/metrics" in deploy_pages.TEXT
    assert "metrics_path" not in job, "it is the usual one"


@pytest.mark.parametrize("metric", vocabulary.METRICS, ids=lambda metric: metric.name)
def test_metrics_are_named_as_prometheus_asks_for(metric: vocabulary.Metric) -> None:
    assert re.fullmatch(r"bruges_[a-z]+(_[a-z]+)*", metric.name)
    assert not metric.name.endswith(("_total", "_count", "_sum", "_bucket"))
    assert not re.search(r"_(ms|milliseconds|minutes|hours|days|percent)(_|$)", metric.name)
    assert metric.help.endswith(".")


def test_names_that_the_readme_says_are_those_of_the_vocabulary() -> None:
    assert {
        name for name in METRIC.findall(deploy_pages.TEXT) if not name.startswith(("bruges_pbem", "bruges_..."))
    } <= set(KNOWN)
    page = deploy_pages.text("watching")
    part = page[page.index("*Traces.*") : page.index("The desk's page")]
    assert [name for name in vocabulary.SPANS if f"`{name}`" not in part] == []
    assert spans.SERVICE == "bruges"
    assert (kept.SECONDS, counting.DOMAINS) == (10, 10), "as the README and the help have it"

"""The rules that come with qmonitor: what a night shift has to be told of, and nothing that passes by itself."""

from collections.abc import Sequence
from datetime import timedelta

from qmonitor.monitor.alerts.model import Level, Measure, Rule

MINUTE, HOUR, DAY = 60, 3600, 86_400

HOURLY = timedelta(hours=1)

DEFAULTS: Sequence[Rule] = (
    Rule("oldest-age-critical", Measure.OLDEST_AGE, HOUR, Level.CRITICAL, clear=50 * MINUTE, again=HOURLY),
    Rule("oldest-age-warning", Measure.OLDEST_AGE, 5 * MINUTE, clear=4 * MINUTE),
    Rule(
        "depth-critical", Measure.DEPTH, 100_000, Level.CRITICAL,
        clear=80_000, lasting=timedelta(minutes=5), again=HOURLY, enabled=False,
    ),
    Rule(
        "depth-warning", Measure.DEPTH, 10_000,
        clear=8_000, lasting=timedelta(minutes=5), enabled=False,
    ),
    Rule("failed-critical", Measure.FAILED, 100, Level.CRITICAL, again=HOURLY),
    Rule("failed-warning", Measure.FAILED, 1),
    Rule("attempts-warning", Measure.ATTEMPTS, 10),
    Rule("overdue-critical", Measure.OVERDUE, 15 * MINUTE, Level.CRITICAL, again=HOURLY),
    Rule("overdue-warning", Measure.OVERDUE, 2 * MINUTE),
    Rule("no-payload-warning", Measure.NO_PAYLOAD, 1),
    Rule("unscheduled-warning", Measure.UNSCHEDULED, 1),
    Rule("no-delivery-warning", Measure.NO_DELIVERY, 10 * MINUTE),
    Rule("unreachable-critical", Measure.UNREACHABLE, MINUTE, Level.CRITICAL, again=HOURLY),
    Rule("near-limit-critical", Measure.NEAR_LIMIT, DAY, Level.CRITICAL, again=timedelta(hours=8)),
    Rule("near-limit-warning", Measure.NEAR_LIMIT, 3 * DAY),
)  # fmt: skip
"""Depths are off: a deep queue may be moving well. The time until a source drops messages is judged where the source
says for how long it keeps them; of others only who runs them knows, and may say so in a rule of their own."""

"""Which destination needs a person most: the one that is looked at first."""

from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.status import SEVERITY, status
from qmonitor.queues.model import Depth, Destination


def worst(depth: Depth, destinations: tuple[Destination, ...], series: SeriesBook) -> Destination | None:
    """By the severity of its state, then whether messages failed, then the oldest one; None where there is none."""
    rows = {row.key: row for row in depth.rows}

    def badness(destination: Destination) -> tuple[int, bool, float]:
        row = rows.get(destination)
        found = status(row, series.get(destination), depth.as_of)
        age = row.oldest_seconds if row is not None else None
        calm = row is None or not row.failed
        return SEVERITY.index(found.kind), calm, -(age or 0.0)

    every = dict.fromkeys((*rows, *destinations))
    return min(every, key=badness) if every else None

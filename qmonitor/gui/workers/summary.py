"""How the workers of a source stand, in a sentence."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from qmonitor.gui import text
from qmonitor.gui.workers.row import Row
from qmonitor.queues.errors import QueueError


def of(rows: Sequence[Row], *, problem: QueueError | None) -> str:
    """Those that run, and those that a person has to see to; of a problem the whole, unless the panel is empty but
    for that.
    """
    if problem is not None:
        return text.explain(problem) if rows else _tr("Nothing can be sent from here")
    if not rows:
        return _tr("No worker is set up")
    running, ended = sum(row.runs for row in rows), sum(row.troubled for row in rows)
    if ended:
        words = _tr("{running} of {count} workers run, {ended} ended by themselves")
        if ended == 1:
            words = _tr("{running} of {count} workers run, 1 ended by itself")
    elif running == len(rows) == 1:
        words = _tr("The worker runs")
    elif running:
        words = _tr("{running} of {count} workers run")
    elif len(rows) == 1:
        words = _tr("The worker is stopped")
    else:
        words = _tr("All {count} workers are stopped")
    return words.format(running=text.number(running), count=text.number(len(rows)), ended=text.number(ended))


def _tr(words: str) -> str:
    return QCoreApplication.translate("WorkersPanel", words)

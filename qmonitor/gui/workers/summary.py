"""How the workers of a source stand, in a sentence."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from qmonitor.gui import text
from qmonitor.gui.workers.row import Row
from qmonitor.queues.errors import QueueError
from qmonitor.queues.working import Phase


def of(rows: Sequence[Row], *, problem: QueueError | None) -> str:
    """Those that run, and those that a person has to see to; of a problem the whole, unless the panel is empty but
    for that.
    """
    if problem is not None:
        return text.explain(problem) if rows else _tr("Nothing can be sent from here")
    if not rows:
        return _tr("No worker is set up")
    running, ended, held = (sum(map(which, rows)) for which in (_runs, _ended, _holds))
    if ended:
        words = _tr("{running} of {count} workers run, {ended} ended by themselves")
        if ended == 1:
            words = _tr("{running} of {count} workers run, 1 ended by itself")
    elif held:
        words = _tr("{running} of {count} workers run, {held} of them hold back")
        if held == 1:
            words = _tr("{running} of {count} workers run, 1 of them holds back")
        if held == len(rows) == 1:
            words = _tr("The worker holds back")
    elif running == len(rows) == 1:
        words = _tr("The worker runs")
    elif running:
        words = _tr("{running} of {count} workers run")
    elif len(rows) == 1:
        words = _tr("The worker is stopped")
    else:
        words = _tr("All {count} workers are stopped")
    figures = {"running": running, "count": len(rows), "ended": ended, "held": held}
    return words.format(**{name: text.number(figure) for name, figure in figures.items()})


def _runs(row: Row) -> bool:
    return row.runs


def _ended(row: Row) -> bool:
    return row.troubled


def _holds(row: Row) -> bool:
    """Whether it runs, and can't go on for now."""
    return row.runs and row.phase is Phase.HOLDING


def _tr(words: str) -> str:
    return QCoreApplication.translate("WorkersPanel", words)

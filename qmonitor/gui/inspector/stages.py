"""Where a message is in a queue that knows stages, in sentences; and what it lacks, where it can't go on as it is."""

from PySide6.QtCore import QCoreApplication

from qmonitor.gui import text
from qmonitor.queues.model import Item, Lack, Stage

translate = QCoreApplication.translate


def sentence(item: Item, where: str) -> str:
    """Where it stands; "" for a stage that qmonitor does not know. `where` is its destination, fit for a label."""
    if item.lacks is not None:
        return _lacking(item.lacks)
    return _at(item.stage or "").format(where=where)


def _lacking(what: Lack) -> str:
    sentences: dict[Lack, str] = {
        Lack.BODY: translate(
            "inspector",
            "Its body is gone: the entry was trimmed or deleted while a worker had it. Only the group still knows of"
            " it, so there is nothing left to send or retry.",
        ),
        Lack.PAYLOAD: translate(
            "inspector",
            "Its payload is missing: it waits for its time, but there will be nothing to run. A dispatcher drops it"
            " when it is due.",
        ),
        Lack.SCHEDULE: translate(
            "inspector", "It will never run: its payload is stored, but it has no time at which anybody would send it."
        ),
    }
    return sentences[what]


def _at(stage: str) -> str:
    sentences: dict[str, str] = {
        Stage.UNDELIVERED: translate("inspector", "Waits for a worker of {where}."),
        Stage.IN_FLIGHT: translate("inspector", "In flight: a worker of {where} has it in hand."),
        Stage.DELAYED: translate("inspector", "Waits for its time, to be tried again by {where}."),
        Stage.DUE: translate("inspector", "Its time has come: a dispatcher sends it to {where} again."),
        Stage.DEAD: translate("inspector", "Dead-lettered: nobody tries it again unless a person does."),
        Stage.REFUSED: translate(
            "inspector", "Failed without a retry. Only the event that tells of it is here: there is nothing to retry."
        ),
    }
    return sentences.get(stage, "")


def words(item: Item) -> str:
    """State and stage as one value."""
    known, stage = text.state(item.state), text.stage(item.stage, item.lacks)
    return f"{known} · {stage}" if stage not in ("", known) else known

"""What is said of a search: how far it is, what it has found, and what it could not look into."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from qmonitor.gui import text
from qmonitor.monitor.search import Asked, How
from qmonitor.queues.model import ItemId

if TYPE_CHECKING:
    from qmonitor.monitor.search.scan import Step


def label(how: How) -> str:
    """The name of a way to search."""
    return {
        How.TEXT: QCoreApplication.translate("FindPanel", "Text"),
        How.PATH: QCoreApplication.translate("FindPanel", "HL7 path"),
        How.PERSON: QCoreApplication.translate("FindPanel", "Person's identifier"),
        How.PATTERN: QCoreApplication.translate("FindPanel", "Regular expression"),
    }[how]


def example(how: How) -> str:
    """What may be typed, in the empty field."""
    return {
        How.TEXT: QCoreApplication.translate("FindPanel", "Any part of a message"),
        How.PATH: QCoreApplication.translate("FindPanel", "PID-3.1=12345, or a path alone for any value"),
        How.PERSON: QCoreApplication.translate("FindPanel", "The whole identifier: found in messages of every kind"),
        How.PATTERN: QCoreApplication.translate("FindPanel", "OBX\\|\\d+\\|ED"),
    }[how]


def idle(assumed: str) -> str:
    """What a search would do; `assumed` is the encoding that is taken where a message does not say its own."""
    words = QCoreApplication.translate("FindPanel", "Searches the messages themselves, not only what is known of them.")
    if not assumed:
        return words
    from qmonitor.payloads.decoding import called

    more = QCoreApplication.translate("FindPanel", "Those that do not say their encoding are read as {encoding}.")
    return f"{words} {more.format(encoding=called(assumed))}"


def summary(step: Step, found: int, *, going: bool) -> str:
    """How much was found, and in what."""
    if step.complete:
        return _complete(step, found)
    if step.at is None:
        return QCoreApplication.translate("FindPanel", "Searching …") if going else _nothing()
    words = QCoreApplication.translate(
        "FindPanel", "{found} found so far; ids {from_id} to {to_id} of those to {last} are searched ({percent} %)"
    )
    if not going:
        words = QCoreApplication.translate(
            "FindPanel",
            "Stopped: {found} found; only ids {from_id} to {to_id} of those to {last} are searched ({percent} %)",
        )
    return words.format(
        found=text.number(found),
        from_id=_id(step.first),
        to_id=_id(step.at),
        last=_id(step.last),
        percent=int(100 * step.share),
    )


def _complete(step: Step, found: int) -> str:
    if not step.looked:
        return QCoreApplication.translate("FindPanel", "There are no messages to search here.")
    if found == 1:
        words = QCoreApplication.translate("FindPanel", "1 message found; all {looked} are searched")
    elif found:
        words = QCoreApplication.translate("FindPanel", "{found} messages found; all {looked} are searched")
    else:
        words = QCoreApplication.translate("FindPanel", "Nothing found; all {looked} messages are searched")
    return words.format(found=text.number(found), looked=text.number(step.looked))


def emptiness(asked: Asked, filters: Sequence[str], without: int | None) -> str:
    """Of nothing that was found: which filters were in force, how many messages there are without, and what counted."""
    said = []
    if filters:
        only = QCoreApplication.translate("FindPanel", "Only this was searched: {where}.")
        said.append(only.format(where="; ".join(filters)))
        if without is not None:
            there = QCoreApplication.translate("FindPanel", "Without these filters there are {count} messages.")
            if without == 1:
                there = QCoreApplication.translate("FindPanel", "Without these filters there is 1 message.")
            said.append(there.format(count=text.number(without)))
    if asked.how in (How.TEXT, How.PATTERN) and not asked.ignore_case:
        said.append(QCoreApplication.translate("FindPanel", "Small and capital letters were told apart."))
    return " ".join(said)


def _nothing() -> str:
    return QCoreApplication.translate("FindPanel", "Stopped before anything was searched.")


def _id(item: ItemId | None) -> str:
    return text.number(item) if isinstance(item, int) else str(item)

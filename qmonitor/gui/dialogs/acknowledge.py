"""That a person knows of alerts, and what the next one is to know about it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from qmonitor.gui import alert_words as words
from qmonitor.gui import text
from qmonitor.gui.dialogs.frame import Frame
from qmonitor.monitor.alerts.model import Alert

NAMED = 5
"""So many alerts are named."""


class AcknowledgeDialog(Frame):
    """Names the alerts and asks for a note. Opened without waiting for it.

    Signals:
        confirmed(note): a person acknowledges these; the note may be empty.
    """

    confirmed = Signal(str)

    def __init__(self, alerts: Sequence[Alert], actor: str, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Acknowledge"), parent)
        self.setObjectName("acknowledge-dialog")
        self.scrolling()
        asked = self.tr("Acknowledge this alert?") if len(alerts) == 1 else self.tr("Acknowledge {count} alerts?")
        self.say(asked.format(count=text.number(len(alerts))), strong=True)
        for alert in alerts[:NAMED]:
            said = self.tr("{place}: {sentence}")
            self.say(said.format(place=words.place(alert), sentence=words.sentence(alert, None)))
        if len(alerts) > NAMED:
            more = len(alerts) - NAMED
            said = self.tr("… and 1 more") if more == 1 else self.tr("… and {count} more")
            self.say(said.format(count=text.number(more)), "muted")
        self.say(self.tr("It stays in the list and is not told again. Nothing in the queue changes."), "muted")
        self.standing()
        self.rule()
        self.note = QLineEdit()
        self.note.setPlaceholderText(self.tr("such as: receiver is rebuilt until 7:00"))
        self.field("note", self.tr("&Note for whoever comes next"), self.note)
        self.say(self.tr("Kept in the journal with your name, {actor}.").format(actor=actor), "muted")
        self.say(self.tr("Nothing about patients, please: what stands in the journal can't be erased."), "muted")
        self.buttons(self.tr("Acknowledge"), self.tr("Cancel"))

    def accept(self) -> None:
        self.confirmed.emit(self.note.text().strip())
        super().accept()

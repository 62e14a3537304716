"""How much of a destination, or up to when: what has to be known before a plan can be made."""

from dataclasses import replace
from datetime import timedelta

from PySide6.QtCore import QDateTime, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDateTimeEdit,
    QHBoxLayout,
    QRadioButton,
    QSpinBox,
    QWidget,
)

from qmonitor.gui import text
from qmonitor.gui.action_names import action_name
from qmonitor.gui.dialogs.frame import Frame, outline
from qmonitor.queues import times
from qmonitor.queues.model import Destination, Query
from qmonitor.queues.times import Instant
from qmonitor.values import dataclass

UNITS = (60, 3600, 86_400)
"""Seconds in a minute, an hour, a day."""

PURGE_DAYS = 30
"""Finished messages older than this are proposed for a purge."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What `Admin.plan` needs beside the action's name."""

    query: Query
    include_failed: bool = False
    first: int | None = None
    older_than: timedelta | None = None
    before: Instant | None = None


class ScopeDialog(Frame):
    """Asks how far an action on a destination reaches. Nothing is planned before it is accepted."""

    def __init__(
        self,
        action: str,
        destination: Destination | None,
        filtered: Query | None,
        parent: QWidget | None = None,
        now: Instant | None = None,
    ) -> None:
        """`now` is the present by the source's own clock; None: by this machine's."""
        super().__init__(action_name(action), parent)
        self.setObjectName("scope-dialog")
        self._destination = destination
        self._filtered = filtered
        self._choices = QButtonGroup(self)
        self._failed: QCheckBox | None = None
        self._before: QDateTimeEdit | None = None
        self.scrolling()
        if action == "purge":
            self._ask_cutoff(now or times.now())
        else:
            self.say(self.tr("Which messages of {destination}?").format(destination=destination), strong=True)
        if action == "drain":
            self._ask_portion()
        if action in ("drain", "retry-now"):
            self._failed = QCheckBox(self.tr("Also those that fa&iled"))
            self._name(self._failed, "include-failed")
            outline(self._failed)
            self.part.addWidget(self._failed)
        self.say(self.tr("Next you see exactly what would be done. Nothing is changed before you confirm it."), "muted")
        self.standing()
        self.buttons(self.tr("Continue"), self.tr("Cancel"))

    @classmethod
    def ask(
        cls,
        action: str,
        destination: Destination | None,
        filtered: Query | None,
        parent: QWidget | None = None,
        now: Instant | None = None,
    ) -> Scope | None:
        """Ask and wait; None where the person says no. `filtered` is the table's query where it filters at all."""
        dialog = cls(action, destination, filtered, parent, now)
        accepted = dialog.exec() == cls.DialogCode.Accepted
        answer = dialog.scope() if accepted else None
        dialog.deleteLater()
        return answer

    def scope(self) -> Scope:
        if self._before is not None:
            return Scope(Query(), before=times.from_ns(self._before.dateTime().toSecsSinceEpoch() * times.NS))
        query = Query() if self._destination is None else of(self._destination)
        whole = Scope(query, include_failed=self._failed is not None and self._failed.isChecked())
        match self._chosen():
            case "first":
                return replace(whole, first=self._first.value())
            case "older":
                return replace(
                    whole, older_than=timedelta(seconds=self._age.value() * UNITS[self._unit.currentIndex()])
                )
            case "filter" if self._filtered is not None:
                return replace(whole, query=replace(self._filtered, state=None))
        return whole

    def _chosen(self) -> str:
        button = self._choices.checkedButton()
        return button.objectName() if button is not None else ""

    def _ask_cutoff(self, now: Instant) -> None:
        self.say(self.tr("Delete the delivered and skipped messages of all destinations"), strong=True)
        self.say(self.tr("Those that finished before this time are deleted. Pending and failed ones stay."))
        self._before = QDateTimeEdit(QDateTime.fromSecsSinceEpoch((now.ns or 0) // times.NS).addDays(-PURGE_DAYS))
        self._before.setCalendarPopup(True)
        self._before.setDisplayFormat("yyyy-MM-dd HH:mm:ss")
        self.field("before", self.tr("Finished &before (local time)"), self._before)

    def _ask_portion(self) -> None:
        self._choice("all", self.tr("&All that are pending"))
        self._first = self._number("first-count", self.tr("How many"), 100, 10_000_000)
        self._choice("first", self.tr("The &first, in order of delivery:"), self._first)
        self._age = self._number("older-count", self.tr("How old"), 1, 100_000)
        self._unit = QComboBox()
        self._unit.addItems([self.tr("minutes"), self.tr("hours"), self.tr("days")])
        self._unit.setCurrentIndex(2)
        self._name(self._unit, "older-unit", self.tr("Unit of the age"))
        self._choice("older", self.tr("Those &older than:"), self._age, self._unit)
        if self._filtered is not None:
            self._choice("filter", self.tr("Those that &match the table's filter"))
        self.choose("all")

    def _choice(self, name: str, label: str, *inputs: QWidget) -> None:
        button = QRadioButton(label)
        self._name(button, name)
        outline(button)
        self._choices.addButton(button)
        self.first = self.first or button
        row = QHBoxLayout()
        row.addWidget(button)
        for widget in inputs:
            row.addWidget(widget)
            widget.setEnabled(False)
            button.toggled.connect(widget.setEnabled)
        row.addStretch(1)
        self.part.addLayout(row)

    def _number(self, name: str, meaning: str, value: int, most: int) -> QSpinBox:
        box = QSpinBox()
        box.setRange(1, most)
        box.setValue(value)
        self._name(box, name, meaning)
        return box

    @staticmethod
    def _name(widget: QWidget, name: str, meaning: str = "") -> None:
        widget.setObjectName(name)
        widget.setAccessibleName(meaning or text.without_mnemonic(getattr(widget, "text", str)()))

    @Slot()
    def choose(self, name: str) -> None:
        """Check the choice of that name."""
        for button in self._choices.buttons():
            button.setChecked(button.objectName() == name)


def of(destination: Destination) -> Query:
    """Everything of one destination."""
    return Query(channel=destination.channel, destination=destination.destination)

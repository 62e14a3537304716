"""The alerts tab: what a person is to know of the source, and what can be done about knowing it."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from qmonitor.gui import alert_words as words
from qmonitor.gui import text, theme
from qmonitor.gui.alerts import snooze
from qmonitor.gui.alerts.model import AlertsModel, worst_of_each
from qmonitor.gui.alerts.table import AlertsTable
from qmonitor.gui.chips import as_chip, make_action
from qmonitor.gui.fitted import FittedText
from qmonitor.gui.hairline import Hairline
from qmonitor.monitor.alerts.model import Alert, Measure
from qmonitor.monitor.failures.said import veiled_alert
from qmonitor.queues import times
from qmonitor.queues.times import Instant


class AlertsPanel(QWidget):
    """The open alerts of one source and the last ones that were solved. It decides nothing: it asks.

    `needed` is how many open alerts nobody has taken yet.

    Signals:
        acknowledge_requested(keys), snooze_requested(keys, until), wake_requested(keys): for open alerts.
        destination_requested(Destination): to be shown.
        message_requested(Destination, id): the oldest message of an alert.
        failed_requested(Destination): the failed messages there, after `destination_requested`.
        rules_requested(rule's id, or "" for none of them).
        counted(): `needed`, or what `summary` says, is another one.
    """

    acknowledge_requested = Signal(object)
    snooze_requested = Signal(object, object)
    wake_requested = Signal(object)
    destination_requested = Signal(object)
    message_requested = Signal(object, object)
    failed_requested = Signal(object)
    rules_requested = Signal(str)
    counted = Signal()

    def __init__(self, parent: QWidget | None = None, clock: Callable[[], Instant] = times.now) -> None:
        super().__init__(parent)
        self.setObjectName("alerts-panel")
        self._clock = clock
        self._open: tuple[Alert, ...] = ()
        self._solved: tuple[Alert, ...] = ()
        self._now: Instant | None = None
        self._behind = self._masked = False
        self._rules = self._aside = 0
        self.needed = 0
        self.summary = ""
        self.model = AlertsModel(self)
        self.table = self.first = AlertsTable(self.model)  # see MessagesPanel: no focus proxy below tabs
        self.table.opened.connect(self._go)
        self.table.selectionModel().selectionChanged.connect(self._on_selection)
        self.table.customContextMenuRequested.connect(self._show_menu)
        self.model.modelReset.connect(self._on_selection)
        self._said = _said()
        self._detail = FittedText("alerts-detail", self.tr("The selected alert in full"), self)
        self._actions = self._make_actions()
        self._snoozes = self._make_snoozes()
        self._name_snoozes()
        self._lay_out()
        self._summarise()
        self._on_selection()

    # -- what it is told -------------------------------------------------------------------------------------

    def show_alerts(self, found: tuple[Alert, ...], solved: tuple[Alert, ...], now: Instant | None) -> None:
        """Show these; `now` is when the source was looked at last."""
        changed = found is not self._open or solved != self._solved
        self._open, self._solved, self._now = found, solved, now
        if changed:
            self._summarise()
        self._behind = self._behind or changed
        if self.isVisible():
            self._show()

    def set_masked(self, masked: bool) -> None:
        """Whether notes are shown as error texts are while names are masked."""
        if masked != self._masked:
            self._masked, self._behind = masked, True
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show()

    def _show(self) -> None:
        """Into the table what is not there yet."""
        if self._behind or self._now is None:
            shown = (*self._open, *worst_of_each(self._solved))
            self.model.show_alerts([veiled_alert(alert, masked=self._masked) for alert in shown], self._now)
        else:
            self.model.show_time(self._now)
        self._behind = False
        self._on_selection()

    def show_rules(self, count: int, aside: int = 0) -> None:
        """So many rules are switched on; `aside` of them mean nothing for dead letters, of which there are some."""
        self._rules, self._aside = count, aside
        self._summarise()

    def select(self, alert: Alert) -> None:
        """Turn to an open alert."""
        self._show()
        row = self.model.row_of(alert.key)
        if row is not None:
            self.table.lead_to(row)

    def _summarise(self) -> None:
        before = self.needed, self.summary
        taken = sum(alert.silent for alert in self._open)
        self.needed, self.summary = len(self._open) - taken, self._in_words(taken)
        self._said.setText(self.summary)
        if before != (self.needed, self.summary):
            self.counted.emit()

    def _in_words(self, taken: int) -> str:
        """How many are open, or how many rules there are to open one; and that others do not apply here."""
        said = _summary(len(self._open), taken, self._rules)
        if not self._aside:
            return said
        words = self.tr("{count} rules do not apply to dead letters.")
        if self._aside == 1:
            words = self.tr("1 rule does not apply to dead letters.")
        more = words.format(count=text.number(self._aside))
        return f"{said}{'' if said.endswith('.') else '.'} {more}"

    # -- what a person does ----------------------------------------------------------------------------------

    def _make_actions(self) -> dict[str, QAction]:
        calls: dict[str, tuple[str, Callable[[], None]]] = {
            "acknowledge": (self.tr("&Acknowledge…"), self._acknowledge),
            "wake": (self.tr("&Wake"), self._wake),
            "destination": (self.tr("Go to &destination"), self._go_to_destination),
            "message": (self.tr("Go to &message"), self._go_to_message),
            "failed": (self.tr("Go to &failed messages"), self._go_to_failed),
            "rule": (self.tr("&Rule…"), self._show_rule),
        }
        made = {}
        for name, (label, call) in calls.items():
            made[name] = make_action(self, f"alerts-{name}", label, call)
        return made

    def _make_snoozes(self) -> QMenu:
        menu = QMenu(self.tr("&Snooze"), self)
        menu.setObjectName("alerts-snooze-menu")
        for choice in snooze.CHOICES:
            action = menu.addAction("")
            action.setObjectName(f"alerts-snooze-{choice}")
            action.setData(choice)
            action.triggered.connect(partial(self._snooze, choice))
        menu.aboutToShow.connect(self._name_snoozes)
        return menu

    @Slot()
    def _name_snoozes(self) -> None:
        """As of now: the next morning is today's or tomorrow's."""
        for action in self._snoozes.actions():
            action.setText(snooze.label(action.data(), self._clock()))

    def _keys(self) -> tuple[object, ...]:
        return tuple(alert.key for alert in self.table.chosen() if alert.solved is None)

    def _acknowledge(self) -> None:
        if keys := self._keys():
            self.acknowledge_requested.emit(keys)

    def _wake(self) -> None:
        if keys := self._keys():
            self.wake_requested.emit(keys)

    def _snooze(self, choice: str, _checked: bool = False) -> None:
        if keys := self._keys():
            self.snooze_requested.emit(keys, snooze.until(choice, self._clock()))

    def _only(self) -> Alert | None:
        chosen = self.table.chosen()
        return chosen[0] if len(chosen) == 1 else None

    def _go_to_destination(self) -> None:
        alert = self._only()
        if alert is not None and alert.destination is not None:
            self.destination_requested.emit(alert.destination)

    def _go_to_message(self) -> None:
        alert = self._only()
        if alert is not None and alert.destination is not None and not words.over(alert):
            self.message_requested.emit(alert.destination, alert.item)

    def _go_to_failed(self) -> None:
        alert = self._only()
        if alert is not None and alert.destination is not None:
            self.destination_requested.emit(alert.destination)
            self.failed_requested.emit(alert.destination)

    def _show_rule(self) -> None:
        alert = self._only()
        self.rules_requested.emit(alert.rule.id if alert is not None else "")

    @Slot(object)
    def _go(self, alert: Alert) -> None:
        """Enter: to what it is about, as near as is known."""
        if alert.destination is None:
            return
        if not words.over(alert) and alert.solved is None:
            self.message_requested.emit(alert.destination, alert.item)
            return
        self.destination_requested.emit(alert.destination)
        if alert.rule.measure is Measure.FAILED:
            self.failed_requested.emit(alert.destination)

    @Slot()
    def _on_selection(self) -> None:
        """Show the selected alert in full, and offer what can be done with what is selected."""
        chosen, only = self.table.chosen(), self._only()
        self._detail.show_text("" if only is None else words.in_full(only, self.model.now))
        still_open = [alert for alert in chosen if alert.solved is None]
        self._allow("acknowledge", any(alert.acknowledged is None for alert in still_open))
        self._allow("wake", any(alert.silent for alert in still_open))
        self._allow("destination", only is not None and only.destination is not None)
        self._allow("message", only is not None and only.destination is not None and not words.over(only))
        failed = only is not None and only.rule.measure is Measure.FAILED
        self._allow("failed", failed)
        aside = only is not None and only.destination is not None and words.over(only) and not failed
        for name, shown in (("message", not failed and not aside), ("failed", failed), ("destination", aside)):
            self._buttons[name].setVisible(shown)
        self._snooze_button.setEnabled(bool(still_open))
        self._snoozes.setEnabled(bool(still_open))

    def _allow(self, name: str, can: bool) -> None:
        self._actions[name].setEnabled(can)

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setObjectName("alerts-menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self._actions["acknowledge"])
        menu.addMenu(self._snoozes)
        menu.addAction(self._actions["wake"])
        menu.addSeparator()
        menu.addActions([self._actions[name] for name in ("destination", "message", "failed", "rule")])
        menu.popup(self.table.viewport().mapToGlobal(place))

    # -- how it looks ----------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)
        bar = QHBoxLayout()
        bar.setContentsMargins(2 * theme.GRID, theme.GRID, 2 * theme.GRID, theme.GRID)
        bar.setSpacing(theme.GRID)
        bar.addWidget(self._said, 1)
        bar.addWidget(self._button("acknowledge"))
        self._snooze_button = self._snooze_chip()
        bar.addWidget(self._snooze_button)
        self._buttons = {name: self._button(name) for name in ("message", "failed", "destination")}
        for button in self._buttons.values():
            bar.addWidget(button)
        bar.addWidget(self._rules_button())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self.table, 1)
        layout.addWidget(Hairline())
        layout.addWidget(self._detail)

    def _button(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(self._actions[name])
        return as_chip(button, f"alerts-{name}-button", self._actions[name].iconText().rstrip("…"))

    def _snooze_chip(self) -> QToolButton:
        button = QToolButton(self)
        button.setText(self.tr("Snooze ▾"))
        button.setMenu(self._snoozes)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setToolTip(self.tr("Say nothing of the selected alerts for a while; they stay in the list"))
        return as_chip(button, "alerts-snooze-button", self.tr("Snooze"))

    def _rules_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setText(self.tr("Rules…"))
        button.setToolTip(self.tr("When alerts are to come"))
        button.clicked.connect(self._show_rule)
        return as_chip(button, "alerts-rules-button", self.tr("Rules"))


def _said() -> QLabel:
    said = QLabel()
    said.setObjectName("alerts-said")
    said.setTextFormat(Qt.TextFormat.PlainText)
    said.setWordWrap(True)
    theme.dress(said, "muted")
    return said


def _summary(count: int, taken: int, rules: int) -> str:
    """How many alerts are open, and how many rules there are to open one, in a sentence or two."""
    if count:
        words = QCoreApplication.translate("AlertsPanel", "{count} alerts open")
        if count == 1:
            words = QCoreApplication.translate("AlertsPanel", "1 alert open")
        if taken:
            words = QCoreApplication.translate("AlertsPanel", "{count} alerts open, {taken} of them silenced")
        if taken == count:
            words = QCoreApplication.translate("AlertsPanel", "{count} alerts open, all silenced")
        if taken == count == 1:
            words = QCoreApplication.translate("AlertsPanel", "1 alert open, silenced")
        return words.format(count=text.number(count), taken=text.number(taken))
    if not rules:
        return QCoreApplication.translate("AlertsPanel", "No rule is switched on, so no alert will come.")
    if rules == 1:
        return QCoreApplication.translate("AlertsPanel", "No alert is open. 1 rule is watched.")
    words = QCoreApplication.translate("AlertsPanel", "No alert is open. {count} rules are watched.")
    return words.format(count=text.number(rules))

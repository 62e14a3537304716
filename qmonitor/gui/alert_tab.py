"""The alerts tab of one source, and the lines of its charts: connected with the alerts of all sources."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance, Slot
from PySide6.QtWidgets import QTabWidget, QWidget

from qmonitor.gui import text
from qmonitor.gui.alerting import Alerting
from qmonitor.monitor.alerts.model import Alert, AlertKey, Rule
from qmonitor.queues.model import ORDINARY, Depth, Destination, Traits
from qmonitor.queues.times import Instant


class Panel(Protocol):
    """What is asked of the alerts panel."""

    acknowledge_requested: SignalInstance
    snooze_requested: SignalInstance
    wake_requested: SignalInstance
    rules_requested: SignalInstance
    counted: SignalInstance
    needed: int
    summary: str

    def show_alerts(self, found: tuple[Alert, ...], solved: tuple[Alert, ...], now: Instant | None) -> None: ...

    def show_rules(self, count: int, aside: int = 0) -> None: ...


class AlertTab(QObject):
    """Shows the panel what there is, keeps the title of its tab, and hands on what a person asks for in it.

    Signals:
        ruled(): other rules hold, or another destination is looked at: see `rules` and `here`.
        marked(alerts): where alerts are open, how bad, or whether taken has changed; see `alerts`.
    """

    ruled = Signal()
    marked = Signal(object)

    def __init__(self, panel: Panel, tab: QWidget, tabs: QTabWidget, alerting: Alerting, target: str) -> None:
        """`tab` is the panel as a widget, which is in `tabs` already."""
        super().__init__(tab)
        self.setObjectName("alert-tab")
        self._panel, self._tab, self._tabs = panel, tab, tabs
        self._alerting, self._target = alerting, target
        self._now: Instant | None = None
        self._rules: Sequence[Rule] | None = None
        self._open: tuple[Alert, ...] = ()
        self._marks: list[object] = []
        self._kinds = frozenset({ORDINARY})
        self.traits: Mapping[str, Traits] = {}
        """What queues of a channel are like, as the last look told: see `Depth.traits`."""
        self.here: Destination | None = None
        panel.acknowledge_requested.connect(self._on_acknowledge)
        panel.snooze_requested.connect(self._on_snooze)
        panel.wake_requested.connect(self._on_wake)
        panel.rules_requested.connect(self.ask_for_rules)
        panel.counted.connect(self._write_title)
        alerting.changed.connect(self.refresh)
        self._write_title()
        self.refresh()

    @property
    def most(self) -> Traits:
        """What the queues of the source are like where all are alike, else ordinary."""
        return next(iter(self._kinds)) if len(self._kinds) == 1 else ORDINARY

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Those that hold now."""
        return self._alerting.rules

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """The open ones, as they were shown last."""
        return self._open

    def note(self, depth: Depth) -> None:
        """What kinds of queues a look found: other rules mean something there."""
        kinds = depth.kinds()
        if (depth.traits, kinds) != (self.traits, self._kinds):
            self.traits, self._kinds, self._rules = depth.traits, kinds, None

    def show_time(self, now: Instant) -> None:
        """The source was looked at; what that look brought was judged already."""
        self._now = now
        self.refresh()

    @Slot(object)
    def look_at(self, destination: Destination | None) -> None:
        """Another destination is selected."""
        self.here = destination
        self.ruled.emit()

    @Slot()
    def refresh(self) -> None:
        """Show what there is now."""
        found = self._alerting.open(self._target)
        self._panel.show_alerts(found, self._alerting.solved(self._target), self._now)
        self._mark(found)
        if self._rules is not self.rules:
            self._rules = self.rules
            on = [rule for rule in self._rules if rule.enabled]
            dead = [traits for traits in self._kinds if traits.dead]
            aside = sum(rule.suits(ORDINARY) and not any(map(rule.suits, dead)) for rule in on) if dead else 0
            self._panel.show_rules(sum(any(map(rule.suits, self._kinds)) for rule in on), aside)
            self.ruled.emit()

    def _mark(self, found: tuple[Alert, ...]) -> None:
        """Tell where alerts are, unless only their figures have changed: those do at every look."""
        if found is self._open:
            return
        self._open, before = found, self._marks
        self._marks = [(alert.destination, alert.level, alert.silent) for alert in found]
        if self._marks != before:
            self.marked.emit(found)

    @Slot(str)
    def ask_for_rules(self, name: str = "") -> None:
        """Open the dialog of the rules, at the one with this id."""
        self._alerting.ask_for_rules(name, self.here, self._tab.window())

    @Slot(object)
    def _on_acknowledge(self, keys: Sequence[AlertKey]) -> None:
        self._alerting.ask_to_acknowledge(keys, self._tab.window())

    @Slot(object, object)
    def _on_snooze(self, keys: Sequence[AlertKey], until: Instant) -> None:
        self._alerting.snooze(keys, until)

    @Slot(object)
    def _on_wake(self, keys: Sequence[AlertKey]) -> None:
        self._alerting.wake(keys)

    @Slot()
    def _write_title(self) -> None:
        """With how many alerts need a person; the tip says the rest."""
        index, count = self._tabs.indexOf(self._tab), self._panel.needed
        title = self.tr("Alerts {count}").format(count=text.number(count)) if count else self.tr("Alerts")
        if self._tabs.tabText(index) != title:
            self._tabs.setTabText(index, title)
        self._tabs.setTabToolTip(index, self._panel.summary)

"""The panels on one source, in their places and connected with its session."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from qmonitor.gui import text
from qmonitor.gui.actions import Actions, Place, Selection
from qmonitor.gui.alert_tab import AlertTab
from qmonitor.gui.alerting import Alerting
from qmonitor.gui.alerts import AlertsPanel
from qmonitor.gui.banner import Notice
from qmonitor.gui.charts import ChartsPanel, thresholds
from qmonitor.gui.columns import Columns
from qmonitor.gui.destinations import DestinationsPanel
from qmonitor.gui.dialogs.files import ask_new_file
from qmonitor.gui.exports import Exports
from qmonitor.gui.focus import Focus
from qmonitor.gui.hosting import Hosting
from qmonitor.gui.inspector import InspectorPanel
from qmonitor.gui.masking import Masking
from qmonitor.gui.message_exports import MessageExports
from qmonitor.gui.messages import MessagesPanel
from qmonitor.gui.panels.late import LateTabs, Scope
from qmonitor.gui.queue_tab import QueueTab
from qmonitor.gui.session import Session
from qmonitor.gui.settings import Settings
from qmonitor.gui.tabs import Later, Tabs
from qmonitor.gui.worker_tab import WorkerTab
from qmonitor.gui.workers import WorkersPanel
from qmonitor.monitor.alerts.model import Alert
from qmonitor.monitor.clock import SourceClock
from qmonitor.monitor.sampler import Sample
from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.standing import Standing
from qmonitor.monitor.status import delivery
from qmonitor.queues.model import ORDINARY, Among, DepthRow, Destination, Item, ItemId, State
from qmonitor.queues.plan import Report
from qmonitor.queues.source import has_pools, location
from qmonitor.queues.times import Instant

if TYPE_CHECKING:
    from qmonitor.gui.audit import AuditPanel
    from qmonitor.gui.errors import ErrorsPanel
    from qmonitor.gui.find import FindPanel


class Panels(QWidget):
    """Destinations, charts, messages, workers, alerts, audit and inspector of one source.

    Made when they are first looked at; of the tabs three are made when these are seen first.

    Signals:
        selection_changed(): another selection stands for actions.
        told(Notice): how something went.
        act_requested(Spec, Selection): something is to be done to other messages than those that are selected.
        worker_settings_requested(): which destinations are sent from here, and where to.
    """

    selection_changed = Signal()
    told = Signal(object)
    act_requested = Signal(object, object)
    worker_settings_requested = Signal()

    def __init__(
        self,
        session: Session,
        commands: Actions,
        settings: Settings,
        alerting: Alerting,
        masking: Masking,
        hosting: Hosting,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panels")
        self._settings, self._session = settings, session
        self._masking = masking
        self._placed = False
        self._first: Destination | None = None
        self._remembered: Destination | None = None
        self._series: SeriesBook | None = None
        self._now: Instant | None = None
        self._clock = SourceClock()
        self.destinations = DestinationsPanel()
        self.charts = ChartsPanel()
        self.messages = MessagesPanel(clock=self._clock)
        self.workers = WorkersPanel(shared=has_pools(session.target))
        self.alerts = AlertsPanel()
        self.inspector = InspectorPanel(clock=self._clock, ask_file=partial(ask_new_file, replaces=False))
        self.focus = Focus(self.messages, session, self)
        self._late = LateTabs(session, commands, settings, masking, self._scope, self)
        self.tabs = self._make_tabs()
        self.queue_tab = QueueTab(self.tabs, self.alerts)
        self._columns = Columns(self.destinations, self.charts, self.tabs, self.inspector, settings)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._columns)
        self._connect_panels()
        self._connect_session(session)
        self._connect_inspector(session)
        self._connect_charts(session)
        self._connect_alerts(AlertTab(self.alerts, self.alerts, self.tabs, alerting, location(session.target)))
        self._connect_workers(WorkerTab(self.workers, self.workers, self.tabs, hosting))
        self._connect_late(session)
        self._connect_masking(masking)
        self.messages.add_context_actions(commands.in_sections(Place.CONTEXT))
        self.destinations.add_context_actions(commands.in_sections(Place.DESTINATION))

    def _make_tabs(self) -> Tabs:
        tabs = Tabs()
        tabs.setObjectName("tabs")
        tabs.setAccessibleName(self.tr("Views"))
        tabs.addTab(self.messages, self.tr("Messages"))
        tabs.addTab(self._late.errors, self.tr("Errors"))
        tabs.addTab(self._late.finder, self.tr("Find"))
        tabs.addTab(self.workers, self.tr("Workers"))
        tabs.addTab(self.alerts, self.tr("Alerts"))
        tabs.addTab(self._late.audit, self.tr("Audit"))
        return tabs

    def _connect_panels(self) -> None:
        self.destinations.destination_selected.connect(self.messages.set_destination)
        self.destinations.destination_selected.connect(self.charts.select)
        self.destinations.destination_selected.connect(self.focus.look_at)
        self.charts.destination_selected.connect(self.destinations.select)
        self.messages.item_selected.connect(self.focus.inspect)
        self.messages.selection_changed.connect(self.selection_changed)
        self.messages.query_changed.connect(self.selection_changed)
        self.messages.inspect_requested.connect(self._on_inspect_requested)
        self.messages.destination_requested.connect(self.destinations.select)
        self.messages.restore_layout(self._settings.get("messages/columns"))
        self.messages.layout_changed.connect(self._on_layout_changed)
        self.focus.item_shown.connect(self._show_item)
        self.focus.item_lost.connect(self.inspector.show_lost)
        self.focus.changed.connect(self.selection_changed)

    def _connect_session(self, session: Session) -> None:
        session.page_loaded.connect(self.messages.show_page)
        session.page_failed.connect(self.messages.show_error)
        session.count_loaded.connect(self.messages.show_count)
        self.messages.page_requested.connect(session.request_page)
        self.messages.count_requested.connect(session.request_count)

    def _connect_inspector(self, session: Session) -> None:
        self.inspector.begin_with(
            self._settings.get("inspector/tab"),
            empty_shown=self._settings.get("inspector/empty-fields"),
            assumed=self._settings.assumed(session.target),
        )
        self.inspector.work_requested.connect(session.request_insight)
        session.looked_into.connect(self.inspector.take)
        session.look_failed.connect(self.inspector.take_error)
        self.inspector.tab_chosen.connect(partial(self._settings.set, "inspector/tab"))
        self.inspector.empty_toggled.connect(partial(self._settings.set, "inspector/empty-fields"))
        self.inspector.assumed_chosen.connect(partial(self._settings.assume, session.target))

    def _connect_late(self, session: Session) -> None:
        late = self._late
        late.act_requested.connect(self.act_requested)
        late.message_requested.connect(self._on_message_requested)
        late.group_requested.connect(self._on_group_requested)
        late.hit_requested.connect(self._on_found_requested)
        late.hits_requested.connect(self._on_found_filter)
        self.inspector.assumed_chosen.connect(late.set_assumed)
        self.message_exports = MessageExports(session, self)
        self.message_exports.told.connect(self.told)
        self.messages.jumps.widened.connect(self._on_widened)
        self.destinations.destination_selected.connect(late.offer_scope)
        self.messages.query_changed.connect(late.offer_scope)

    # -- the tabs that are made late ---------------------------------------------------------------------------

    @property
    def errors(self) -> "ErrorsPanel":
        return self._late.errors.panel

    @property
    def finder(self) -> "FindPanel":
        return self._late.finder.panel

    @property
    def audit(self) -> "AuditPanel":
        return self._late.audit.panel

    def _scope(self) -> Scope:
        return self.focus.destination, self.focus.filtered(), self.messages.filters.filters()

    @Slot(object, object, int, int)
    def _on_found_requested(self, destination: Destination, item: ItemId, begin: int, end: int) -> None:
        """Go to a message that was found, and to the place: what is known beside the payload has none there."""
        self.inspector.show_hit(item, begin, end)
        self.destinations.select(destination)
        self.go_to("messages")
        self.messages.jumps.lead_to(item)

    @Slot(object)
    def _on_widened(self, item: ItemId) -> None:
        words = self.tr("The filters left out message {id}; they are cleared, so that it is seen.")
        self.told.emit(Notice("found", words.format(id=text.line(str(item), 80)), dismissable=True))

    @Slot(object)
    def _on_found_filter(self, among: Among) -> None:
        self.destinations.select(None)
        self.messages.show_among(among)
        self.go_to("messages")

    def _connect_masking(self, masking: Masking) -> None:
        masking.changed.connect(self._show_masked)
        self._show_masked()

    @Slot()
    def _show_masked(self) -> None:
        """What tells of persons is shown, or masked, in every panel at once."""
        masked = self._masking.on
        self.destinations.set_masked(masked)
        self.messages.set_masked(masked)
        self._late.set_masked(masked)
        self.workers.set_masked(masked)
        self.alerts.set_masked(masked)
        self.inspector.set_masked(masked)

    @Slot(object, object)
    def _on_group_requested(self, destination: Destination, among: Among) -> None:
        self.destinations.select(destination)
        self.go_to("messages")
        self.messages.show_among(among)

    def _connect_charts(self, session: Session) -> None:
        self.charts.set_range(self._settings.get("charts/range"))
        self.charts.set_logarithmic(self._settings.get("charts/logarithmic"))
        self.charts.set_multiples(self._settings.get("charts/multiples"))
        self.charts.looks_changed.connect(self._on_looks)
        self.exports = Exports(self.charts, session, self)
        self.exports.told.connect(self.told)
        self.charts.export_requested.connect(self.exports.ask)

    @Slot(bool, bool)
    def _on_looks(self, logarithmic: bool, multiples: bool) -> None:
        self._settings.set("charts/logarithmic", logarithmic)
        self._settings.set("charts/multiples", multiples)

    def _connect_alerts(self, tab: AlertTab) -> None:
        self.alert_tab = tab
        tab.ruled.connect(self._draw_thresholds)
        tab.marked.connect(self.destinations.show_alerts)
        self.charts.rules_requested.connect(tab.ask_for_rules)
        self.destinations.destination_selected.connect(tab.look_at)
        self.alerts.destination_requested.connect(self.destinations.select)
        self.alerts.message_requested.connect(self._on_message_requested)
        self.alerts.failed_requested.connect(self._on_failed_requested)
        self.destinations.show_alerts(tab.alerts)
        self._draw_thresholds()

    def _connect_workers(self, tab: WorkerTab) -> None:
        self.worker_tab = tab
        tab.settings_wanted.connect(self.worker_settings_requested)
        self.workers.destination_requested.connect(self.destinations.select)
        self.destinations.destination_selected.connect(self.workers.look_at)

    @Slot()
    def _draw_thresholds(self) -> None:
        """From where on a person is told of what is looked at, by the rules that hold."""
        tab = self.alert_tab
        found = thresholds.lines(tab.rules, location(self._session.target), tab.here, tab.traits, most=tab.most)
        self.charts.show_thresholds(found)

    def show_alert(self, alert: Alert) -> None:
        """Turn to an alert, and to what it is about."""
        if alert.destination is not None:
            self.destinations.select(alert.destination)
        self.go_to("alerts")
        self.alerts.select(alert)

    @Slot()
    def _on_failed_requested(self) -> None:
        """Show the failed messages of the destination that was just turned to."""
        self.go_to("messages")
        self.messages.filters.chips[State.FAILED].click()

    @Slot(object, object)
    def _on_message_requested(self, destination: Destination, item: ItemId) -> None:
        self.destinations.select(destination)
        self.go_to("messages")
        self.messages.go_to.seek(item)

    # -- what the source's view tells ------------------------------------------------------------------------

    def begin_at(self, destination: Destination | None, remembered: Destination | None) -> None:
        """Where to look first; None is where a person is needed most, or what was looked at last time."""
        self._first, self._remembered = destination, remembered

    def show_sample(self, sample: Sample, series: SeriesBook, standing: Standing) -> None:
        """Show a look at the source; `series` has the curves up to it, `standing` is how destinations stand."""
        depth = sample.depth
        self._series, self._now, self._clock.ahead = series, depth.as_of, depth.clock
        self.inspector.set_stale(None)
        self.messages.set_stale(None)
        self.destinations.show_standing(standing)
        self.charts.show_series(series, depth.as_of)
        self.messages.set_depth(depth)
        self.alert_tab.note(depth)
        self.alert_tab.show_time(depth.as_of)
        self.queue_tab.show_sample(sample)
        first, self._placed = not self._placed, True
        if first:
            self.destinations.select(self._first or standing.first(self._remembered))
        if sample.changed:
            if not (first and self.messages.begun):
                self.messages.data_changed()
            self._late.data_changed()
            self.focus.refresh()
        else:
            self.messages.settle()
            self.messages.confirm(depth.as_of)

    def begin_anew(self) -> None:
        """The content is another one: nothing is selected any more, and what is shown is read again."""
        self.messages.begin_anew()
        self._late.begin_anew()
        self.inspector.forget_hit()
        self.focus.look_at(self.focus.destination)

    def show_stale(self, since: Instant) -> None:
        """What is shown is old: since when."""
        self.destinations.set_stale(since)
        self.charts.set_stale(since)
        self.inspector.set_stale(since)
        self.messages.set_stale(since)

    @Slot(object, object)
    def _show_item(self, item: Item | None, row: DepthRow | None) -> None:
        """With how long ago something was delivered, where it is what everything waits for.

        A backlog that was seen with another head than the rows have says nothing of where the message stands.
        """
        if item is not None and row is not None and row.head is not None and row.head.id != item.id:
            row = None if self.messages.place.is_head(item.id) else row
        series = self._series.get(row.key) if row is not None and self._series is not None else None
        heads = item is not None and row is not None and row.head is not None and row.head.id == item.id
        now = self._now if heads and series is not None else None
        said = delivery(series, now) if series is not None and now is not None else None
        sample = self._session.sample
        here = ORDINARY if sample is None or item is None else sample.depth.traits.get(item.channel, ORDINARY)
        self.inspector.show_item(item, row, said, here)

    @Slot(object)
    def _on_inspect_requested(self, item: ItemId) -> None:
        self.focus.inspect(item)
        self.go_to("inspector")

    @Slot()
    def _on_layout_changed(self) -> None:
        self._settings.set("messages/columns", self.messages.layout_state())

    @Slot(object)
    def move_on(self, _report: Report) -> None:
        """Something was run: look at what comes next."""
        if self.messages.chosen.all:
            self.messages.chosen.clear()  # what comes later was never meant
        self.messages.recount()
        self._late.note_act()

    def selection(self) -> Selection:
        """What actions are meant for."""
        return self.focus.selection()

    def go_to(self, name: str) -> None:
        """Give one of the panels the keyboard."""
        panel: QWidget = getattr(self, name)
        parent = panel.parentWidget()
        page = parent if isinstance(parent, Later) else panel
        if self.tabs.indexOf(page) >= 0:
            self.tabs.setCurrentWidget(page)
        getattr(panel, "first", panel).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def command(self, name: str) -> None:
        """Do what only looks, by its id in the table of actions."""
        commands: Mapping[str, Callable[[], object]] = {
            "find": self._find,
            "find-messages": partial(self.go_to, "finder"),
            "export": self._export,
            "jump": self._jump,
            "jump-oldest": partial(self.messages.go_to_extreme, newest=False),
            "jump-newest": partial(self.messages.go_to_extreme, newest=True),
            "columns": self.messages.choose_columns,
            "select-all": self.messages.chosen.choose_all,
            "copy-rows": self.messages.chosen.copy,
            "filter-fields": self._filter_fields,
            "copy-value": partial(self.inspector.command, "copy-value"),
            "copy-path": partial(self.inspector.command, "copy-path"),
            "copy-stored": partial(self.inspector.command, "copy-stored"),
            "save-stored": partial(self.inspector.command, "save-stored"),
            "rules": self.alert_tab.ask_for_rules,
            "worker-settings": self.worker_settings_requested.emit,
            "export-png": partial(self.exports.ask, "png"),
            "export-csv": partial(self.exports.ask, "csv"),
        }
        commands[name]()

    def _export(self) -> None:
        assumed = self._settings.assumed(self._session.target)
        self.message_exports.ask(self.selection(), masked=self._masking.on, assumed=assumed)

    def _filter_fields(self) -> None:
        """Let a person type which fields of the message are to be seen."""
        self.go_to("inspector")
        self.inspector.command("filter-fields")

    def _jump(self) -> None:
        """Let a person type which message to go to."""
        self.go_to("messages")
        self.messages.go_to.begin()

    def _find(self) -> None:
        """Let a person type what to look for."""
        self.go_to("messages")
        self.messages.filters.text_field.setFocus()

    def retire(self) -> None:
        """Ask for nothing more, and keep the proportions."""
        self._late.retire()
        self._columns.remember()

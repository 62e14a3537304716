"""The errors tab: what went wrong, and what can be done about all that it happened to."""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QActionGroup, QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.actions import Selection, Spec
from qmonitor.gui.acts_menu import ActsMenu
from qmonitor.gui.chips import as_chip, make_action
from qmonitor.gui.errors.model import ErrorsModel, Order, in_full
from qmonitor.gui.errors.reading import Reading
from qmonitor.gui.errors.table import ErrorsTable
from qmonitor.gui.fitted import FittedText
from qmonitor.gui.hairline import Hairline
from qmonitor.monitor.failures import Group, GroupKey, Groups
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Query, State
from qmonitor.queues.words import Phrase


class ErrorsPanel(QWidget):
    """Failed messages, and those that were tried in vain, grouped by destination and by what went wrong.

    Read only while the tab is seen. It decides nothing: it asks.

    Signals:
        reading_requested(call, token): `call` is to be run with a reader in a lane, in the background; to be answered
            by `show_groups` or `show_error`.
        filter_requested(Destination, Among): the messages of a group are to be shown, and no others.
        example_requested(Destination, id): the message of a group that was tried last.
        act_requested(Spec, Selection): something is to be done to all messages of a group.
        order_changed(name): what stands on top; see `set_order`.
    """

    reading_requested = Signal(object, int)
    filter_requested = Signal(object, object)
    example_requested = Signal(object, object)
    act_requested = Signal(object, object)
    order_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("errors-panel")
        self._shown: Groups | None = None
        self.model = ErrorsModel(self)
        self.reading = Reading(self)
        self.reading.requested.connect(self.reading_requested)
        self.reading.found.connect(self._on_found)
        self.reading.failed.connect(self._on_failed)
        self.table = self.first = ErrorsTable(self.model)  # see MessagesPanel: no focus proxy below tabs
        self.table.opened.connect(self._ask_filter)
        self.table.order_chosen.connect(self._choose_order)
        self.table.selectionModel().selectionChanged.connect(self._on_selection)
        self.table.customContextMenuRequested.connect(self._show_menu)
        self.model.modelReset.connect(self._on_selection)
        self._said = _label("errors-said")
        self._said.setWordWrap(True)
        self._as_of = _label("errors-as-of")
        self._detail = FittedText("errors-detail", self.tr("The selected group in full"), self)
        self._actions = {
            "filter": make_action(self, "errors-filter", self.tr("Show these &messages"), self._on_filter),
            "example": make_action(self, "errors-example", self.tr("Go to the one tried &last"), self._on_example),
        }
        self._orders = self._make_orders()
        self._acts = ActsMenu(self.tr("&Act"), "errors", self)
        self._acts.chosen.connect(self._ask_act)
        self._lay_out()
        self._say()
        self._on_selection()

    # -- what it is told -------------------------------------------------------------------------------------

    def offer(
        self,
        specs: Sequence[Spec],
        capabilities: Mapping[str, Phrase | None] | None,
        stricter: Mapping[str, frozenset[str]] = MappingProxyType({}),
    ) -> None:
        """What can be done to the messages of a group: of these entries those that act on messages."""
        self._acts.offer(specs, capabilities, stricter)
        self._act.setVisible(bool(self._acts.specs))
        self._on_selection()

    @property
    def specs(self) -> tuple[Spec, ...]:
        """What is offered."""
        return self._acts.specs

    def set_order(self, name: str) -> None:
        """What stands on top, as it was told by `order_changed`; anything else is as by default."""
        order = Order(name) if name in tuple(Order) else Order.COUNT
        self.model.sort_by(order)
        for action in self._orders.actions():
            action.setChecked(action.data() == order)

    def data_changed(self) -> None:
        """The source may have changed: what is shown is read again, when that is due."""
        self.reading.data_changed()

    def begin_anew(self) -> None:
        """The content is another one."""
        self._shown = None
        self.model.clear()
        self._say()
        self.reading.begin_anew()

    @Slot(int, object)
    def show_groups(self, token: int, groups: Groups) -> None:
        """The answer to `reading_requested`; one to an older request is dropped."""
        self.reading.receive(token, groups)

    @Slot(int, object)
    def show_error(self, token: int, error: QueueError) -> None:
        """It could not be read. What was read before stays, and says of when it is."""
        self.reading.fail(token, error)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.reading.set_seen(True)

    def hideEvent(self, event: QHideEvent) -> None:
        self.reading.set_seen(False)
        super().hideEvent(event)

    @property
    def complete(self) -> bool:
        """Whether all was read of what it shows."""
        return self._shown is not None and self._shown.complete

    # -- what was read ---------------------------------------------------------------------------------------

    @Slot(object)
    def _on_found(self, groups: Groups) -> None:
        """Parts are shown only where nothing whole is: figures never fall because they are counted anew."""
        if self.complete and not groups.complete:
            return
        self._shown = groups
        key = self._key()
        self.model.show_groups(groups)
        self._say()
        if key is not None and self.model.row_of(key) is None:
            self.table.clearSelection()
        self._on_selection()

    @Slot(object)
    def _on_failed(self, error: QueueError) -> None:
        self._said.setText(text.explain(error))
        theme.dress(self._said, "danger")

    def _say(self) -> None:
        groups = self._shown
        theme.dress(self._said, "muted")
        self._said.setText(self.tr("Reading what went wrong …") if groups is None else summary(groups))
        at = self.tr("as of {time}").format(time=text.short_time(groups.as_of)) if groups is not None else ""
        self._as_of.setText(at)
        self._as_of.setToolTip("" if groups is None else text.local_time(groups.as_of))

    def _key(self) -> GroupKey | None:
        group = self.table.chosen()
        return None if group is None else group.key

    # -- what a person does ----------------------------------------------------------------------------------

    def _make_orders(self) -> QActionGroup:
        labels = {Order.COUNT: self.tr("Most messages on &top"), Order.LAST: self.tr("Last seen on t&op")}
        group = QActionGroup(self)
        for order, label in labels.items():
            action = group.addAction(label)
            action.setObjectName(f"errors-order-{order}")
            action.setCheckable(True)
            action.setChecked(order is self.model.order)
            action.setData(order)
            action.triggered.connect(partial(self._choose_order, order))
        return group

    @Slot(object)
    def _choose_order(self, order: Order, _checked: bool = True) -> None:
        self.set_order(order)
        self.order_changed.emit(str(order))

    @Slot(object)
    def _ask_filter(self, group: Group) -> None:
        if group.items is not None:
            self.filter_requested.emit(group.where, group.items)

    @Slot()
    def _on_filter(self) -> None:
        group = self.table.chosen()
        if group is not None:
            self._ask_filter(group)

    @Slot()
    def _on_example(self) -> None:
        group = self.table.chosen()
        if group is not None:
            self.example_requested.emit(group.where, group.example)

    @Slot(object)
    def _ask_act(self, spec: Spec) -> None:
        group = self.table.chosen()
        if group is not None and self._hindrance(spec, group) is None:
            self.act_requested.emit(spec, selection(group))

    def _hindrance(self, spec: Spec, group: Group | None) -> str | None:
        """Why nothing can be done now; None where it can."""
        if group is None:
            return self.tr("Select a group first.")
        if group.items is None:
            return self.tr("It is not read whole yet.")
        return self._acts.obstacle(spec, selection(group))

    @Slot()
    def _on_selection(self) -> None:
        group = self.table.chosen()
        self._detail.show_text("" if group is None else in_full(group))
        self._actions["filter"].setEnabled(group is not None and group.items is not None)
        self._actions["example"].setEnabled(group is not None)
        self._act.setEnabled(group is not None)
        self._acts.allow(lambda spec: self._hindrance(spec, group))

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setObjectName("errors-menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.addActions(list(self._actions.values()))
        menu.addSeparator()
        menu.addActions(self._acts.actions())
        menu.addSeparator()
        menu.addActions(self._orders.actions())
        menu.popup(self.table.viewport().mapToGlobal(at))

    # -- how it looks ----------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)
        bar = QHBoxLayout()
        bar.setContentsMargins(2 * theme.GRID, theme.GRID, 2 * theme.GRID, theme.GRID)
        bar.setSpacing(theme.GRID)
        bar.addWidget(self._said, 1)
        bar.addWidget(self._as_of)
        bar.addSpacing(2 * theme.GRID)
        bar.addWidget(self._filter_button())
        self._act = self._act_button()
        bar.addWidget(self._act)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self.table, 1)
        layout.addWidget(Hairline())
        layout.addWidget(self._detail)

    def _filter_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(self._actions["filter"])
        return as_chip(button, "errors-filter-button", self._actions["filter"].iconText())

    def _act_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setText(self.tr("Act ▾"))
        button.setMenu(self._acts)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setToolTip(self.tr("Do something to all messages of the selected group; it is confirmed first"))
        button.hide()
        return as_chip(button, "errors-act-button", self.tr("Act on the selected group"))


def selection(group: Group) -> Selection:
    """A group's messages as what an action is meant for: these very ones, whatever has the same error by then."""
    query = Query(channel=group.where.channel, destination=group.where.destination, among=group.items)
    states = {State.PENDING: group.pending, State.FAILED: group.failed}
    present = frozenset(str(state) for state, count in states.items() if count)
    return Selection(group.where, states=present, query=query, count=group.count)


def summary(groups: Groups) -> str:
    """How many messages went wrong in how many ways, and how sure that is, in a sentence."""
    if not groups.complete:
        words = QCoreApplication.translate("ErrorsPanel", "{count} so far; {looked} of {total} messages are read")
        if groups.total is None:
            words = QCoreApplication.translate("ErrorsPanel", "{count} so far; {looked} messages are read")
    elif not groups.count:
        return _nothing(untold=groups.untold)
    elif all(group.last is None and not group.pending for group in groups.groups):
        words = _never_tried(groups)
    elif groups.count == 1:
        words = QCoreApplication.translate("ErrorsPanel", "1 message was tried in vain")
    elif len(groups.groups) == 1:
        words = QCoreApplication.translate("ErrorsPanel", "{count} messages were tried in vain, all alike")
    else:
        words = QCoreApplication.translate("ErrorsPanel", "{count} messages were tried in vain, in {groups} groups")
    numbers = (groups.count, len(groups.groups), groups.looked, groups.total)
    count, kinds, looked, total = map(text.number, numbers)
    return words.format(count=count, groups=kinds, looked=looked, total=total)


def _nothing(*, untold: bool) -> str:
    """No error is recorded; where none ever is, that says nothing."""
    if untold:
        return QCoreApplication.translate(
            "ErrorsPanel", "No error is recorded here: such a queue does not keep why a message could not be sent."
        )
    return QCoreApplication.translate("ErrorsPanel", "Nothing went wrong: no message that is here was tried in vain.")


def _never_tried(groups: Groups) -> str:
    """Of what failed without any try: a row that can't be decoded, say."""
    if groups.count == 1:
        return QCoreApplication.translate("ErrorsPanel", "1 message failed")
    if len(groups.groups) == 1:
        return QCoreApplication.translate("ErrorsPanel", "{count} messages failed, all alike")
    return QCoreApplication.translate("ErrorsPanel", "{count} messages failed, in {groups} groups")


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(theme.figures(label.font()))
    theme.dress(label, "muted")
    return label

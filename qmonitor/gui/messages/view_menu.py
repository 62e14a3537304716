"""The menu of the table itself: where to go, which columns, and the filters."""

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from qmonitor.gui.messages.columns import ALWAYS, Column, title
from qmonitor.gui.messages.header import Columns


class ViewMenu(QMenu):
    """Offered by a button of the filter bar, and (the columns alone) by the table's header.

    Signals:
        top_wanted(), end_wanted(): go to the first, or the last, message in the order shown.
        id_wanted(): go to an id.
        all_wanted(): clear the filters.
    """

    top_wanted = Signal()
    end_wanted = Signal()
    id_wanted = Signal()
    all_wanted = Signal()

    def __init__(self, columns: Columns, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("messages-view-menu")
        self._columns = columns
        self._header = columns.header
        self._header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._header.customContextMenuRequested.connect(self._on_header)
        self.go_to = self._add("go-to", self.tr("&Go to id…"), "Ctrl+G")
        self.go_to.triggered.connect(self.id_wanted)
        self._top = self._add("first", "", "Home")
        self._top.triggered.connect(self.top_wanted)
        self._end = self._add("last", "", "End")
        self._end.triggered.connect(self.end_wanted)
        self.addSeparator()
        self.columns = QMenu(self.tr("&Columns"), self)
        self.columns.setObjectName("messages-columns-menu")
        self.addMenu(self.columns)
        self._shown = {column: self._add_column(column) for column in Column if column not in ALWAYS}
        self.columns.addSeparator()
        reset = self.columns.addAction(self.tr("&As at first"))
        reset.setObjectName("messages-columns-reset")
        reset.triggered.connect(columns.reset)
        self.addSeparator()
        self._add("clear", self.tr("Clear the &filters")).triggered.connect(self.all_wanted)
        self.columns.aboutToShow.connect(self._check)
        self.name_order(newest_first=True)

    def _add(self, name: str, label: str, keys: str = "") -> QAction:
        """An entry; its keys are only told here, they are the table's."""
        action = QAction(label, self)
        action.setObjectName(f"messages-{name}")
        if keys:
            action.setProperty("keys", QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText))
            action.setText(f"{label}\t{action.property('keys')}")
        self.addAction(action)
        return action

    def _add_column(self, column: Column) -> QAction:
        action = QAction(self.columns)
        action.setObjectName(f"messages-column-{column.name.lower()}")
        action.setCheckable(True)
        action.triggered.connect(partial(self._on_column, column))
        self.columns.addAction(action)
        return action

    def _on_column(self, column: Column) -> None:
        self._columns.choose(column, shown=self._shown[column].isChecked())

    def name_order(self, *, newest_first: bool) -> None:
        """Say what the first and the last message are in the order shown."""
        names = self.tr("&Newest message"), self.tr("&Oldest message")
        for action, name in zip((self._top, self._end), names if newest_first else names[::-1], strict=True):
            action.setText(f"{name}\t{action.property('keys')}")

    @Slot()
    def _check(self) -> None:
        for column, action in self._shown.items():
            same = self.tr("{column} (the same in every row)") if self._columns.says_the_same(column) else "{column}"
            action.setText(same.format(column=title(column)))
            action.setChecked(self._columns.shown(column))

    @Slot(QPoint)
    def _on_header(self, at: QPoint) -> None:
        self.columns.popup(self._header.mapToGlobal(at))

"""The table's columns on the screen: which are shown, in which order, how wide; and what is kept of that."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHeaderView, QTableView

from qmonitor.gui import text, theme
from qmonitor.gui.messages.cells import behind_words
from qmonitor.gui.messages.columns import ALWAYS, DEFAULT, PLACES, Column, Entry, read, unrecorded
from qmonitor.gui.messages.delegate import PAD
from qmonitor.queues.model import Depth, Lack, Query, State

SAMPLES = {
    Column.HEAD: "",
    Column.ID: "99999",
    Column.CONTROL_ID: "MSG000000",
    Column.TYPE: "MDM^T02",
    Column.DESTINATION: "channel/destination",
    Column.CHANNEL: "channel",
    Column.RECEIVER: "destination",
    Column.STATE: "delivered",
    Column.ATTEMPTS: "attempts",
    Column.AGE: "9 d 00:00",
    Column.DROPPED: "29 d 00:00",
    Column.ENQUEUED: "26 Nov 17:31",
    Column.NEXT: "behind the head",
    Column.LAST: "26 Nov 17:31",
    Column.SIZE: "9,999 bytes",
    Column.REASON: "connection refused",
}
"""Texts that a column has room for at the start."""
FITTED = (Column.ID, Column.CONTROL_ID, Column.TYPE, Column.DESTINATION, Column.AGE, Column.DROPPED, Column.NEXT)
"""Columns as wide as what they hold, where nobody has chosen their width."""
FIGURES = (Column.ID, Column.AGE, Column.DROPPED)
"""Those that are widened as soon as they would be cut: half a figure is another one."""
YIELDING = (Column.DESTINATION, Column.CONTROL_ID, Column.ID)
"""Those that are cut first, down to `LONG`, where the last error would have less than `ERROR_LEAST`."""
FITTED_MOST, LONG, ERROR_LEAST = 60 * theme.GRID, 36 * theme.GRID, 32 * theme.GRID
SHORT = 22 * theme.GRID
"""What an id may be cut to where that is not enough: its end, by which it differs from others, is seen."""
HEAD_WIDE = 5 * theme.GRID


class Columns(QObject):
    """Arranges the columns of a table.

    Signals:
        arranged(): a person has moved, sized, shown or hidden a column.
    """

    arranged = Signal()

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self.header: QHeaderView = table.horizontalHeader()
        self._entries = DEFAULT
        self._same: frozenset[Column] = frozenset()
        self._chosen_widths: dict[Column, int] = {}
        self._arranging = False
        self._id_most = LONG
        header = self.header
        header.setObjectName("messages-header")
        header.setHighlightSections(False)
        header.setSectionsMovable(True)
        header.setFirstSectionMovable(False)
        header.setMinimumSectionSize(HEAD_WIDE)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setAccessibleName(self.tr("Columns"))
        theme.dress(header, "header")
        header.sectionMoved.connect(self._on_moved)
        header.sectionResized.connect(self._on_resized)
        table.viewport().installEventFilter(self)

    # -- arranging -------------------------------------------------------------------------------------------

    def set_sizes(self) -> None:
        """Every column as wide as its sample and its heading in the present font, or as somebody has chosen."""
        metrics = QFontMetrics(self._table.font())
        self._arranging = True
        stage = max((text.stage(None, lack) for lack in Lack), key=metrics.horizontalAdvance)
        for column, sample in {**SAMPLES, Column.STAGE: stage}.items():
            wide = metrics.horizontalAdvance(sample) + 2 * PAD + theme.GRID
            wide = HEAD_WIDE if column is Column.HEAD else max(wide, self.header.sectionSizeHint(column))
            self._table.setColumnWidth(column, self._chosen_widths.get(column, wide))
        self.header.setSectionResizeMode(Column.HEAD, QHeaderView.ResizeMode.Fixed)
        self._arranging = False
        self._fit_error()

    def _fit_error(self) -> None:
        """The last error takes what the others leave, but never less than its heading: rather the table scrolls."""
        seen = [column for column in Column if not self._table.isColumnHidden(column)]
        others = sum(self._table.columnWidth(column) for column in seen if column is not Column.ERROR)
        least = self.header.sectionSizeHint(Column.ERROR)
        stretch = self._table.viewport().width() - others >= least
        mode = QHeaderView.ResizeMode.Stretch if stretch else QHeaderView.ResizeMode.Interactive
        if self.header.sectionResizeMode(Column.ERROR) != mode:
            self.header.setSectionResizeMode(Column.ERROR, mode)
        if not stretch:
            arranging, self._arranging = self._arranging, True
            self._table.setColumnWidth(Column.ERROR, least)
            self._arranging = arranging

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The table has another width."""
        if event.type() == QEvent.Type.Resize:
            self._fit_error()
        return super().eventFilter(watched, event)

    def shown(self, column: Column) -> bool:
        """Whether somebody wants to see this column."""
        return next((entry.shown for entry in self._entries if entry.column is column), True)

    def in_order(self) -> list[Column]:
        """The columns that are seen, from the left."""
        visual = (Column(self.header.logicalIndex(n)) for n in range(self.header.count()))
        return [column for column in visual if not self._table.isColumnHidden(column)]

    def same_in(self, query: Query, depth: Depth | None = None) -> None:
        """Leave out columns that say the same in every row of a query: also those of what its queues never record."""
        places = PLACES if query.destination is not None else frozenset()
        over = {Column.NEXT} if query.state not in (None, State.PENDING) else set()
        same = places | over | ({Column.STATE} if query.state is not None else set()) | unrecorded(depth, query)
        if same != self._same:
            self._same = same
            self._hide()

    def says_the_same(self, column: Column) -> bool:
        """Whether a column is left out because it would say the same in every row."""
        return column in self._same

    def choose(self, column: Column, *, shown: bool) -> None:
        """Show or hide a column from now on."""
        self._entries = tuple(
            Entry(one.name, shown or column in ALWAYS, one.width) if one.column is column else one
            for one in self._entries
        )
        self._hide()
        self.arranged.emit()

    @Slot()
    def reset(self) -> None:
        """As it was before anybody arranged it."""
        self.restore([])
        self.arranged.emit()

    def restore(self, stored: Iterable[object]) -> None:
        """Arrange as it was stored."""
        self._entries = read(stored)
        self._chosen_widths = {
            entry.column: entry.width
            for entry in self._entries
            if entry.column is not None and entry.width is not None and entry.column is not Column.HEAD
        }
        known = [entry.column for entry in self._entries if entry.column is not None]
        self._arranging = True
        for place, column in enumerate(known):
            self.header.moveSection(self.header.visualIndex(column), place)
        self._arranging = False
        self.set_sizes()
        self._hide()

    def state(self) -> list[str]:
        """The arrangement, to be stored; columns that only a later version knows are kept where they stood."""
        visual = iter([Column(self.header.logicalIndex(n)) for n in range(self.header.count())])
        by_column = {entry.column: entry for entry in self._entries}
        found = []
        for entry in self._entries:
            one = entry if entry.column is None else by_column[next(visual)]
            width = one.width if one.column is None else self._chosen_widths.get(one.column)
            found.append(str(Entry(one.name, one.shown, width)))
        return found

    def fit(self, rows: range) -> None:
        """Make columns as wide as what is seen in them needs."""
        if not rows:
            return
        widths = {
            column: max(self.header.sectionSizeHint(column), self._needed(column, rows))
            for column in FITTED
            if self._is_free(column)
        }
        whole = widths.get(Column.ID, 0)
        over = sum(widths.values()) - self._room_beside(widths)
        for column, least in (*((one, LONG) for one in YIELDING), (Column.ID, SHORT)):
            cut = min(max(0, over), max(0, widths.get(column, 0) - least))
            if cut:
                widths[column] -= cut
                over -= cut
        self._id_most = min(LONG, widths[Column.ID]) if widths.get(Column.ID, 0) < whole else LONG
        self._set_widths(widths)

    def grow(self, rows: range) -> None:
        """Widen figures that have grown."""
        needed = {column: self._needed(column, rows) for column in FIGURES if rows and self._is_free(column)}
        if Column.ID in needed:
            needed[Column.ID] = min(
                needed[Column.ID], self._id_most
            )  # no number is longer; of a longer text the end is seen
        self._set_widths({column: wide for column, wide in needed.items() if wide > self._table.columnWidth(column)})

    def _set_widths(self, widths: Mapping[Column, int]) -> None:
        self._arranging = True
        for column, wide in widths.items():
            self._table.setColumnWidth(column, wide)
        self._arranging = False
        self._fit_error()

    def _is_free(self, column: Column) -> bool:
        return not self._table.isColumnHidden(column) and column not in self._chosen_widths

    def _room_beside(self, fitted: Iterable[Column]) -> int:
        """Pixels that other columns, and the last error, leave to these."""
        others = [column for column in self.in_order() if column not in (*fitted, Column.ERROR)]
        error = 0 if self._table.isColumnHidden(Column.ERROR) else ERROR_LEAST
        return self._table.viewport().width() - error - sum(map(self._table.columnWidth, others))

    def _needed(self, column: Column, rows: range) -> int:
        """Pixels for what these rows hold in a column, and for what is likely to come."""
        model, metrics = self._table.model(), QFontMetrics(self._table.font())
        texts = [str(model.index(row, column).data() or "")[:80] for row in rows]
        texts += {Column.ID: [SAMPLES[Column.ID], f"{texts[0]}0"], Column.NEXT: [behind_words()]}.get(column, [])
        return min(max(map(metrics.horizontalAdvance, texts)) + 2 * PAD + 2, FITTED_MOST)

    def _hide(self) -> None:
        self._arranging = True
        for entry in self._entries:
            if entry.column is not None:
                left_out = not entry.shown or entry.column in self._same
                self._table.setColumnHidden(entry.column, left_out)
        self._arranging = False
        self._fit_error()

    @Slot(int, int, int)
    def _on_moved(self, _logical: int, _old: int, _new: int) -> None:
        if not self._arranging:
            self.arranged.emit()

    @Slot(int, int, int)
    def _on_resized(self, logical: int, _old: int, new: int) -> None:
        """Only the column that a person drags: the last error gives way to it by itself."""
        if self._arranging or not new or logical in (Column.ERROR, Column.HEAD):
            return
        self._chosen_widths[Column(logical)] = new
        self.arranged.emit()

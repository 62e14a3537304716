"""The tab of what a server holds for a queue: its figures above, the workers of its group below."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from qmonitor.gui import theme
from qmonitor.gui.plain_table import PlainTable
from qmonitor.gui.queue import words
from qmonitor.gui.queue.model import RowsModel
from qmonitor.queues.shared import Shared
from qmonitor.queues.times import Instant

MARGINS = (2 * theme.GRID, 3 * theme.GRID, 2 * theme.GRID, theme.GRID)
"""About a line between the tables; its text begins where that of the cells does."""


class RowsTable(PlainTable):
    """A `RowsModel`; its last column has the room that the others leave."""

    def __init__(self, model: RowsModel, name: str, spoken: str, above: "RowsTable | None" = None) -> None:
        """`above`: the table below which this one stands, so that the columns of both begin at the same places."""
        self._last, self._above = model.columnCount() - 1, above
        super().__init__(model, name=name, spoken=spoken, stretched=self._last, prose={self._last})
        model.dataChanged.connect(self.fit)
        self.fit()

    @Slot()
    def fit(self) -> None:
        for column in range(self._last):
            beside = 0 if self._above is None or column >= self._above._last else self._above.columnWidth(column)
            self.setColumnWidth(column, max(beside, self.needed(column)))

    def fit_height(self) -> None:
        """Be no higher than all rows are."""
        self.setMaximumHeight(self.verticalHeader().length() + self.horizontalHeader().sizeHint().height())


class QueuePanel(QWidget):
    """Shows what it is given; asks for nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("queue")
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)
        self.figures = RowsModel(words.titles(), (1,), self)
        self.members = RowsModel(words.member_titles(), (1, 2), self)
        self.table = RowsTable(self.figures, "queue-figures", self.tr("Figures of the queue"))
        self.member_table = RowsTable(self.members, "queue-workers", self.tr("Workers of the group"), self.table)
        self.heading = QLabel(self.tr("Workers of the group"), self)
        self.heading.setObjectName("queue-workers-heading")
        self.heading.setFont(theme.bold(self.font()))
        self.heading.setContentsMargins(*MARGINS)
        theme.dress(self.heading, "muted")
        self.note = QLabel(self)
        self.note.setObjectName("queue-workers-note")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.note.setContentsMargins(*MARGINS)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        theme.dress(self.note, "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.table, 3)
        layout.addWidget(self.heading)
        layout.addWidget(self.note, 1)
        layout.addWidget(self.member_table, 1)
        self.first = self.table

    def show_shared(self, shared: Shared, now: Instant) -> None:
        """What the last look found, as of an instant by the server's clock."""
        self.figures.show(words.rows(shared))
        self.table.fit_height()
        self.members.show(words.members(shared, now))
        note = words.about_members(shared)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.member_table.setVisible(not note)

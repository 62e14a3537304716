"""The tab of what a server holds for a queue: its figures above, the workers of its group below."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from qmonitor.gui import theme
from qmonitor.gui.plain_table import PlainTable
from qmonitor.gui.queue import words
from qmonitor.gui.queue.model import RowsModel
from qmonitor.queues.shared import Shared
from qmonitor.queues.times import Instant


class RowsTable(PlainTable):
    """A `RowsModel`; its last column has the room that the others leave."""

    def __init__(self, model: RowsModel, name: str, spoken: str) -> None:
        self._last = model.columnCount() - 1
        super().__init__(model, name=name, spoken=spoken, stretched=self._last, prose={self._last})
        model.dataChanged.connect(self.fit)
        self.fit()

    @Slot()
    def fit(self) -> None:
        for column in range(self._last):
            self.setColumnWidth(column, self.needed(column))


class QueuePanel(QWidget):
    """Shows what it is given; asks for nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("queue")
        self.figures = RowsModel(words.titles(), (1,), self)
        self.members = RowsModel(words.member_titles(), (1, 2), self)
        self.table = RowsTable(self.figures, "queue-figures", self.tr("Figures of the queue"))
        self.member_table = RowsTable(self.members, "queue-workers", self.tr("Workers of the group"))
        self.heading = QLabel(self.tr("Workers of the group"), self)
        self.heading.setObjectName("queue-workers-heading")
        self.heading.setContentsMargins(3 * theme.GRID, 2 * theme.GRID, 3 * theme.GRID, theme.GRID)
        self.note = QLabel(self)
        self.note.setObjectName("queue-workers-note")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.note.setContentsMargins(3 * theme.GRID, 0, 3 * theme.GRID, 2 * theme.GRID)
        theme.dress(self.note, "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.table, 5)
        layout.addWidget(self.heading)
        layout.addWidget(self.note)
        layout.addWidget(self.member_table, 2)
        self.first = self.table

    def show_shared(self, shared: Shared, now: Instant) -> None:
        """What the last look found, as of an instant by the server's clock."""
        self.figures.show(words.rows(shared))
        self.members.show(words.members(shared, now))
        note = words.about_members(shared)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.member_table.setVisible(not note)

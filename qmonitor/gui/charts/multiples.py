"""Small multiples: what is shown in the grid of small charts, and the words that are looked for."""

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QImage,
)
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.charts import picture, words
from qmonitor.gui.charts.cells import Cells
from qmonitor.gui.charts.drawing import Drawing
from qmonitor.gui.charts.grid import Grid
from qmonitor.gui.charts.hover import STEP
from qmonitor.gui.charts.tint import Tint
from qmonitor.queues.times import NS, from_ns

BUSY_MS = 30_000
"""Somebody who has not touched a key or the mouse for so long is not at work in the grid."""


class Multiples(QWidget):
    """The grid, what is shown in it, and the words that are looked for. Draws nothing while it is hidden.

    Signals:
        commanded(str): a key of the charts was pressed that means more than the grid, see `keys`.
    """

    commanded = Signal(str)

    def __init__(self, drawing: Drawing, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("charts-multiples-page")
        self.cells = Cells(drawing)
        self.grid = Grid(self.cells, self)
        self.title = QLabel(self)
        self.field = QLineEdit(self)
        self.axes = QLabel(self)
        self._sides = QButtonGroup(self)
        self._chips = [
            self._chip(0, "charts-grid-depth", self.tr("Depth")),
            self._chip(1, "charts-grid-age", self.tr("Oldest")),
        ]
        self._chips[0].setChecked(True)
        self._dress()
        self.row = QHBoxLayout()
        self._lay_out()
        self.field.textChanged.connect(self._look)
        self._sides.idClicked.connect(self._show_side)
        self.busy = QTimer(self, interval=BUSY_MS, singleShot=True)
        self.busy.setObjectName("charts-grid-busy")
        self.grid.used.connect(self.busy.start)
        self.grid.pointed.connect(self.point)
        self.grid.commanded.connect(self._obey)
        self.grid.outgrown.connect(self._grow, Qt.ConnectionType.QueuedConnection)

    def _chip(self, number: int, name: str, label: str) -> QToolButton:
        chip = QToolButton(self)
        chip.setObjectName(name)
        chip.setText(label)
        chip.setAccessibleName(label)
        chip.setCheckable(True)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.dress(chip, "chip")
        self._sides.addButton(chip, number)
        return chip

    def _dress(self) -> None:
        self.field.setObjectName("charts-grid-field")
        self.field.setAccessibleName(self.tr("Find a destination"))
        self.field.setPlaceholderText(self.tr("Find a destination"))
        self.field.setClearButtonEnabled(True)
        self.field.setMaximumWidth(60 * theme.GRID)
        theme.dress(self.field, "field")
        for label, name in ((self.title, "charts-grid-title"), (self.axes, "charts-grid-axes")):
            label.setObjectName(name)
            label.setTextFormat(Qt.TextFormat.PlainText)
            theme.dress(label, "muted")
        self.title.setFont(theme.bold(self.font()))
        self.axes.setFont(theme.figures(self.font()))
        self.axes.setContentsMargins(2 * theme.GRID, theme.GRID, 2 * theme.GRID, theme.GRID)

    def _lay_out(self) -> None:
        self.row.setContentsMargins(2 * theme.GRID, 0, 0, theme.GRID)
        self.row.setSpacing(theme.GRID)
        self.row.addWidget(self.title)
        self.row.addStretch(1)
        for chip in self._chips:
            self.row.addWidget(chip)
        self.row.addWidget(self.field, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, theme.GRID, theme.GRID, 1)
        column.setSpacing(0)
        column.addLayout(self.row)
        column.addWidget(self.grid, 1)
        column.addWidget(self.axes)

    # -- what is shown ---------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show what is new. The order stays while somebody is at work in the grid: nothing moves under the pointer."""
        if self.busy.isActive() and self.cells.rowCount():
            self.cells.meet()
        else:
            self.cells.arrange()
        self.cells.measure()
        self._say()
        self.grid.viewport().update()

    @Slot()
    def _grow(self) -> None:
        """Draw all of them once more, on the same higher axis."""
        self.cells.measure()
        self._say()
        self.grid.viewport().update()

    def select(self) -> None:
        """Have the selected destination current in the grid."""
        row = self.cells.row_of(self.cells.drawing.choice.selected)
        if row >= 0 and self.grid.currentIndex().row() != row:
            self.grid.setCurrentIndex(self.cells.index(row))

    @Slot(object)
    def point(self, second: float | None) -> None:
        """Show all values at an instant; None: the newest."""
        if second is not None:
            second = self.cells.drawing.past(second)
        if second != self.cells.second:
            self.cells.second = second
            self._say()
            self.grid.viewport().update()

    @Slot(str)
    def _obey(self, command: str) -> None:
        match command:
            case "line-earlier" | "line-later":
                self._step(-1 if command == "line-earlier" else 1)
            case "leave":
                self.point(None)
            case _:
                self.commanded.emit(command)

    def _step(self, steps: int) -> None:
        """Point at another instant by keys, and have what the current destination showed read aloud."""
        axes, second = self.cells.axes, self.cells.second
        at = axes.end if second is None else second + steps * STEP * (axes.end - axes.begin)
        self.point(min(max(at, axes.begin), axes.end))
        where = self.cells.where(self.grid.currentIndex().row())
        if where is not None:
            said = f"{self.axes.text()}\n{text.line(str(where))}: {self.cells.value(where)}"
            self.grid.setAccessibleDescription(said)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.grid, said))

    @Slot(str)
    def _look(self, looked_for: str) -> None:
        self.cells.look_for(looked_for)
        self.draw()

    @Slot(int)
    def _show_side(self, number: int) -> None:
        self.cells.show_side(number)
        self.cells.arrange()
        self.draw()

    def _say(self) -> None:
        shown, known = self.cells.rowCount(), len(self.cells.drawing.newest.order)
        if shown == known:
            title = self.tr("1 destination") if known == 1 else self.tr("{count} destinations")
        else:
            title = self.tr("{shown} of {count} destinations")
        self.title.setText(title.format(shown=text.number(shown), count=text.number(known)))
        if self.cells.second is not None:
            said = self.tr("At {time}").format(time=words.moment(self.cells.second, self.cells.drawing.book.unseen))
        else:
            stretch = self.cells.drawing.stretch()
            begin, end = (text.short_time(from_ns(int(second) * NS)) for second in stretch)
            said = self.tr("Each from 0 to {highest}, from {begin} to {end}")
            said = said.format(highest=self._highest(), begin=begin, end=end)
        self.axes.setText(self._with_tint(said))

    def _highest(self) -> str:
        highest, depth = self.cells.axes.highest, self.cells.side is self.cells.drawing.sides[0]
        return words.count(highest) if depth else words.age(highest)

    def _with_tint(self, said: str) -> str:
        """The same, with what the shade means where there is one."""
        if self.cells.drawing.book.reconstructed is None:
            return said
        return self.tr("{axes} · shaded: {word}").format(axes=said, word=Tint.words())

    def image(self, title: str, stretch: str) -> QImage:
        """A picture of the small charts, under the name of the source and the time that is seen."""
        shown, count = min(picture.MOST_CELLS, self.cells.rowCount()), self.cells.rowCount()
        figure = self._chips[max(0, self._sides.checkedId())].text()
        said = [figure, stretch, self._with_tint(self.tr("Each from 0 to {highest}").format(highest=self._highest()))]
        if shown < count:
            cut = self.tr("The first {shown} of {count} destinations")
            said.append(cut.format(shown=text.number(shown), count=text.number(count)))
        return picture.compose_grid(title, said, self.grid.painter_of_cells, self.grid.font(), self.grid.columns)

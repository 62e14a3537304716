"""The table view of alerts."""

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal, Slot

from qmonitor.gui import theme
from qmonitor.gui.alert_words import figure
from qmonitor.gui.alerts.model import AGING, AlertsModel, Column
from qmonitor.gui.marks import SIDE
from qmonitor.gui.plain_table import PlainTable
from qmonitor.monitor.alerts.model import Alert, Measure

STANDING_LEAST, WHERE_LEAST = 36 * theme.GRID, 24 * theme.GRID
"""Where the state would have less, names of destinations are cut, but not below `WHERE_LEAST`."""
SPARED = (Column.WORST, Column.ITEM)
"""These go first."""
LONG = 4 * 86_400.0
"""Seconds: an age as long as most; columns of figures are at least so wide, so that they do not move as it grows."""


class AlertsTable(PlainTable):
    """An `AlertsModel`; its columns are as wide as what they hold, and the state has the rest.

    Signals:
        opened(Alert): Enter or a double click on one.
    """

    opened = Signal(object)

    def __init__(self, model: AlertsModel) -> None:
        spoken = QCoreApplication.translate("AlertsTable", "Alerts")
        super().__init__(
            model, name="alerts-table", spoken=spoken, stretched=Column.STANDING, prose={Column.STANDING}, opens=True
        )
        self._alerts = model
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setIconSize(QSize(SIDE, SIDE))
        self.row_opened.connect(self._on_opened)
        self.fit()

    def chosen(self) -> list[Alert]:
        """The alerts of the selected rows, from the top."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        return [self._alerts.alert(row) for row in rows]

    @Slot()
    def fit(self) -> None:
        """Where there is no room, columns go whose figures stand below the table too, and names lose their middle."""
        widths: dict[Column, int] = {column: self._wide(column) for column in Column if column is not Column.STANDING}
        self.share_out(widths.items(), STANDING_LEAST, SPARED, Column.WHERE, WHERE_LEAST)

    def _wide(self, column: Column) -> int:
        longest = (figure(Measure.OLDEST_AGE, LONG),) if column in AGING else ()
        mark = SIDE + 2 * theme.GRID if column is Column.WHAT else 0
        return self.needed(column, *longest) + mark

    @Slot(int)
    def _on_opened(self, row: int) -> None:
        self.opened.emit(self._alerts.alert(row))

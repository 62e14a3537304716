"""The table view of recorded acts."""

from PySide6.QtCore import QCoreApplication, Slot

from qmonitor.gui import theme
from qmonitor.gui.audit.model import AuditModel, Column
from qmonitor.gui.plain_table import PlainTable

REASON_LEAST, LEAST = 40 * theme.GRID, 24 * theme.GRID
"""Where the reason would have less, names are cut, but not below `LEAST`."""


class ActsTable(PlainTable):
    """An `AuditModel`; its columns are as wide as what they hold, and the reason has the rest."""

    def __init__(self, model: AuditModel) -> None:
        spoken = QCoreApplication.translate("ActsTable", "Recorded acts")
        super().__init__(model, name="audit-table", spoken=spoken, stretched=Column.REASON, prose={Column.REASON})
        self.fit()

    @Slot()
    def fit(self) -> None:
        widths = {column: self.needed(column) for column in Column if column is not Column.REASON}
        over = sum(widths.values()) + REASON_LEAST - self.viewport().width()
        for column in (Column.TARGET, Column.ACTOR):
            cut = min(max(0, over), max(0, widths[column] - LEAST))
            widths[column] -= cut
            over -= cut
        for column, wide in widths.items():
            self.setColumnWidth(column, wide)

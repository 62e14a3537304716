"""The table view of recorded acts."""

from PySide6.QtCore import QCoreApplication, Slot

from qmonitor.gui import theme
from qmonitor.gui.audit.model import AuditModel, Column
from qmonitor.gui.plain_table import PlainTable

REASON_LEAST = 40 * theme.GRID
LEAST = {Column.TARGET: 44 * theme.GRID, Column.ACTOR: 24 * theme.GRID}
"""Where the reason would have less, names are cut, but not below `LEAST`: of a worker both where and to whom."""

PROSE = {Column.TARGET, Column.REASON}


class ActsTable(PlainTable):
    """An `AuditModel`; its columns are as wide as what they hold, and the reason has the rest."""

    def __init__(self, model: AuditModel) -> None:
        spoken = QCoreApplication.translate("ActsTable", "Recorded acts")
        super().__init__(model, name="audit-table", spoken=spoken, stretched=Column.REASON, prose=PROSE)
        self.fit()

    @Slot()
    def fit(self) -> None:
        widths: dict[Column, int] = {column: self.needed(column) for column in Column if column is not Column.REASON}
        over = sum(widths.values()) + REASON_LEAST - self.viewport().width()
        for column, least in LEAST.items():
            cut = min(max(0, over), max(0, widths[column] - least))
            widths[column] -= cut
            over -= cut
        for column, wide in widths.items():
            self.setColumnWidth(column, wide)

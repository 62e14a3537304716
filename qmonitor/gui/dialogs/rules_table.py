"""The table view of alert rules."""

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtWidgets import QAbstractItemView

from qmonitor.gui.dialogs.rules_model import RulesColumn, RulesModel
from qmonitor.gui.plain_table import PlainTable

ROWS = 7
"""Rules that are seen; the rest is scrolled."""


class RulesTable(PlainTable):
    """A `RulesModel`, one rule of it selected; where it holds has the room that is left."""

    def __init__(self, model: RulesModel) -> None:
        spoken = QCoreApplication.translate("RulesTable", "Rules")
        super().__init__(model, name="rules", spoken=spoken, stretched=RulesColumn.WHERE, framed=True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        model.dataChanged.connect(self.fit)
        self.fit()
        rows = ROWS * self.verticalHeader().defaultSectionSize()
        self.setFixedHeight(rows + self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth())

    @Slot()
    def fit(self) -> None:
        """Each column as wide as the widest that it holds."""
        for column in set(RulesColumn) - {RulesColumn.WHERE}:
            self.setColumnWidth(column, self.needed(column))

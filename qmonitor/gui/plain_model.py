"""What the models of plain tables have alike: how many rows and columns there are, and what stands above them."""

from collections.abc import Container, Sized

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex


class PlainModel(QAbstractTableModel):
    """All of it is in memory. Whoever inherits tells its `lines`, and the `title` of each column by its number.

    `figures` are the columns whose cells stand at the right.
    """

    columns: Sized = ()
    figures: Container[int] = ()

    def lines(self) -> Sized:
        """What there is a row of each."""
        raise NotImplementedError

    def title(self, column: int) -> str:
        """What stands above a column."""
        raise NotImplementedError

    def title_tip(self, column: int) -> str | None:  # noqa: ARG002 - for those that have one
        """What is told of a column where somebody points at its title."""
        return None

    def alignment(self, column: int) -> Qt.AlignmentFlag:
        """Where a column's cells and its title stand."""
        side = Qt.AlignmentFlag.AlignRight if column in self.figures else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.lines())

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is Qt.Orientation.Vertical:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.title(section)
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment(section)
            case Qt.ItemDataRole.ToolTipRole:
                return self.title_tip(section)
        return None

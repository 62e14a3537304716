"""The entries of the workers' file as a list."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from qmonitor.gui import text, theme
from qmonitor.gui.dialogs.worker_settings.drafts import Draft, fault
from qmonitor.gui.dialogs.worker_settings.inputs import on_server

Index = QModelIndex | QPersistentModelIndex


class DraftsModel(QAbstractListModel):
    """Each as its names and, where that is known, whom it sends to; red where something is wrong with it."""

    def __init__(self, drafts: Sequence[Draft], parent: QObject) -> None:
        super().__init__(parent)
        self.drafts = list(drafts)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.drafts)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.drafts):
            return None
        draft = self.drafts[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._label(draft)
            case Qt.ItemDataRole.ToolTipRole:
                return text.tip(self._label(draft))
            case Qt.ItemDataRole.AccessibleTextRole if draft.broken is not None:
                return self.tr("{worker}, can't be used as it stands").format(worker=self._label(draft))
            case Qt.ItemDataRole.AccessibleTextRole if fault(draft) is not None:
                return self.tr("{worker}, not right yet").format(worker=self._label(draft))
            case Qt.ItemDataRole.ForegroundRole if fault(draft) is not None:
                return QColor(theme.current().danger)
        return None

    def _label(self, draft: Draft) -> str:
        values = draft.values
        if draft.broken is not None:
            known = [values[key] for key in ("channel", "destination", "group") if key in values]
            return text.line("/".join(known) or self.tr("Worker {number}").format(number=draft.number), 80)
        names = "/".join(str(values.get(key) or "…") for key in ("channel", "destination"))
        if on_server(values):
            names = str(values.get("group") or values.get("source"))
        to = str(values.get("sender.host") or values.get("sender.url") or values.get("sender.folder") or "")
        if "sender.port" in values:
            to = f"{to}:{values['sender.port']}"
        said = self.tr("{names} → {receiver}").format(names=names, receiver=to) if to else names
        return text.line(said, 80)

    def put(self, row: int, draft: Draft) -> None:
        """Another one in the place of one."""
        self.drafts[row] = draft
        self.dataChanged.emit(self.index(row, 0), self.index(row, 0))

    def insert(self, row: int, draft: Draft) -> None:
        self.beginInsertRows(QModelIndex(), row, row)
        self.drafts.insert(row, draft)
        self.endInsertRows()

    def remove(self, row: int) -> None:
        self.beginRemoveRows(QModelIndex(), row, row)
        del self.drafts[row]
        self.endRemoveRows()

    def begin_anew(self, drafts: Sequence[Draft]) -> None:
        self.beginResetModel()
        self.drafts = list(drafts)
        self.endResetModel()

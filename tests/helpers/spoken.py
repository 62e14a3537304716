"""All the words of a window: of its widgets and models, and what a screen reader gets to know."""

from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QAbstractTableModel, QModelIndex, Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
    Qt.ItemDataRole.EditRole,
    Qt.ItemDataRole.StatusTipRole,
)
PROPERTIES = (
    "text", "plainText", "toolTip", "statusTip", "whatsThis", "accessibleName", "accessibleDescription", "windowTitle",
    "placeholderText", "title", "currentText",
)  # fmt: skip
TEXTS = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value, QAccessible.Text.Help)
MOST = 2_000
"""Rows of a model that are read."""


def words(window: QWidget) -> str:
    """Everything in the window and in other windows of the program, joined."""
    found: list[str] = []
    for top in {window, *QApplication.topLevelWidgets()}:
        for widget in (top, *top.findChildren(QWidget)):
            found += _of_widget(widget)
        found += [str(action.property(name) or "") for action in top.findChildren(QAction) for name in PROPERTIES]
    return "\n".join(filter(None, found))


def _of_widget(widget: QWidget) -> Iterator[str]:
    for name in PROPERTIES:
        value = widget.property(name)
        if isinstance(value, str):
            yield value
    interface = QAccessible.queryAccessibleInterface(widget)
    if interface is not None:
        yield from (interface.text(kind) for kind in TEXTS)
        text = interface.textInterface()
        if text is not None:
            yield text.text(0, text.characterCount())
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from of_model(widget.model())


def of_model(model: QAbstractItemModel) -> Iterator[str]:
    """What its cells and headings say, those of branches too."""
    for column in range(_columns(model, QModelIndex())):
        yield from (str(model.headerData(column, Qt.Orientation.Horizontal, role) or "") for role in ROLES)
    waiting = [QModelIndex()]
    while waiting:
        parent = waiting.pop()
        for row in range(min(model.rowCount(parent), MOST)):
            for column in range(_columns(model, parent)):
                index = model.index(row, column, parent)
                yield from (str(value) for role in ROLES if isinstance(value := model.data(index, role), str))
            first = model.index(row, 0, parent)
            if not isinstance(model, (QAbstractListModel, QAbstractTableModel)) and model.hasChildren(first):
                waiting.append(first)


def _columns(model: QAbstractItemModel, parent: QModelIndex) -> int:
    """A list has one; it does not like to be asked."""
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)

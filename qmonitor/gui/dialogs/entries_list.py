"""The list beside a form: what a file of settings has, one of it selected."""

from PySide6.QtCore import QAbstractListModel, Qt
from PySide6.QtWidgets import QListView

from qmonitor.gui import theme

LEAST = 50 * theme.GRID
"""Pixels of its width."""


class EntriesList(QListView):
    """A name that is too long loses its middle."""

    def __init__(self, model: QAbstractListModel, name: str, spoken: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(spoken)
        self.setModel(model)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSpacing(theme.GRID // 2)
        self.setMinimumWidth(LEAST)
        theme.dress(self, "list")

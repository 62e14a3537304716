"""What the window shows while no source is open."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.action_names import label_of
from qmonitor.queues.errors import QueueError
from qmonitor.queues.servers import name_path

MOST = 5
"""So many sources that were opened before are offered."""
WIDTH = 140 * theme.GRID
"""Pixels that a line of text takes at most."""
NAME = 80
"""Characters of a path that are shown at most."""


class EmptyPlace(QWidget):
    """One sentence, one button, and what was opened before.

    Signals:
        open_requested(): the button was pressed.
        recent_chosen(target): one that was opened before was chosen.
        connect_requested(): a queue on a server is to be opened.
        seen(): it came to be seen.
        demo_requested(), help_requested(): there is nothing to open yet.
    """

    open_requested = Signal()
    recent_chosen = Signal(str)
    connect_requested = Signal()
    seen = Signal()
    demo_requested = Signal()
    help_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("empty-place")
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)
        said = self._label(self.tr("No queue is open. Open the engine's queue file, or drop it here."))
        button = QPushButton(self.tr("&Open…"))
        button.setObjectName("empty-open")
        button.setAccessibleName(self.tr("Open a file"))
        button.setDefault(True)
        button.clicked.connect(self.open_requested)
        theme.dress(button, "button")
        server = self._chip("empty-connect", label_of("connect"), self.connect_requested)
        self._servers: list[QToolButton] = []
        self._line = QHBoxLayout()
        self._line.setSpacing(theme.GRID)
        self._unusable = self._label("")
        self._unusable.setObjectName("empty-unusable")
        self._unusable.setWordWrap(True)
        self._unusable.setMaximumWidth(WIDTH)
        self._unusable.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._unusable.hide()
        other = self._label(self.tr("To look around first:"))
        demo = self._chip("empty-demo", self.tr("Try the demo"), self.demo_requested)
        help_ = self._chip("empty-help", self.tr("Read the first steps"), self.help_requested)
        self._before = self._label(self.tr("Opened before:"))
        self._recent: list[QToolButton] = []
        self._column = QVBoxLayout()
        self._column.setSpacing(0)
        layout = QVBoxLayout(self)
        layout.setSpacing(4 * theme.GRID)
        layout.addStretch(1)
        layout.addWidget(said, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(server, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addLayout(self._line)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(self._unusable, 1000)
        middle.addStretch(1)
        layout.addLayout(middle)
        row = QHBoxLayout()
        row.addStretch(1)
        for widget in (other, demo, help_):
            row.addWidget(widget)
        row.addStretch(1)
        layout.addLayout(row)
        layout.addSpacing(4 * theme.GRID)
        layout.addWidget(self._before, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addLayout(self._column)
        layout.addStretch(2)
        self.setFocusProxy(button)
        self.show_recent([])

    def _chip(self, name: str, words: str, pressed: SignalInstance) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(words)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(pressed)
        theme.dress(button, "chip")
        return button

    def _label(self, words: str) -> QLabel:
        label = QLabel(words, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        theme.dress(label, "muted")
        return label

    def show_recent(self, targets: list[str]) -> None:
        """Offer these, the last one first."""
        for old in self._recent:
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._recent = [self._button(n, target) for n, target in enumerate(targets[:MOST])]
        for button in self._recent:
            self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._before.setVisible(bool(self._recent))

    def show_connections(self, connections: Sequence[tuple[str, str]], problem: QueueError | None = None) -> None:
        """Offer these servers that are set up: name and address of each. `problem`: why none can be offered."""
        self._unusable.setText("" if problem is None else text.explain(problem))
        self._unusable.setVisible(problem is not None)
        for old in self._servers:
            self._line.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._servers = [self._button(n, url, "connection", name) for n, (name, url) in enumerate(connections[:MOST])]
        while self._line.count():
            self._line.takeAt(0)
        self._line.addStretch(1)
        for button in self._servers:
            self._line.addWidget(button)
        self._line.addStretch(1)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.seen.emit()

    def _button(self, n: int, target: str, kind: str = "recent", name: str = "") -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"empty-{kind}-{n}")
        button.setText(text.line(name or target, NAME).replace("&", "&&"))
        button.setToolTip(text.tip(target))
        button.setAccessibleName(self.tr("Open {name}").format(name=name or name_path(target).name))
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(partial(self.recent_chosen.emit, target))
        theme.dress(button, "chip")
        return button

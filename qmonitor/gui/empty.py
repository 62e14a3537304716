"""What the window shows before any source is open."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from qmonitor.gui import theme


class EmptyPlace(QWidget):
    """One sentence and one button.

    Signals: `open_requested` when the button is pressed.
    """

    open_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("empty-place")
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)
        said = QLabel(self.tr("No queue is open. Open an SQLite file that holds one, or drop it here."))
        said.setTextFormat(Qt.TextFormat.PlainText)
        theme.dress(said, "muted")
        button = QPushButton(self.tr("&Open…"))
        button.setObjectName("empty-open")
        button.setAccessibleName(self.tr("Open a file"))
        button.setDefault(True)
        button.clicked.connect(self.open_requested)
        layout = QVBoxLayout(self)
        layout.setSpacing(4 * theme.GRID)
        layout.addStretch(1)
        layout.addWidget(said, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(2)

"""What stands in the table's place where it has no rows: why, and the one next step."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractScrollArea, QBoxLayout, QFrame, QLabel, QPushButton

from qmonitor.gui import text, theme
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Destination


class Notice(QFrame):
    """A sentence and a button over the table.

    Signals:
        cleared(): the user wants to see everything, without filters.
        failed_wanted(): the user wants to see the failed ones.
        retried(): the user wants it read again.
    """

    cleared = Signal()
    failed_wanted = Signal()
    retried = Signal()

    def __init__(self, table: QAbstractScrollArea) -> None:
        super().__init__(table.viewport())
        self.setObjectName("messages-notice")
        self._table = table
        self._error = self._offers_failed = False
        self._words = QLabel(self)
        self._words.setObjectName("messages-notice-words")
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._button = QPushButton(self.tr("Show all messages"), self)
        self._button.setObjectName("messages-notice-button")
        self._button.clicked.connect(self._press)
        theme.dress(self._button, "button")
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.addStretch(1)
        self._box.addWidget(self._words)
        self._box.addWidget(self._button, 0, Qt.AlignmentFlag.AlignCenter)
        self._box.addStretch(2)
        table.viewport().installEventFilter(self)
        self.hide()

    def text(self) -> str:
        return self._words.text() if not self.isHidden() else ""

    def show_emptiness(
        self, where: Destination | None, filters: Sequence[str], without: int | None, failed: int = 0
    ) -> None:
        """No row: the filters that are set, and how many there are without them (None: not known).

        `failed` is how many failed ones there are, where all pending ones were wanted and there is none.
        """
        if self._error:
            return
        self._offers_failed = failed > 0
        if failed:
            self._offer_failed(failed)
            return
        if not filters or without == 0:
            words = (
                self.tr("There are no messages.") if where is None else self.tr("There are no messages for {where}.")
            )
        else:
            matches = self.tr("No message matches: {filters}.")
            words = matches if where is None else self.tr("No message for {where} matches: {filters}.")
        words = words.format(where=where, filters="; ".join(filters))
        if filters and without:
            words += " " + self.tr("Without these filters there are {count}.").format(count=text.number(without))
        self._button.setText(self.tr("Show all messages"))
        self._button.setVisible(bool(filters) and without != 0)
        self._show(words, "muted")

    def _offer_failed(self, failed: int) -> None:
        if failed == 1:
            words = self.tr("Nothing is pending here. 1 message failed, and stays until somebody sees to it.")
            button = self.tr("Show the failed one")
        else:
            words = self.tr("Nothing is pending here. {count} messages failed, and stay until somebody sees to them.")
            button = self.tr("Show the {count} failed")
        self._button.setText(button.format(count=text.number(failed)))
        self._button.show()
        self._show(words.format(count=text.number(failed)), "muted")

    def hide_emptiness(self) -> None:
        if not self._error:
            self.hide()

    @Slot(object)
    def show_error(self, error: QueueError) -> None:
        """The rows could not be read."""
        self._error = True
        self._button.setText(self.tr("Read again"))
        self._button.show()
        self._show(text.explain(error), "danger")

    def hide(self) -> None:
        self._error = False
        super().hide()

    def _show(self, words: str, role: str) -> None:
        theme.dress(self._words, role)
        self._words.setText(words)
        self._fill()
        self.show()

    def _press(self) -> None:
        if self._error:
            self.retried.emit()
        else:
            (self.failed_wanted if self._offers_failed else self.cleared).emit()

    def _fill(self) -> None:
        """Over all of the table; where that is too low, the button stands beside the words."""
        box = self._table.viewport().rect().adjusted(8 * theme.GRID, 0, -8 * theme.GRID, 0)
        needed = self._words.heightForWidth(box.width() - 4 * theme.GRID) + 4 * theme.GRID
        if not self._button.isHidden():
            needed += self._button.sizeHint().height() + 2 * theme.GRID
        low = box.height() < needed
        self._box.setDirection(QBoxLayout.Direction.LeftToRight if low else QBoxLayout.Direction.TopToBottom)
        self._box.setStretchFactor(self._words, 9 if low else 0)  # beside a button words would be as narrow as they can
        across, above = 2 * theme.GRID, 0 if low else 2 * theme.GRID
        self._box.setContentsMargins(across, above, across, above)
        self.setGeometry(box)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the table."""
        if event.type() == QEvent.Type.Resize:
            self._fill()
        return super().eventFilter(watched, event)

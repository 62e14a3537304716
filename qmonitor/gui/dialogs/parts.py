"""The messages of a plan one by one, where a row that goes as a whole holds several."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from qmonitor.gui import text
from qmonitor.gui.dialogs.listing import Listing
from qmonitor.queues.plan import Part


class PartsTable(Listing):
    """A row for each message: what it is about, since when it waits, which of its row it is, whether it was chosen."""

    def __init__(self, parts: Sequence[Part]) -> None:
        super().__init__(
            "parts",
            self.tr("Messages that are part of it"),
            [self.tr("message"), self.tr("first failed"), self.tr("of its row")],
            [_cells(part) for part in parts],
        )


def _cells(part: Part) -> tuple[str, str, str]:
    item = part.item
    about = text.line(text.kind(item.message_type), text.SHORT)
    which = QCoreApplication.translate("PartsTable", "{number} of {count}")
    if not part.chosen:
        which = QCoreApplication.translate("PartsTable", "{number} of {count}, comes with it")
    return (
        about or text.UNKNOWN,
        text.short_time(item.enqueued_at),
        which.format(number=text.number(part.number), count=text.number(part.of)),
    )

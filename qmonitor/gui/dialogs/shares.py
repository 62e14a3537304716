"""What a plan means for each of several destinations."""

from collections.abc import Sequence

from qmonitor.gui import text
from qmonitor.gui.dialogs.listing import Listing
from qmonitor.queues.plan import Share


class SharesTable(Listing):
    """A row for each destination: how many messages, and how many later ones it has got already."""

    def __init__(self, shares: Sequence[Share]) -> None:
        columns = 3 if any(share.later for share in shares) else 2
        super().__init__(
            "shares",
            self.tr("Destinations"),
            [self.tr("destination"), self.tr("messages"), self.tr("later delivered meanwhile")][:columns],
            [_cells(share)[:columns] for share in shares],
            figures=range(1, columns),
        )


def _cells(share: Share) -> tuple[str, str, str]:
    later = text.number(share.later) if share.later else ""
    return text.line(str(share.where)), text.number(share.count), later

"""Says what is in the table: the chips' numbers, the line below, and why it is empty where it is."""

from PySide6.QtCore import QObject, Slot

from qmonitor.gui.messages.cells import blocks_words
from qmonitor.gui.messages.counts import Counts
from qmonitor.gui.messages.feed import PageFeed
from qmonitor.gui.messages.filters import FilterBar
from qmonitor.gui.messages.foot import Foot
from qmonitor.gui.messages.heads import Head
from qmonitor.gui.messages.notice import Notice
from qmonitor.gui.messages.place import Place
from qmonitor.monitor.window import Counted, Window
from qmonitor.queues.model import State
from qmonitor.queues.times import Instant


class Summary(QObject):
    """Writes into the filter bar, the foot and the notice of a panel."""

    def __init__(
        self, filters: FilterBar, foot: Foot, notice: Notice, counts: Counts, place: Place, pages: PageFeed
    ) -> None:
        super().__init__(foot)
        self._filters, self._foot, self._notice = filters, foot, notice
        self._counts, self._place, self._pages = counts, place, pages
        self.head: Head | None = None
        notice.failed_wanted.connect(filters.chips[State.FAILED].click)

    def write(self) -> None:
        """Everything, as things stand."""
        self._filters.show_counts({state: self._counts.of_chip(state) for state in self._filters.chips})
        self.write_foot()
        window = self._place.window
        if not window.loaded or window.rows:
            self._notice.hide_emptiness()
        else:
            filters, without = self._filters.filters(), self._counts.of_chip(None)
            only_pending = self._filters.state is State.PENDING and len(filters) == 1
            failed = (self._counts.of_chip(State.FAILED) or 0) if only_pending else 0
            self._notice.show_emptiness(self._counts.destination, filters, without, failed)

    @Slot()
    def write_foot(self) -> None:
        """The line below alone."""
        window = self._place.window
        count, counted_at = self._count(window)
        self._foot.show_state(
            self._foot.count_words(count, counted_at) if window.loaded else "",
            self._place.chosen.words(self._counts.matching()[0]),
            self._place.words(),
            self._head_words(),
        )
        self._foot.show_time(self._pages.as_of if window.loaded else None)
        self._foot.show_new(self._place.new_above, more=window.unseen_more)

    def _count(self, window: Window) -> tuple[int | None, Instant | None]:
        """How many match, and when that was counted where it was apart from the rows."""
        matching, counted_at = self._counts.matching()
        if matching is None and window.counted is Counted.COMPLETE:
            return window.rows, None
        return matching, counted_at

    def _head_words(self) -> str:
        """What waits behind the head, where the rows tell which it is."""
        if self.head is None or not self.head.behind:
            return ""
        return self.tr("head {id}: {blocks}").format(id=self.head.id, blocks=blocks_words(self.head.behind))

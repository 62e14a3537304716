"""What happened to the message that is shown: who acted on it is asked for once, when its tab is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qmonitor.gui import text
from qmonitor.gui.inspector.looking import Looking
from qmonitor.gui.inspector.pages import Pages
from qmonitor.gui.inspector.past import caveat, events, read_acts
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Item

if TYPE_CHECKING:
    from qmonitor.monitor.inspecting.acts import Acts


class PastTab:
    """Fills the tab of details, once that is made. The acts are read in the lane under the key "acts"."""

    def __init__(self, looking: Looking, pages: Pages) -> None:
        self._looking, self._pages = looking, pages
        self._item: Item | None = None
        self._acts: Acts | None = None
        self._asked = False

    def show_item(self, item: Item | None) -> None:
        """The message, with what may be shown of its errors; None: nothing."""
        before, self._item = self._item, item
        if before is None or item is None or before.id != item.id:
            self._acts, self._asked = None, False
        elif before != item:
            self._asked = False  # somebody may have acted on it
        self._show()

    def ask(self) -> None:
        """Have the acts on it read, unless they were."""
        item = self._looking.item
        if item is not None and not self._asked:
            self._asked = True
            self._looking.want("acts", read_acts(item), background=True)
            self._show()

    def show_acts(self, acts: Acts) -> None:
        self._acts = acts
        self._show()

    def show_error(self, error: QueueError) -> None:
        """They could not be read."""
        self._asked = False
        self._show(text.explain(error))

    def _show(self, failed: str = "") -> None:
        if "details" not in self._pages.made:
            return
        if self._item is None:
            self._pages.details.show_past([])
            return
        told = events(self._item, self._acts, masked=self._looking.view.masked)
        self._pages.details.show_past(told, caveat(self._item, self._acts, failed))

"""A place that a search has found: waits for its message, and says which view can show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qmonitor.gui.inspector.text_view import FOLLOWED
from qmonitor.monitor.inspecting import places
from qmonitor.queues.model import ItemId
from qmonitor.values import dataclass

if TYPE_CHECKING:
    from qmonitor.monitor.inspecting.content import Content

OF_PAYLOAD = ("structure", "text", "hex")
"""The views that have places in bytes."""

LETTER = "letter"
"""The view of a dead letter: made of the payload, too, but without places in it."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Bytes of a message's payload, of the same one from its first byte on."""

    item: ItemId
    begin: int
    end: int

    def waits_for(self, content: Content | None) -> bool:
        """Whether there is more to come that may hold it."""
        if content is None or content.item != self.item:
            return True
        return not content.whole and self.end > content.document.described

    def view(self, content: Content, current: str) -> str:
        """The view that shows it: the one that is looked at where it can, else the first that can; "": it is gone.

        The tree ends where nothing more is described, the text where following takes too long, the hex nowhere.
        """
        if self.end > content.size:
            return ""
        able = [name for name in OF_PAYLOAD if self._fits(content, name)]
        return current if current in able else able[0]

    def _fits(self, content: Content, view: str) -> bool:
        if view == "structure":
            return self.end <= content.document.described and places.at(content.document, self.begin) is not None
        return view == "hex" or self.end <= min(content.known, len(content.raw), FOLLOWED)

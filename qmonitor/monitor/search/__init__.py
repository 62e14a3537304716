"""Search in the messages of a source: in what is known of them at once, in their payloads as a scan."""

from qmonitor.monitor.search.asked import Asked, How, Nonsense, Unveiled, Veil
from qmonitor.monitor.search.masked import Masked
from qmonitor.monitor.search.scan import Found, Search, Step

__all__ = ["Asked", "Found", "How", "Masked", "Nonsense", "Search", "Step", "Unveiled", "Veil"]

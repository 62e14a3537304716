"""Search in the messages of a source: in what is known of them at once, in their payloads as a scan.

Here is what is asked. What reads payloads (`scan`, `masked`) is imported by whoever searches: the window names a
question before any message is shown.
"""

from qmonitor.monitor.search.asked import Asked, How, Nonsense, Unveiled, Veil

__all__ = ["Asked", "How", "Nonsense", "Unveiled", "Veil"]

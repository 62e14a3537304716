"""As many senders as a pool has consumers, as one: each message goes by one that is free."""

import queue
from collections.abc import Sequence

from qmonitor.queues.words import Phrase
from qmonitor.senders.building import Built


class Several:
    """For as many threads at a time as there are senders; one more waits for the first that is free."""

    def __init__(self, senders: Sequence[Built]) -> None:
        """At least one."""
        self._all = tuple(senders)
        self._free: queue.SimpleQueue[Built] = queue.SimpleQueue()
        for one in self._all:
            self._free.put(one)

    def send(self, raw: bytes, timeout: float) -> None:
        sender = self._free.get()
        try:
            sender.send(raw, timeout)
        finally:
            self._free.put(sender)

    def describe(self) -> str:
        return self._all[0].describe()

    def test_connection(self, timeout: float) -> Phrase:
        return self._all[0].test_connection(timeout)

    def close(self) -> None:
        for one in self._all:
            one.close()

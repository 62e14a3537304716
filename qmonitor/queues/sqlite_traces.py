"""Whether erased bytes are still somewhere in the file.

Our own deletion overwrites them, and emptying the write-ahead log takes them out of that. But an engine that does not
wipe what it frees may have left an older copy in unused space of a page, out of anybody's reach by SQL. So samples of
what is erased are kept in memory while an erasure runs, and the file is searched for them afterwards.
"""

import time
from collections.abc import Iterable

from qmonitor.queues.sqlite_locks import contents

SAMPLE = 48
"""Bytes of one sample: long enough to be found by chance nowhere."""

MESSAGES = 20
"""So many of the erased messages are searched for: each sample is a walk through the file of its own."""

SECONDS = 20.0
"""How long is searched (about 1 GB of file a second and sample, in memory)."""

SHORTEST = 16
"""Payloads shorter than this would be found by chance."""


def middle_and_end(raw: bytes) -> Iterable[bytes]:
    """Samples of a payload: freed space begins with bytes of SQLite's own."""
    return {raw[len(raw) // 2 :][:SAMPLE], raw[-SAMPLE:]} if len(raw) >= SHORTEST else ()


class Traces:
    """Samples of payloads that are being erased."""

    def __init__(self) -> None:
        self._samples: set[bytes] = set()
        self._messages = 0

    @property
    def full(self) -> bool:
        """Whether so many are remembered that further ones are only counted: their bytes need not be read."""
        return self._messages >= MESSAGES

    def take(self, samples: Iterable[bytes]) -> None:
        """Remember samples of what is erased, within the transaction that does it. Short ones are none."""
        self._messages += 1
        if self._messages <= MESSAGES:
            self._samples |= {sample[:SAMPLE] for sample in samples if len(sample) >= SHORTEST}

    def found(self, path: str) -> bool | None:
        """Whether any sample is in the file at `path`; None where not all was searched.

        To be asked while this process has the file open by SQLite.
        """
        until = time.monotonic() + SECONDS
        before = b""
        for piece in contents(path) if self._samples else ():
            piece = before + piece
            if any(sample in piece for sample in self._samples):
                return True
            if time.monotonic() > until:
                return None
            before = piece[-SAMPLE:]
        return False if self._messages <= MESSAGES else None

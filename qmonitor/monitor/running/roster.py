"""What the workers' file says of one source; the source itself is not looked at."""

import os
from pathlib import Path

from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders import settings
from qmonitor.senders.entries import WorkerEntry

NAMED = 5
"""So many entries are named where what is looked for is not there."""


class Roster:
    """Read anew at each question; usable from any thread. Where there is no file, there is no entry.

    `target`: the source's path or URL. `given`: the command line names it, so that entries may leave it out.
    """

    def __init__(self, config: Path, target: str, *, given: bool = False) -> None:
        self._config, self._target, self._given = config, target, given

    def entries(self) -> tuple[WorkerEntry, ...]:
        """Those that are for this source. Raises `BadSettings`."""
        return settings.for_source(self._all(), self._target)

    def there(self) -> Phrase:
        """What the file has, whatever the source, for whoever misses something. Raises `BadSettings`."""
        found = [str(one.title) if one.source is None else f"{one.title}: {one.source}" for one in self._all()]
        if not found:
            return phrase("{path} has no worker.", path=self._config)
        shown = [*found[:NAMED], "…"] if len(found) > NAMED else found
        return phrase("{path} has nothing but {workers}.", path=self._config, workers=", ".join(shown))

    def _all(self) -> tuple[WorkerEntry, ...]:
        if not os.path.lexists(self._config):
            return ()
        return settings.load(self._config, source_given=self._given, given=self._target if self._given else "")

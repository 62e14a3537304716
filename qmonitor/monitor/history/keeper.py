"""Keeps the curves of one source: what a lane of the window works on."""

from pathlib import Path

from qmonitor.monitor import folders
from qmonitor.monitor.history.curves import SPAN, remembered
from qmonitor.monitor.series import SILENCE_NS, Remembered
from qmonitor.monitor.track import Track
from qmonitor.queues.model import Depth
from qmonitor.queues.past import Past
from qmonitor.queues.source import Reader
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase


def history_file() -> Path:
    """Where the history of this user lies."""
    return folders.data() / "history.db"


class Keeper:
    """The kept curves of one source in a file that several windows share, and the reader that tells its past.

    All reading and writing is done in the thread that calls; only `interrupt` may come from another. What becomes of
    the file is never an error: `note` tells it once, in a sentence.
    """

    def __init__(self, path: Path | None, reader: Reader, target: str, silence_ns: int = SILENCE_NS) -> None:
        """`path` is the history's file (None: nothing is kept), `target` what the source is opened by."""
        self._path, self._reader, self._target, self._silence_ns = path, reader, target, silence_ns

    def open(self, depth: Depth) -> Remembered:
        """What was kept of this source, for the charts; quick. `depth` is its first look, which tells what it is."""
        return Remembered({}, (Track(), Track(ages=True)))

    def rebuild(self) -> Remembered:
        """What was kept, and after it what the source's rows tell of the last day; takes about a second.

        Raises `SourceError`.
        """
        past = self._reader.past(SPAN)
        return Remembered({}, (Track(), Track(ages=True))) if past is None else remembered(past)

    def note(self, depth: Depth) -> Phrase | None:
        """Keep what a look saw; a sentence where something has to be said about the history's file."""
        return None

    def missed(self, at: Instant) -> None:
        """A look failed: nothing is known of this instant."""

    def older(self, begin: int, end: int, step: int) -> Past | None:
        """What was kept of a stretch of time (ns), thinned to steps (ns); None where there is nothing."""
        return None

    def interrupt(self) -> None:
        """From any thread: what is under way ends with `Interrupted`."""
        self._reader.interrupt()

    def close(self) -> None:
        """Write what is not written yet, and let others go on."""
        self._reader.close()

"""Keeps the curves of one source: what a lane of the window works on."""

import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from qmonitor.monitor.history import thinning, writing
from qmonitor.monitor.history.curves import NOTHING, Kept, joined, rebuilt, remembered
from qmonitor.monitor.history.file import HistoryFile
from qmonitor.monitor.history.file import writing as transaction
from qmonitor.monitor.history.reading import read, stretches
from qmonitor.monitor.history.recorder import Recorder
from qmonitor.monitor.history.records import COARSE, MINUTE, MS
from qmonitor.monitor.history.writing import DAY, Hand
from qmonitor.monitor.series import SILENCE_NS, Remembered
from qmonitor.queues import times
from qmonitor.queues.errors import Interrupted, SourceError
from qmonitor.queues.model import Depth
from qmonitor.queues.past import Past, PastLine
from qmonitor.queues.source import Reader, location
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase, phrase

SPAN = timedelta(hours=24)
"""How far back the past is reconstructed."""

WEEK_MS = 7 * DAY
"""How much of what was kept the window has in memory from the start."""

FLUSH_MS = 10_000
"""What the looks found is written every ten seconds: so much is lost where the window is killed."""

THIN_MS = 60_000


class Keeper:
    """The kept curves of one source in a file that several windows share, and the reader that tells its past.

    All reading and writing is done in the thread that calls; only `interrupt` may come from another. What becomes of
    the file is never an error: `note` tells it once, in a sentence.
    """

    def __init__(
        self,
        path: Path | None,
        reader: Reader,
        target: str,
        silence_ns: int = SILENCE_NS,
        now: Callable[[], Instant] = times.now,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        """`path` is the history's file (None: nothing is kept), `target` what the source is opened by.

        Two looks further apart than `silence_ns` have a gap between them.
        """
        self._file = None if path is None else HistoryFile(path, passed)
        self._reader, self._target, self._silence = reader, location(target), silence_ns // MS
        self._now = now
        self._token = secrets.token_hex(8)
        self._hand: Hand | None = None
        self._generation = 0
        self._recorder = Recorder(silence_ns)
        self._epoch: int | None = None
        self._mark = ""
        self._begun = self._known = False
        self._flushed = -(2**60)
        self._called_off = threading.Event()

    # -- looking back ----------------------------------------------------------------------------------------

    def open(self, depth: Depth) -> Remembered:
        """What was kept of this source in the last day, for the charts: quick.

        `depth` is its first look: that tells what the source is. 20 destinations take 0.1 s.
        """
        self._called_off.clear()
        self._recognise(depth)
        now = self._ns()
        return remembered(self._kept(now // MS - DAY), now)

    def rebuild(self) -> Remembered:
        """What was kept in the last week, and where nobody looked what the source's rows tell of the last day.

        What was kept alone where somebody looked all the while, or where the rows tell nothing. Takes about a second.
        Raises `Interrupted`.
        """
        self._called_off.clear()
        now = self._ns()
        kept = self._kept(now // MS - WEEK_MS)
        unseen = kept.unseen(now - SPAN // timedelta(microseconds=1) * 1000, now, self._silence * MS)
        past = self._past() if unseen else None
        self._go_on()
        return remembered(kept, now) if past is None else rebuilt(kept, past, unseen, now)

    def _past(self) -> Past | None:
        """None where the source can't be read now: its looks tell why."""
        try:
            return self._reader.past(SPAN)
        except Interrupted:
            raise
        except SourceError:
            return None

    def older(self, begin: int, end: int, step: int) -> Past | None:
        """What was kept of a stretch of time, thinned to steps (all ns); None where there is nothing.

        Raises `Interrupted`.
        """
        self._called_off.clear()
        found = self._read(begin // MS, end // MS, max(MINUTE, step // MS))
        self._go_on()
        return None if found is None else found[0]

    def _kept(self, begin: int) -> Kept:
        """What was kept since an instant (ms): minutes of the last day, ten minutes before it."""
        now = self._ns() // MS
        hand, file = self._hand, self._file
        week = self._read(begin, now - DAY, COARSE) if begin < now - DAY else None
        day = self._read(now - DAY, now, MINUTE)
        if (week is None and day is None) or hand is None or file is None:
            return NOTHING
        looked = file.use(lambda db: stretches(db, hand.source, begin, now)) or []
        return joined(week, day, tuple((max(first, begin) * MS, last * MS) for first, last in looked))

    def _read(self, begin: int, end: int, step: int) -> tuple[Past, PastLine] | None:
        hand, file = self._hand, self._file
        if hand is None or file is None:
            return None
        return file.use(lambda db: read(db, hand.source, begin, end, step, self._go_on))

    def _ns(self) -> int:
        return self._now().ns or 0

    def _go_on(self) -> None:
        if self._called_off.is_set():
            raise Interrupted(phrase("The reading was called off."))

    # -- keeping ---------------------------------------------------------------------------------------------

    def note(self, depth: Depth) -> Phrase | None:
        """Keep what a look saw; a sentence where something has to be said about the history's file."""
        if self._file is None or depth.as_of.ns is None:
            return None
        if not self._begun or depth.epoch != self._epoch:
            self._recognise(depth)
        elif not self._known:
            self._search()
        self._mark = depth.mark or self._mark
        if self._recorder.goes_back(depth.as_of.ns):
            self._flush(depth.as_of.ns // MS)
        self._recorder.note(depth)
        if abs(depth.as_of.ns // MS - self._flushed) >= FLUSH_MS:
            self._flush(depth.as_of.ns // MS)
        return self._file.notice()

    def missed(self, at: Instant) -> None:
        """A look failed: nothing is known of this instant."""
        if at.ns is not None:
            self._recorder.missed(at.ns)

    def interrupt(self) -> None:
        """From any thread: what is under way ends with `Interrupted`."""
        self._called_off.set()
        self._reader.interrupt()

    def close(self) -> None:
        """Write what is not written yet, and let others go on."""
        file, hand = self._file, self._hand
        if file is not None and self._begun:
            self._flush(self._ns() // MS)
            hand = self._hand
            if hand is not None and hand.upto is not None:
                file.use(lambda db: writing.give_up(db, hand))
        if file is not None:
            file.close()
        self._reader.close()

    def _recognise(self, depth: Depth) -> None:
        """Find the history of this very content, wherever the file was meanwhile; exchanged content has its own."""
        if self._begun and self._epoch != depth.epoch:
            self._flush(self._ns() // MS)
            self._recorder = Recorder(self._silence * MS)
            self._hand = None
        self._begun, self._known, self._epoch, self._mark = True, False, depth.epoch, depth.mark
        self._search()

    def _search(self) -> None:
        """Find what the file knows of this content; at a later look where the source can't be asked now."""
        if self._file is None:
            return
        found = self._file.use(lambda db: list(writing.find(db, self._target)))
        try:
            at = None if found is None else next((source for source, mark in found if self._reader.knows(mark)), None)
        except SourceError:
            return
        self._hand = None if at is None else Hand(at, self._token)
        self._known = found is not None

    def _flush(self, now: int) -> None:
        self._flushed = now
        file = self._file
        if file is None or not self._recorder.stretches:
            return
        done: bool | None = False
        try:
            done = self._known and file.use(lambda db: self._write(db, now))
        finally:
            if done:
                self._recorder.written()
            else:
                self._recorder.not_written()

    def _write(self, db: sqlite3.Connection, now: int) -> bool:
        """Everything that was noted, in one transaction; False where another window writes."""
        file = self._file
        if file is not None and self._generation != file.generation:  # another file: it does not know the source yet
            self._hand, self._generation = None, file.generation
        with transaction(db):
            known = self._hand
            hand = known.copy() if known else Hand(writing.begin(db, self._target, self._mark, now), self._token)
            if not writing.take(db, hand, now):
                self._hand = hand
                return False
            writing.write(db, hand, self._recorder, self._mark)
            if abs(now - hand.thinned) >= THIN_MS:
                thinning.thin(db, hand.source, now)
                thinning.bound(db)
                hand.thinned = now
        self._hand = hand
        return True

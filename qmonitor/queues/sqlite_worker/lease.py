"""The lease that keeps a second worker of ours off a destination: two would overtake each other.

It is a row with a time at which it expires. The holder goes by the seconds that have passed since it renewed it, which
nobody can set. For longer than `silence`, and never for longer than half of its time, no worker that is awake leaves it
alone. So others go by the row's time, and by what they have seen themselves: that it was left alone for half of its
time. A clock that is set ahead, or a machine that slept, makes no lease expire whose holder is at work.
"""

import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from qmonitor.queues import processes
from qmonitor.queues.model import Destination
from qmonitor.queues.sending import LONGEST_TIMEOUT
from qmonitor.queues.sqlite_values import NAME, name, text, whole
from qmonitor.queues.sqlite_worker.clock import Awake, Clock
from qmonitor.queues.times import NS, Instant, from_ns, parse
from qmonitor.values import dataclass

LONGEST = 2 * LONGEST_TIMEOUT + 20
"""Seconds: of a lease that lasts for the longest attempt."""

_HERE = f"WHERE channel = {NAME} AND destination = {NAME}"


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a lease: which process, renewed when and until when, and whether that is known to be gone."""

    token: object
    host: str
    pid: int
    heartbeat: Instant
    expires: Instant
    gone: bool = False

    @property
    def seconds(self) -> float:
        """How long it lasts; a row that makes no sense is taken for the longest."""
        if self.expires.ns is None or self.heartbeat.ns is None:
            return LONGEST
        return min(max((self.expires.ns - self.heartbeat.ns) / NS, 0.0), LONGEST)


class Lease:
    """One destination's lease, as one worker sees it; every call that has a `db` is inside that one's transaction."""

    def __init__(self, where: Destination, seconds: float, silence: float, clock: Clock) -> None:
        self.seconds, self.silence = seconds, silence
        self.held = False
        self._here = (name(where.channel), name(where.destination))
        self._clock = clock
        self._token = uuid.uuid4().hex
        self._renewed = self._awake = clock.passed()
        self._other_is: tuple[object, str] | None = None
        self._other_silent = Awake(clock)

    def take(self, db: sqlite3.Connection) -> Holder | None:
        """Take it if it is free, expired, or its holder's process is gone; whose it was, or is (then not `held`)."""
        other = self._other(db)
        if other is None or other.gone or self._has_expired(other):
            self._write(db)
            self.held = True
        return other

    def _has_expired(self, other: Holder) -> bool:
        """By its time and what was seen of it; or by that alone, where a clock was set back."""
        now = (other.token, other.heartbeat.text)
        if now != self._other_is:
            self._other_is = now
            self._other_silent.begin()
        silent, over = self._other_silent.look(), (other.expires.ns or 0) <= (self._clock.now().ns or 0)
        return silent >= other.seconds or (over and silent >= other.seconds / 2)

    def _other(self, db: sqlite3.Connection) -> Holder | None:
        row = db.execute(
            f"SELECT holder, host, pid, started, heartbeat, expires FROM qmonitor_lease {_HERE}", self._here
        ).fetchone()
        if row is None or row[0] == self._token:
            return None
        gone = processes.alive(f"{text(row[1])}:{text(row[2])}:{text(row[3])}") is False
        return Holder(row[0], text(row[1]), whole(row[2]), parse(text(row[4])), parse(text(row[5])), gone)

    def _write(self, db: sqlite3.Connection) -> None:
        now = self._clock.now()
        host, pid, started = processes.holder().rsplit(":", 2)
        db.execute(
            "INSERT OR REPLACE INTO qmonitor_lease"
            " (channel, destination, holder, host, pid, started, heartbeat, expires)"
            f" VALUES ({NAME}, {NAME}, ?, ?, ?, ?, ?, ?)",
            (*self._here, self._token, host, int(pid), started, now.text, _later(now, self.seconds)),
        )
        self._renewed = self._awake = self._clock.passed()

    def mine(self, db: sqlite3.Connection) -> bool:
        """Whether the row still says so."""
        row = db.execute(f"SELECT holder FROM qmonitor_lease {_HERE}", self._here).fetchone()
        return row is not None and row[0] == self._token

    def renew(self, db: sqlite3.Connection) -> bool:
        """Let it last anew; False where it is somebody else's by now."""
        self.held = self.held and self.mine(db)
        if self.held:
            self._write(db)
        return self.held

    def release(self, db: sqlite3.Connection) -> None:
        """Leave it to whoever comes next."""
        self.held = False
        db.execute(f"DELETE FROM qmonitor_lease {_HERE} AND holder = ?", (*self._here, self._token))

    # -- by the holder's own clock ---------------------------------------------------------------------------------

    @property
    def left(self) -> float:
        """Seconds for which it still lasts."""
        return self.seconds - (self._clock.passed() - self._renewed)

    @property
    def due(self) -> bool:
        """Whether a quarter of it has gone by."""
        return self.left <= 0.75 * self.seconds

    def awake(self) -> None:
        """A sign of its worker; where it has run out and the last sign is longer ago than `silence`, it is lost.

        The worker was suspended then. One that is awake and only can't write (the disk is full, say) still has it as
        long as its row says so.
        """
        now = self._clock.passed()
        silent, self._awake = now - self._awake, now
        if self.left <= 0 and silent > self.silence:
            self.held = False

    @contextmanager
    def unless_undone(self) -> Iterator[None]:
        """Around a transaction: where it fails, things are as before."""
        before = self.held, self._renewed
        try:
            yield
        except BaseException:
            self.held, self._renewed = before
            raise


def _later(at: Instant, seconds: float) -> str:
    return from_ns((at.ns or 0) + int(seconds * 1e9)).text

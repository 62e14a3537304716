"""One line to each host and port for all workers of the process: one connection, one message at a time, in turn.

A receiver that takes a single session jams under a second one, so that senders with different settings for TLS share
a line as well: its connection is made anew where the next one needs another.
"""

import ipaddress
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from qmonitor.queues.sending import Postponed, Unreachable
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.deadline import Deadline
from qmonitor.senders.mllp.session import Session
from qmonitor.senders.mllp.turns import NoTurn, Turns
from qmonitor.senders.network.connecting import Find, Receiver
from qmonitor.senders.network.lookup import addresses
from qmonitor.senders.network.tls import Identity

TO_WAIT = 0.5
"""Which part of an attempt's time is spent on waiting for a turn at most: a message that is sent with too little left
would often be there and not confirmed in time, and so be sent again."""


class Line:
    """Used by any number of threads; what a method says of a turn is for the thread that has it."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self._turns = Turns()
        self._mutex = threading.Lock()
        self._users = 0
        self._closed = threading.Event()
        self._kept: Session | None = None
        self._identity: Identity | None = None
        self._ended: float | None = None

    def join(self) -> None:
        """One sender more uses it."""
        with self._mutex:
            self._users += 1

    def leave(self) -> None:
        """One less; the last one closes the connection, at the end of its turn if it has one."""
        with self._mutex:
            self._users -= 1
            if not self._users:
                self._drop()

    @property
    def waiting(self) -> int:
        """How many messages wait for their turn."""
        return self._turns.waiting

    @contextmanager
    def turn(self, where: str, deadline: Deadline) -> Iterator[None]:
        """Raises `Postponed` where none comes while there is time to send, `Unreachable` where none ever will."""
        patience = Deadline(min(deadline.seconds * TO_WAIT, deadline.left))
        try:
            with self._turns.turn(patience):
                yield
        except NoTurn:
            kind = Unreachable if self._closed.is_set() else Postponed
            raise kind(self._no_turn(where, patience)) from None

    def rest(self, pause: float, where: str, deadline: Deadline) -> None:
        """Wait until the last message is so many seconds ago; part of a turn. Raises `Unreachable`, and
        `Postponed` where there is no time for that.
        """
        wait = 0.0 if self._ended is None else self._ended + pause - time.monotonic()
        if wait >= deadline.left:
            raise Postponed(
                phrase(
                    "The pause of {pause} s between messages to {where} does not fit into {seconds} s.",
                    pause=f"{pause:g}",
                    where=where,
                    seconds=str(deadline),
                )
            )
        if (wait > 0 and self._closed.wait(wait)) or self._closed.is_set():
            raise Unreachable(_closing(where))

    def kept(self, receiver: Receiver) -> Session | None:
        """Take the open one, part of a turn; None: there is none that this receiver's sender may use."""
        with self._mutex:
            if self._identity != receiver.identity:
                self._drop()
            session, self._kept = self._kept, None
            return session

    def connect(self, receiver: Receiver, deadline: Deadline) -> Session:
        """Make one, part of a turn, where there is no other. Raises `Unreachable`."""
        return Session(receiver.connect(self._find, deadline))

    def keep(self, session: Session, receiver: Receiver) -> None:
        """Put it back at the end of a turn; it is closed where nobody will use it."""
        with self._mutex:
            self._drop()
            if session.spoilt or not self._users or self._closed.is_set():
                session.close()
            else:
                self._kept, self._identity = session, receiver.identity

    def sent(self) -> None:
        """A message has just been sent, or an attempt at it ended: the pause begins."""
        self._ended = time.monotonic()

    def close(self) -> None:
        """For good: who waits for a turn gets none, who has one goes on to the end of it."""
        self._closed.set()
        self._turns.end()
        with self._mutex:
            self._drop()

    def _drop(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _no_turn(self, where: str, deadline: Deadline) -> Phrase:
        if self._closed.is_set():
            return _closing(where)
        return phrase(
            "Other messages were being sent to {where} for {seconds} s: this one had to wait too long.",
            where=where,
            seconds=str(deadline),
        )


class Lines:
    """All of them; one for the whole process. Used by any thread."""

    def __init__(self, find: Find = addresses) -> None:
        self._find = find
        self._mutex = threading.Lock()
        self._lines: dict[tuple[str, int], Line] = {}
        self._closed = False

    def line(self, host: str, port: int) -> Line:
        """That of a host and port; made where there is none. The caller joins it."""
        key = (_same(host), port)
        with self._mutex:
            if key not in self._lines:
                self._lines[key] = Line(self._find)
                if self._closed:
                    self._lines[key].close()
            return self._lines[key]

    def close(self) -> None:
        """Close all connections. Nothing is sent any more, except what is being sent now."""
        with self._mutex:
            self._closed = True
            for line in self._lines.values():
                line.close()


def _closing(where: str) -> Phrase:
    return phrase("Sending to {where} has been ended.", where=where)


def _same(host: str) -> str:
    """One spelling for an address, and for a name."""
    try:
        return ipaddress.ip_address(host).compressed
    except ValueError:
        return host.rstrip(".").lower()

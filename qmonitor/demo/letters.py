"""The demo of dead letters: a file as a notification daemon leaves it, and the daemon that goes on with it.

Its mail server is back and takes one message after the other; its push service is down, and what is new fails there;
its text messages have not got through for four weeks, so that the first ones are about to be dropped.
"""

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

from qmonitor import logs
from qmonitor.demo.people import FAMILY_NAMES, GIVEN_NAMES
from qmonitor.queues.deadletter import Code, DeadLetterError, Message, Store
from qmonitor.queues.deadletter.sample import Row, write_sample
from qmonitor.queues.times import Instant, now
from qmonitor.values import dataclass

SEED = 20_261_130
BEAT = 0.5
"""Seconds between two looks at what is due."""
MAIL, PUSH, TEXT = "mail", "push", "text"
SENT_EVERY = timedelta(seconds=6)
"""A message by mail gets through so often."""
FAILS_EVERY = timedelta(seconds=11)
"""So often a new one fails for the push service."""
HOUR, DAY = 3600.0, 86_400.0

COURSES = ("Imaginary anatomy", "Make-believe surgery", "Fictional pharmacology", "Invented pathology")
TEACHERS = ("Prof. Pretend", "Dr. Sample", "Dr. Example")
SUBJECTS = {
    Code.GRADE: "Grade in {course}",
    Code.EXAM: "Exam in {course}: registration",
    Code.READING: "Reading list for {course}",
    Code.FINAL_GRADE: "Final grade in {course}",
    Code.NATIONAL_EXAM: "National exam: {course}",
}

LOG = logs.subject("demo")

Stop = Callable[[float], bool]
"""Waits for so many seconds; True as soon as it is time to end."""


@dataclass
class Writer:
    """Invents messages; the same seed invents the same ones."""

    rng: random.Random

    def message(self, at: Instant, queued: Instant | None) -> Message:
        """One that was written at a time, and failed first at another."""
        code, course = self.rng.choice(list(Code)), self.rng.choice(COURSES)
        given, _ = self.rng.choice(GIVEN_NAMES)
        user = f"{self.rng.choice(FAMILY_NAMES)}.{given}".lower()
        rows = {"Course": course, "Examiner": self.rng.choice(TEACHERS)}
        if code in (Code.GRADE, Code.FINAL_GRADE):
            rows["Grade"] = f"{self.rng.choice((1.0, 1.3, 1.7, 2.0, 2.3, 3.0)):.1f}"
        skipped = ("parents@home.invalid",) if self.rng.random() < 0.2 else None
        subject = SUBJECTS[code].format(course=course)
        return Message(at, queued, user, subject, tuple(rows), tuple(rows.values()), skipped, code)

    def row(self, queue: str, at: Instant, count: int = 1) -> Row:
        """A row that was written at a time, with so many messages."""
        return queue, at, [self.message(at + timedelta(seconds=-3), at) for _ in range(count)]


def make_letters(path: Path, at: Instant) -> None:
    """Make the demo's file as it stands at that time. Raises `SourceError`."""
    writer = Writer(random.Random(SEED))
    write_sample(path, _rows(writer, at))


def _rows(writer: Writer, at: Instant) -> Iterator[Row]:
    def ago(seconds: float) -> Instant:
        return at + timedelta(seconds=-seconds)

    for n in range(14):  # since four weeks: the first is dropped in less than two days
        yield writer.row(TEXT, ago(28.2 * DAY - n * 1.9 * DAY))
    yield writer.row(TEXT, ago(3 * DAY), count=3)
    yield TEXT, ago(2.5 * DAY), b"\xa1\x67Subject\x6dno list at all"
    for n in range(90):  # the night's
        yield writer.row(MAIL, ago(9 * HOUR - n * 300))
    for n in range(25):
        yield writer.row(PUSH, ago(2 * HOUR - n * 270))


class Daemon:
    """One step after the other, whenever `step` is called with the time. Belongs to one thread."""

    def __init__(self, store: Store, at: Instant, rng: random.Random | None = None) -> None:
        self._store = store
        self._writer = Writer(rng or random.Random())
        self._sends, self._fails = at + SENT_EVERY, at + FAILS_EVERY

    def step(self, at: Instant) -> None:
        """Send what can be sent, and put aside what fails. Raises `DeadLetterError`."""
        if _ns(self._sends) <= _ns(at):
            self._sends = at + SENT_EVERY
            for waiting in self._store.fetch_failed(MAIL)[:1]:
                self._store.dequeue(waiting.key)
        if _ns(self._fails) <= _ns(at):
            self._fails = at + FAILS_EVERY
            self._store.store_failed(PUSH, self._writer.message(at, None))


def run_daemon(path: Path, stop: Stop, clock: Callable[[], Instant] = now) -> None:
    """Work on the file until `stop` says so. A file that can't be written for a moment is tried again."""
    with Store(path) as store:
        daemon = Daemon(store, clock())
        while not stop(BEAT):
            try:
                daemon.step(clock())
            except DeadLetterError as error:
                LOG.debug("the file could not be worked on: %s", type(error).__name__)


def _ns(when: Instant) -> int:
    return when.ns or 0

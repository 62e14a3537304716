"""Puts messages into a folder as files: whole or not at all, in order, and never over another file.

A file gets its name once all its bytes are on the disk, so that whoever looks into the folder sees it whole. What is
not certain afterwards is settled so:

- The file has its name, but the folder could not be saved, or did not answer in time: the outcome is unknown. When the
  same message is sent again, that attempt is ended, not begun anew; there is no second file.
- It does not have its name when its time is over: it will not get it either, however late the folder answers. Somebody
  else may have put it there by then, and what follows it.
- The process was killed between the two names of a file (its own and the unfinished one's): the unfinished one tells.
  The next process ends that attempt as well, even where the receiver has taken the file in between.
- It was killed after that, before the worker could note the delivery: the file is written again, with the next number,
  as with any receiver. Where the file before it is still there, with the same bytes, the log tells.

Where the pattern has no number, a name may be taken. With the same bytes behind it, the folder has the message, and it
counts as delivered; else it is refused.
"""

import hashlib
import os
from collections.abc import Callable
from datetime import UTC, datetime

from qmonitor import logs
from qmonitor.queues.sending import NotDelivered, OutcomeUnknown, Rejected, Unreachable
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.deadline import Deadline
from qmonitor.senders.filedrop.folder import Elsewhere, Folder, NameTaken, Part
from qmonitor.senders.filedrop.naming import Pattern
from qmonitor.senders.filedrop.settings import FileSettings
from qmonitor.senders.hl7.header import Header
from qmonitor.senders.kinds import GIVE_UP
from qmonitor.senders.limited import Limited, StillRunning, Together

_log = logs.subject("senders")


_tests: Together[None] = Together()
"""Tests of folders: one that hangs is not begun again with each press of a button."""


def _now() -> datetime:
    return datetime.now(UTC)


class FileSender:
    """A `queues.sending.Sender`. Each attempt has a thread of its own: a dead mount can't be interrupted."""

    def __init__(self, settings: FileSettings, clock: Callable[[], datetime] = _now) -> None:
        self._settings = settings
        self._pattern = Pattern(settings.name)
        self._clock = clock
        self._folder = Folder(settings.folder)
        self._sequence = 0
        self._placed = b""
        self._attempt: Limited[None] | None = None
        self._attempted = b""

    def describe(self) -> str:
        return self._settings.to

    def send(self, raw: bytes, timeout: float) -> None:
        """Raises `NotDelivered`."""
        digest = hashlib.sha256(raw).digest()
        deadline = Deadline(timeout)
        if self._ended_by_now(digest, deadline):
            return
        self._attempted = digest
        self._attempt = Limited(lambda: self._visit(lambda: self._put(raw, digest, deadline)), "file-drop")
        try:
            self._attempt.result(deadline.left)
        except StillRunning:
            raise OutcomeUnknown(self._silent(deadline), _SEE_TO_IT) from None
        except BaseException:
            self._attempt = None
            raise
        self._attempt = None

    def _ended_by_now(self, digest: bytes, deadline: Deadline) -> bool:
        """Whether an attempt that had no answer in its time was for this message, and has come to a good end since.

        One that still runs is waited for: nothing is put beside it. Raises `NotDelivered` where it goes on running.
        """
        attempt, self._attempt = self._attempt, None
        if attempt is None:
            return False
        ours = digest == self._attempted
        try:
            attempt.result(deadline.left)
        except StillRunning:
            self._attempt = attempt
            raise (OutcomeUnknown if ours else Unreachable)(self._silent(deadline), _SEE_TO_IT) from None
        except NotDelivered:
            return False
        return ours

    def _silent(self, deadline: Deadline) -> Phrase:
        return phrase("{folder} did not respond within {seconds} s.", folder=self.describe(), seconds=str(deadline))

    def test_connection(self, timeout: float) -> Phrase:
        """Writes an unfinished file, deletes it, and says what it found. Raises `NotDelivered`."""
        try:
            _tests.call(self._settings.folder, lambda: self._visit(self._try), "file-drop").result(timeout)
        except StillRunning:
            raise Unreachable(self._silent(Deadline(timeout)), _SEE_TO_IT) from None
        return phrase("Files can be written to {folder}. None was left there now.", folder=self.describe())

    def close(self) -> None:
        """As every sender has it; there is nothing to close."""

    def _visit(self, task: Callable[[], None]) -> None:
        try:
            with self._folder.visit():
                task()
        except Elsewhere:
            raise self._failure(
                phrase("{folder} is not the folder that it was when its worker started.", folder=self.describe()),
                phrase("Another disk may be mounted there, or none. If that is meant, start the worker again."),
            ) from None
        except OSError as error:
            raise self._failure(
                phrase("No file can be written to {folder}: {why}.", folder=self.describe(), why=_why(error)),
                _SEE_TO_IT,
            ) from error

    def _failure(self, cause: Phrase, remedy: Phrase) -> NotDelivered:
        return (OutcomeUnknown if self._placed else Unreachable)(cause, remedy)

    def _try(self) -> None:
        part = self._folder.begin(b"", 0o600)
        part.close()
        self._folder.forget(part.name)

    def _put(self, raw: bytes, digest: bytes, deadline: Deadline) -> None:
        if self._placed != digest and not self._begin(raw):
            part = self._folder.begin(raw, int(self._settings.mode, 8))
            try:
                self._name(part, raw, deadline)
                self._placed = digest
                self._keep()
            finally:
                part.close()
                self._folder.forget(part.name)
        else:
            self._keep()
        self._placed = b""

    def _begin(self, raw: bytes) -> bool:
        """At the first message: what an earlier process has left. Whether that has put this very message there."""
        if self._sequence:
            return False
        numbers = {number: name for name in self._folder.names() if (number := self._pattern.sequence(name))}
        last = max(numbers, default=0)
        finished = [part.name for part in self._folder.left_over() if part.holds(raw)]
        self._sequence = last + 1
        if finished:
            self._folder.forget(finished[0])
            _log.warning("%s has the first message already: an attempt was cut off there", self.describe())
            return True
        if last and self._folder.holds(numbers[last], raw):
            _log.warning(
                "number %d in %s is the same as the first message, which is put there once more", last, self.describe()
            )
        return False

    def _name(self, part: Part, raw: bytes, deadline: Deadline) -> None:
        """Give it the first name that is free. Raises `Rejected`, or `Unreachable` where its time is over."""
        header = Header.of(raw)
        control_id = header.control_id if header else b""
        while True:
            name = self._pattern.name(control_id, self._sequence, self._clock())
            if not deadline.left:
                raise Unreachable(self._silent(deadline), _SEE_TO_IT)
            try:
                self._folder.place(part, name)
            except NameTaken:
                if self._pattern.numbered:
                    self._sequence += 1
                    continue
                if not self._folder.holds(name, raw):
                    raise self._taken() from None
            self._sequence += 1
            return

    def _taken(self) -> NotDelivered:
        return Rejected(
            phrase("{folder} has another file with the name of this message.", folder=self.describe()),
            phrase("A name with {gap} never meets another one.", gap="{sequence}"),
            final=self._settings.on_refused == GIVE_UP,
        )

    def _keep(self) -> None:
        try:
            self._folder.keep()
        except OSError as error:
            raise OutcomeUnknown(
                phrase(
                    "The file was written, but {folder} could not be saved: {why}.",
                    folder=self.describe(),
                    why=_why(error),
                )
            ) from error


_SEE_TO_IT = phrase("See to the folder, its rights, and the disk or the share that it lies on.")


def _why(error: OSError) -> str:
    return error.strerror or os.strerror(error.errno or 0)

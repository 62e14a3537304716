"""One message and what comes of it: sends it and reads until its own acknowledgement is there, or its time is over."""

from qmonitor.queues.sending import OutcomeUnknown, Rejected
from qmonitor.queues.words import Phrase, counted, phrase
from qmonitor.senders.deadline import Deadline
from qmonitor.senders.hl7.acknowledgement import Acknowledgement
from qmonitor.senders.hl7.header import Awaited, Header
from qmonitor.senders.mllp.framing import LONGEST, TooLong, frame
from qmonitor.senders.mllp.session import Session
from qmonitor.senders.mllp.stray import Stray
from qmonitor.senders.network.connection import reason

MOST_STRAY = 200
"""Frames that are no answer to the message before it is given up on: reading them takes time from other workers."""


class Exchange:
    """Made for one message in one session, and run once. Spoils the session on any doubt.

    `final`: whether a refusal is the end of the message.
    """

    def __init__(self, session: Session, header: Header, deadline: Deadline, *, final: bool) -> None:
        self._session = session
        self._connection = session.connection
        self._where = session.where
        self._header = header
        self._deadline = deadline
        self._final = final
        self._stray = Stray()
        self._committed = False
        self._heard = 0
        """Bytes: a receiver that sends frame after frame is no better than one that never ends a frame."""

    def run(self, raw: bytes) -> None:
        """Returns once the receiver has the message. Raises `Unreachable`, `Rejected` or `OutcomeUnknown`."""
        session, frames = self._session, self._session.frames
        spoilt, skipped, noise = session.spoilt, frames.skipped, frames.noise
        session.spoilt, session.last = True, self._header.control_id
        try:
            self._send(frame(raw))
            answer = self._answer()
            session.spoilt = spoilt or answer is None or bool(self._stray) or frames.noise > noise
        finally:
            self._stray.skipped = frames.skipped - skipped
            self._stray.log(self._where, "while an answer was awaited")
        if answer is not None and not answer.positive:
            raise self._rejected(answer)

    def _send(self, data: bytes) -> None:
        """Raises also `Rejected`, where the receiver refuses what it has not read to its end."""
        try:
            self._connection.send(data, self._deadline)
        except OutcomeUnknown:
            self._take_hasty()
            raise
        self._take_hasty()

    def _take_hasty(self) -> None:
        """What came before the end of the message had left may refuse it, but confirms nothing."""
        if not self._connection.hasty:
            return
        for content in self._received() or ():
            answer = Acknowledgement.of(content)
            if answer is not None and not answer.positive and self._is_ours(answer):
                raise self._rejected(answer)
            self._stray.add(answer)

    def _answer(self) -> Acknowledgement | None:
        """The one that decides; None: the receiver has it, and said so only by not refusing it in time."""
        while True:
            try:
                found = self._received()
            except OSError as error:
                if not _out_of_time(error):
                    raise OutcomeUnknown(self._broken(error)) from error
                self._silent(self._late())
                return None
            if found is None:
                self._silent(self._closed())
                return None
            decided = self._decided(found)
            if decided is not None:
                return decided
            if self._heard > LONGEST or self._stray.count > MOST_STRAY:
                raise OutcomeUnknown(self._endless(self._heard))

    def _received(self) -> list[bytes] | None:
        """The next frames, if there are any; None: the receiver has closed its side.

        Raises `OSError`, or `OutcomeUnknown` where there is no end to it.
        """
        data = self._connection.receive(self._deadline)
        self._heard += len(data)
        try:
            return self._session.frames.feed(data) if data else None
        except TooLong as error:
            raise OutcomeUnknown(self._endless(LONGEST)) from error

    def _decided(self, frames: list[bytes]) -> Acknowledgement | None:
        """The frame that decides; all others are nobody's, those after it as well."""
        decided = None
        for content in frames:
            answer = Acknowledgement.of(content)
            if decided is not None or answer is None or not self._is_ours(answer):
                self._stray.add(answer)
            elif self._decides(answer):
                decided = answer
        return decided

    def _is_ours(self, answer: Acknowledgement) -> bool:
        if self._header.anonymous:  # on a connection of its own
            return not answer.control_id.strip()
        return answer.control_id == self._header.control_id

    def _decides(self, answer: Acknowledgement) -> bool:
        if answer.code != b"CA":
            return True
        self._committed = True
        return self._header.awaited is Awaited.COMMIT

    def _silent(self, cause: Phrase) -> None:
        """Nothing more will come. Raises `OutcomeUnknown` unless that means that nothing is wrong."""
        if not (self._committed and self._header.awaited is Awaited.COMMIT_UNLESS_REFUSED):
            raise OutcomeUnknown(cause)

    def _late(self) -> Phrase:
        values = {"where": self._where, "seconds": str(self._deadline)}
        if self._committed:
            return phrase(
                "{where} has received the message (CA), but did not confirm within {seconds} s that it was processed.",
                **values,
            )
        if self._stray:
            return counted(
                self._stray.count,
                "No acknowledgement of this message came from {where} within {seconds} s, only another response.",
                "No acknowledgement of this message came from {where} within {seconds} s, only {count} others.",
                **values,
            )
        return phrase("No acknowledgement came from {where} within {seconds} s.", **values)

    def _closed(self) -> Phrase:
        if self._committed:
            return phrase(
                "{where} has received the message (CA), but closed the connection before it confirmed the processing.",
                where=self._where,
            )
        if self._session.frames.inside:
            return phrase("{where} closed the connection before its response was complete.", where=self._where)
        return phrase("{where} closed the connection without an acknowledgement.", where=self._where)

    def _broken(self, error: OSError) -> Phrase:
        return phrase(
            "The connection to {where} was lost before an acknowledgement came: {reason}.",
            where=self._where,
            reason=reason(error),
        )

    def _endless(self, count: int) -> Phrase:
        return phrase(
            "What came from {where} is no acknowledgement: it has no end within {count} bytes.",
            where=self._where,
            count=count,
        )

    def _rejected(self, answer: Acknowledgement) -> Rejected:
        return Rejected(self._refusal(answer), final=self._final)

    def _refusal(self, answer: Acknowledgement) -> Phrase:
        values = {"where": self._where, "code": answer.code.decode("ascii")}
        said = answer.reason()
        if not said:
            return phrase("{where} refused the message with {code}.", **values)
        return phrase("{where} refused the message with {code}: {said}", said=said, **values)


def _out_of_time(error: OSError) -> bool:
    """Whether it is our deadline; a time-out of the system's, after keep-alives, has a number."""
    return isinstance(error, TimeoutError) and error.errno is None

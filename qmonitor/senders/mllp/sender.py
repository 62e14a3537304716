"""Brings one message after the other to a receiver over MLLP, and believes nothing but its acknowledgement."""

from qmonitor.queues.sending import OutcomeUnknown, Unreachable, Unsendable
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.deadline import Deadline
from qmonitor.senders.hl7.header import Awaited, Header
from qmonitor.senders.kinds import GIVE_UP
from qmonitor.senders.mllp.exchange import Exchange
from qmonitor.senders.mllp.framing import END
from qmonitor.senders.mllp.lines import Lines
from qmonitor.senders.mllp.session import Session
from qmonitor.senders.mllp.settings import MllpSettings
from qmonitor.senders.mllp.stray import State, state
from qmonitor.senders.network.connecting import Receiver
from qmonitor.senders.network.connection import Connection, reason
from qmonitor.senders.network.tls import Identity, KeyPassword

GRACE = 0.3
"""Seconds in which a connection under test may be closed again: some receivers accept anybody, and think then."""


class MllpSender:
    """A `queues.sending.Sender`. Shares the line to its host and port with all others that were given these `lines`.

    `key_password` is asked whenever the file of a client's key is read; None: its key has none.
    `close` is called once no `send` runs any more.
    """

    def __init__(self, settings: MllpSettings, lines: Lines, key_password: KeyPassword | None = None) -> None:
        self._settings = settings
        self._where = settings.where
        self._receiver = Receiver(settings.host, settings.port, self._where, _identity(settings), key_password)
        self._line = lines.line(settings.host, settings.port)
        self._line.join()
        self._closed = False

    def describe(self) -> str:
        return self._settings.to

    def send(self, raw: bytes, timeout: float) -> None:
        """Waiting for a turn and the pause are parts of the attempt. Raises `NotDelivered`."""
        deadline = Deadline(timeout)
        header = self._header(raw)
        with self._line.turn(self._where, deadline):
            self._line.rest(self._settings.pause, self._where, deadline)
            session = self._session(header, deadline)
            try:
                Exchange(session, header, deadline, final=self._settings.on_nack == GIVE_UP).run(raw)
            except OutcomeUnknown:
                session.close(abort=True)
                raise
            finally:
                self._line.sent()
                self._line.keep(session, self._receiver)

    def test_connection(self, timeout: float) -> Phrase:
        """Connects, sends nothing, and says what it found. Raises `Unreachable` where a message could not be sent."""
        deadline = Deadline(timeout)
        with self._line.turn(self._where, deadline):
            kept = self._line.kept(self._receiver)
            if kept is not None and state(kept) is State.QUIET:
                self._line.keep(kept, self._receiver)
                return phrase(
                    "{where} is connected, as messages are sent there. Nothing was sent now.", where=self._where
                )
            if kept is not None:
                kept.close()
            session = self._line.connect(self._receiver, deadline)
            try:
                return self._found(session.connection, deadline)
            finally:
                session.close()

    def close(self) -> None:
        """Leave the line; its connection is closed with the last sender. Again: nothing."""
        if not self._closed:
            self._closed = True
            self._line.leave()

    def _header(self, raw: bytes) -> Header:
        """Raises `Unsendable` for what can't be sent at all."""
        header = Header.of(raw)
        at = raw.find(END)
        if not raw:
            cause = phrase("The message is empty: over MLLP there is nothing to send.")
        elif at >= 0:
            cause = phrase("The message contains the two bytes that end a message in MLLP (at byte {at}).", at=at)
        elif header is None:
            cause = phrase("The message does not begin with an MSH segment.")
        elif header.awaited is Awaited.NOTHING:
            cause = phrase(
                "The message requests no positive acknowledgement (MSH-15, MSH-16): delivery can't be confirmed."
            )
        else:
            return header
        raise Unsendable(cause, final=self._settings.on_refused == GIVE_UP)

    def _session(self, header: Header, deadline: Deadline) -> Session:
        """The open one where it can be trusted, else a new one. Raises `Unreachable`."""
        kept = self._line.kept(self._receiver)
        if kept is not None:
            if not header.anonymous and kept.last != header.control_id and state(kept) is State.QUIET:
                return kept
            kept.close()
        session = self._line.connect(self._receiver, deadline)
        found = state(session)
        if found in (State.GONE, State.FLOOD) or (found is State.STRAY and header.anonymous):
            session.close(abort=True)
            raise Unreachable(self._useless(found))
        session.spoilt = header.anonymous or found is State.STRAY
        return session

    def _useless(self, found: State) -> Phrase:
        if found is State.GONE:
            return phrase("{where} closed the connection immediately.", where=self._where)
        if found is State.FLOOD:
            return phrase("{where} sends without end before any message: is it an MLLP receiver?", where=self._where)
        return phrase(
            "{where} sent something before any message: the response to a message without control id could not be "
            "told from that.",
            where=self._where,
        )

    def _found(self, connection: Connection, deadline: Deadline) -> Phrase:
        try:
            data = connection.receive(Deadline(min(GRACE, deadline.left)))
        except TimeoutError:
            return self._well(connection.tls())
        except OSError as error:
            raise Unreachable(
                phrase("The new connection to {where} was lost: {reason}.", where=self._where, reason=reason(error))
            ) from error
        if not data:
            raise Unreachable(self._useless(State.GONE))
        return phrase(
            "{where} accepts connections, but sends something before any message: is it an MLLP receiver? "
            "Nothing was sent.",
            where=self._where,
        )

    def _well(self, version: str) -> Phrase:
        if not version:
            return phrase("{where} accepts connections. Nothing was sent.", where=self._where)
        return phrase(
            "{where} accepts connections with {version}, and its certificate is trusted. Nothing was sent.",
            where=self._where,
            version=version,
        )


def _identity(settings: MllpSettings) -> Identity | None:
    """None: without TLS."""
    if not settings.tls:
        return None
    return Identity(settings.ca, settings.certificate, settings.key, settings.server_name or settings.host)

"""An open connection as MLLP uses it: frames come on it, and it serves another message only without doubt."""

from qmonitor.senders.mllp.framing import FrameReader
from qmonitor.senders.network.connection import Connection


class Session:
    """Used by the thread whose turn it is. `spoilt`: not to be used for another message."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.where = connection.where
        self.frames = FrameReader()
        self.spoilt = False
        self.last: bytes | None = None
        """The control id that was sent last. A second message with the same one needs another connection: a
        repeated answer to the first could not be told from its own."""

    def waiting(self) -> list[bytes] | None:
        """The frames that came although nothing was asked; None: the receiver is gone.

        Raises `TooLong` or `Flooded`.
        """
        data = self.connection.waiting()
        return None if data is None else self.frames.feed(data)

    def close(self, *, abort: bool = False) -> None:
        """As `Connection.close`."""
        self.connection.close(abort=abort)

"""MLLP's frame: one byte before a message, two after it, and whatever lies between two frames.

Bytes only: a message is framed as it is stored, and nothing is ever encoded again.
"""

START = b"\x0b"
END = b"\x1c\r"

LONGEST = 1_000_000
"""Bytes of one answer, or of what lies outside of frames: beyond that, what comes is no acknowledgement."""


class TooLong(Exception):
    """More bytes than an answer can have came without one."""


def frame(raw: bytes) -> bytes:
    """The bytes that go over the wire."""
    return START + raw + END


class FrameReader:
    """Takes bytes in whatever pieces they come, and gives the frames' contents.

    `skipped` counts the bytes outside of frames, `noise` those of them that are no white space (many a receiver
    ends a frame with a line feed). A frame that begins again with a header before its end is taken from there: what
    came before was cut off.
    """

    def __init__(self, longest: int = LONGEST) -> None:
        self.skipped = 0
        self.noise = 0
        self._longest = longest
        self._data = bytearray()
        self._inside = False
        self._searched = 0
        self._outside = 0

    @property
    def inside(self) -> bool:
        """Whether a frame has begun and not ended."""
        return self._inside

    def feed(self, data: bytes) -> list[bytes]:
        """The frames that are complete by now. Raises `TooLong`."""
        if not data:
            return []
        self._data += data
        frames = []
        while (found := self._next()) is not None:
            frames.append(found)
            self._outside = 0
        if max(len(self._data), self._outside) > self._longest:
            raise TooLong
        return frames

    def _next(self) -> bytes | None:
        if not self._inside:
            start = self._data.find(START)
            self._skip(len(self._data) if start < 0 else start)
            if start < 0:
                return None
            del self._data[:1]
            self._inside, self._searched = True, 0
        end = self._data.find(END, self._searched)
        if end < 0:
            self._searched = max(len(self._data) - 1, 0)
            return None
        again = self._data.rfind(START + b"MSH", 0, end)
        begin = self._cut_off(again) if again >= 0 else 0
        content = bytes(self._data[begin:end])
        del self._data[: end + len(END)]
        self._inside = False
        return content

    def _skip(self, count: int) -> None:
        """Count bytes outside of frames, and let them go."""
        if not count:
            return
        self._count(bytes(self._data[:count]))
        del self._data[:count]

    def _cut_off(self, again: int) -> int:
        """Where the content begins, after a frame that never ended."""
        begin = again + len(START)
        self._count(bytes(self._data[:begin]))
        return begin

    def _count(self, junk: bytes) -> None:
        self.skipped += len(junk)
        self.noise += len(junk.translate(None, b" \t\r\n"))
        self._outside += len(junk)

"""Values as other CBOR encoders write them (RFC 8949), byte for byte by chance, with what has to be read from them.

Nothing of the package and no CBOR library is used. Every freedom that the format leaves is taken: heads wider than they
need be, strings in pieces, lists and maps without a length, keys in any order or left out, unknown keys with anything.
"""

import random
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.helpers import deadletter as made

UNKNOWN = ("x-trace", "Priority", "queuedAt", "Timestamp ", "ключ", "")
WORDS = ("", "Anatomie I", "Raum 7", "größte Mühe", "解剖学", "a" * 23, "b" * 24, "c" * 255, "d" * 256, "👩‍⚕️", "\x00\n")
LISTS = ("Descriptions", "Fields", "SkipRecipients")


@dataclass(frozen=True)
class Written:
    """A message's bytes, and what they say: times in ns since 1970, None for no time.

    `queued` is where the value of `QueuedAt` lies in the bytes; None where there is no such key.
    """

    raw: bytes
    timestamp: int | None
    queued_at: int | None
    username: str
    subject: str
    lists: dict[str, tuple[str, ...] | None]
    code: int
    queued: slice | None


class Foreign:
    """Writes with the freedoms that `chance` takes."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def value(self, messages: Sequence[Written]) -> bytes:
        """A row's value."""
        return self._holder(4, len(messages), b"".join(message.raw for message in messages))

    def message(self) -> Written:
        chance = self._chance
        stamp, timestamp = self._time()
        queued, queued_at = self._time()
        texts = {key: chance.choice(WORDS) for key in ("Username", "Subject")}
        lists = {key: chance.choice((None, (), tuple(chance.choices(WORDS, k=chance.randrange(5))))) for key in LISTS}
        code = chance.choice((0, 1, 2, 3, 4, 5, 23, 24, 255, 256, 2**32, -1, -300))
        values = {
            "Timestamp": stamp,
            "QueuedAt": queued,
            **{key: self.text(word) for key, word in texts.items()},
            **{key: made.NULL if words is None else self._list(words) for key, words in lists.items()},
            "Code": self._integer(code),
        }
        missing = set(chance.sample(sorted(values), chance.choice((0, 0, 0, 1, 4))))
        known = [(key, value) for key, value in values.items() if key not in missing]
        more = [(key, self.anything(3)) for key in chance.sample(UNKNOWN, chance.randrange(3))]
        pairs = [(self.text(key), value, key) for key, value in known + more]
        if chance.random() < 0.3:
            pairs.append((self._integer(chance.randrange(-5, 5)), self.anything(2), ""))  # no text at all
        if chance.random() < 0.5:
            chance.shuffle(pairs)
        raw, place = self._map(pairs)
        empty: dict[str, tuple[str, ...] | None] = dict.fromkeys(LISTS)
        return Written(
            raw,
            None if "Timestamp" in missing else timestamp,
            None if "QueuedAt" in missing else queued_at,
            *("" if key in missing else texts[key] for key in ("Username", "Subject")),
            {key: empty[key] if key in missing else lists[key] for key in LISTS},
            0 if "Code" in missing else code,
            place,
        )

    def _map(self, pairs: Sequence[tuple[bytes, bytes, str]]) -> tuple[bytes, slice | None]:
        body, place = b"", None
        for key, value, name in pairs:
            if name == "QueuedAt":
                place = slice(len(body) + len(key), len(body) + len(key) + len(value))
            body += key + value
        raw = self._holder(5, len(pairs), body)
        before = raw.index(body) if body else 0
        return raw, None if place is None else slice(place.start + before, place.stop + before)

    # -- items -----------------------------------------------------------------------------------------------------

    def _head(self, major: int, number: int) -> bytes:
        """As short as it can be, or any longer form."""
        least = next((n for n in range(4) if number < 1 << (8 << n)), 3)
        if number < 24 and self._chance.random() < 0.7:
            return bytes([major << 5 | number])
        size = self._chance.choice((least, least, least, self._chance.randrange(least, 4)))
        return bytes([major << 5 | 24 + size]) + number.to_bytes(1 << size, "big")

    def _holder(self, major: int, count: int, body: bytes) -> bytes:
        """A list or a map around what it holds."""
        if self._chance.random() < 0.3:
            return bytes([major << 5 | 31]) + body + b"\xff"
        return self._head(major, count) + body

    def _string(self, major: int, whole: bytes) -> bytes:
        return self._head(major, len(whole)) + whole

    def text(self, word: str) -> bytes:
        if self._chance.random() < 0.8:
            return self._string(3, word.encode())
        cuts = sorted(self._chance.randrange(len(word) + 1) for _ in range(self._chance.randrange(4)))
        parts = [word[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(word)], strict=True)]
        return b"\x7f" + b"".join(self._string(3, part.encode()) for part in parts) + b"\xff"

    def _list(self, words: Sequence[str]) -> bytes:
        return self._holder(4, len(words), b"".join(map(self.text, words)))

    def _integer(self, number: int) -> bytes:
        return self._head(0, number) if number >= 0 else self._head(1, -1 - number)

    def anything(self, depth: int) -> bytes:
        """Something that a later release, or somebody else, has put there."""
        chance = self._chance
        inner = [self.anything(depth - 1) for _ in range(chance.randrange(4))] if depth else []
        kinds: Sequence[Callable[[], bytes]] = (
            lambda: self._integer(chance.choice((0, -1, 2**64 - 1, -(2**64)))),
            lambda: self._string(2, chance.randbytes(chance.randrange(40))),
            lambda: b"\x5f" + self._string(2, b"ab") + self._string(2, b"") + b"\xff",
            lambda: self.text(chance.choice(WORDS)),
            lambda: self._holder(4, len(inner), b"".join(inner)),
            lambda: self._holder(5, len(inner), b"".join(self._integer(n) + one for n, one in enumerate(inner))),
            lambda: self._head(6, chance.choice((0, 1, 2, 24, 32, 100, 4711))) + self.text("tagged"),
            lambda: chance.choice((b"\xf4", b"\xf5", b"\xf6", b"\xf7", b"\xe5", b"\xf8\xff")),
            lambda: chance.choice((b"\xf9\x7e\x00", b"\xfa\x47\xc3\x50\x00", b"\xfb" + struct.pack(">d", -4.1))),
        )
        return chance.choice(kinds)()

    # -- times -----------------------------------------------------------------------------------------------------

    def _time(self) -> tuple[bytes, int | None]:
        """A time in one of the forms that are in the field; its ns since 1970, None for no time."""
        chance = self._chance
        ns = made.BEGIN + chance.randrange(10**17)
        kinds: Sequence[Callable[[], tuple[bytes, int | None]]] = (
            lambda: self._written(ns, chance.choice((0, 3, 6, 9))),
            lambda: self._written(ns, 9),
            lambda: self._abroad(ns),
            lambda: (self._head(6, 0) + self.text(made.GO_ZERO), None),
            lambda: (self._head(6, 1) + self._integer(ns // made.NS), ns // made.NS * made.NS),
            lambda: (self._head(6, 1) + self._integer(-62_135_596_800), None),  # Go's zero time
            lambda: self._float(ns, ">d", 0xFB),
            lambda: self._float(ns, ">f", 0xFA),
            lambda: (self._head(6, 1) + b"\xf9\x7b\xff", 65_504 * made.NS),
            lambda: (made.NULL, None),
        )
        return chance.choice(kinds)()

    def _written(self, ns: int, digits: int) -> tuple[bytes, int]:
        """In UTC, with so many digits of a second; others are cut off."""
        unit = 10 ** (9 - digits)
        return self._head(6, 0) + self.text(made.rfc3339(ns, digits)), ns // unit * unit

    def _abroad(self, ns: int) -> tuple[bytes, int]:
        """As a clock elsewhere shows it."""
        minutes = self._chance.randrange(-14 * 60, 14 * 60)
        shown = made.rfc3339(ns + minutes * 60 * made.NS)[:-1]
        offset = f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"
        return self._head(6, 0) + self.text(shown + offset), ns

    def _float(self, ns: int, form: str, code: int) -> tuple[bytes, int]:
        raw = struct.pack(form, ns / made.NS)
        return self._head(6, 1) + bytes([code]) + raw, round(Fraction(struct.unpack(form, raw)[0]) * made.NS)

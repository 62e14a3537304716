"""The curves of a stretch of time as a table, and as a file that a spreadsheet reads exactly as it was seen.

What a panel hands over is a copy of plain values, so that the file can be written in another thread.
"""

import codecs
import csv
import io
import math
import os
import stat
import tempfile
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Protocol

from qmonitor.monitor.track import Track
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Destination
from qmonitor.queues.times import NS, from_ns
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

FORMULA = "=+-@\t\r\n＝＋－＠"
"""A cell that begins with one of these would be run by a spreadsheet."""

GIVE_WAY_EVERY = 200
"""After how many rows another request may come first."""

TABLE_BEGINS = codecs.BOM_UTF8 + b"time (UTC)"
PNG_BEGINS = b"\x89PNG\r\n\x1a\n"
"""What may be replaced begins so: what was saved before."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Points:
    """A piece of a track: instants (ns since 1970, ascending) and values, NaN in a gap. Nobody changes the arrays."""

    times: "array[int]"
    values: "array[float]"

    def at(self, ns: int) -> float | None:
        """The value of the last look up to an instant; None in a gap, before the first look and after the last."""
        found = bisect_right(self.times, ns) - 1
        if found < 0 or ns > self.times[-1] or math.isnan(self.values[found]):
            return None
        return self.values[found]


@dataclass(frozen=True, slots=True)
class Column:
    """One destination: its name, its backlog, and the age of its oldest message in seconds."""

    name: str
    pending: Points
    oldest: Points


@dataclass(frozen=True, slots=True)
class Table:
    """What was seen from `begin` to `end` (ns since 1970)."""

    begin: int
    end: int
    columns: tuple[Column, ...]

    def instants(self) -> list[int]:
        """Every instant in it at which one of the figures was looked at, or was found missing."""
        found: set[int] = set()
        for column in self.columns:
            for points in (column.pending, column.oldest):
                first, last = bisect_left(points.times, self.begin), bisect_right(points.times, self.end)
                found.update(points.times[first:last])
        return sorted(found)


ROUNDED_NS = 1_000
"""A float holds seconds since 1970 to a quarter of a microsecond: the look at the very end must not be lost by that."""


class Curves(Protocol):
    """Both curves of one destination."""

    @property
    def pending(self) -> Track: ...

    @property
    def oldest(self) -> Track: ...


def table(series: Iterable[tuple[Destination, Curves]], begin: float, end: float) -> Table:
    """A copy of these curves between two instants (seconds since 1970)."""
    first, last = int(begin * NS), int(end * NS) + ROUNDED_NS
    columns = (Column(str(w), _cut(s.pending, first, last), _cut(s.oldest, first, last)) for w, s in series)
    return Table(first, last, tuple(columns))


def _cut(track: Track, begin: int, end: int) -> Points:
    """With the look before, whose value still holds at the beginning."""
    first = max(0, bisect_right(track.times, begin) - 1)
    last = bisect_right(track.times, end)
    return Points(track.times[first:last], track.values[first:last])


def rows(table: Table, zone: tzinfo | None = None) -> Iterator[list[str]]:
    """The table's cells, the header first: time in UTC, local time with its offset, then two for each destination.

    An empty cell: nothing was seen. Between two points that are kept (older than an hour, not every look is) the
    value of the last one stands, as it does beside the pointer. `zone` None is this machine's.
    """
    names = [cell(f"{column.name} {what}") for column in table.columns for what in ("pending", "oldest seconds")]
    yield ["time (UTC)", "local time", *names]
    tracks = [points for column in table.columns for points in (column.pending, column.oldest)]
    for ns in table.instants():
        yield [from_ns(ns).text, _local(ns, zone), *(_figure(points.at(ns)) for points in tracks)]


def cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula: an apostrophe before it where it looks like one."""
    begins = text.lstrip(" ")[:1]
    return f"'{text}" if begins and begins in FORMULA else text


def _local(ns: int, zone: tzinfo | None) -> str:
    """To the second: the exact instant stands beside it."""
    moment = (EPOCH + timedelta(seconds=ns // NS)).astimezone(zone)
    return moment.isoformat(timespec="seconds")


def _figure(value: float | None) -> str:
    if value is None:
        return ""
    return str(int(value)) if value == int(value) else f"{value:.3f}".rstrip("0").rstrip(".")


def write_csv(
    table: Table, path: str | Path, zone: tzinfo | None = None, give_way: Callable[[], None] = lambda: None
) -> None:
    """Write the table as CSV (RFC 4180, UTF-8 with a byte order mark); an earlier table is replaced.

    `give_way` is called now and then and may raise `Interrupted`: nothing is left behind. Raises `Refused`.
    """

    def write(file: io.BufferedWriter) -> None:
        text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="backslashreplace", newline="")
        lines = csv.writer(text, lineterminator="\r\n")
        for number, row in enumerate(rows(table, zone)):
            if number % GIVE_WAY_EVERY == 0:
                give_way()
            lines.writerow(row)
        text.flush()
        text.detach()

    _replace(Path(path), write, TABLE_BEGINS)


def write_picture(png: bytes, path: str | Path) -> None:
    """Write a picture of the curves; an earlier picture is replaced. Raises `Refused`."""
    _replace(Path(path), lambda file: file.write(png), PNG_BEGINS)


def _require_own(path: Path, begins: bytes) -> None:
    """Whatever a person said to a file dialog: never in the place of a queue, of its log, or of a device."""
    try:
        is_file = stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return
    if is_file:
        with path.open("rb") as file:
            if file.read(len(begins)) in (b"", begins):
                return
    raise Refused(
        phrase("{name} is there already, and is no chart that was saved: it is not replaced.", name=path.name),
        phrase("Choose another name."),
    )


def _replace(path: Path, write: Callable[[io.BufferedWriter], object], begins: bytes) -> None:
    """All or nothing, readable by its owner alone: under another name first, then renamed."""
    part: Path | None = None
    try:
        _require_own(path, begins)
        handle, name = tempfile.mkstemp(".part", f".{path.name[:40]}.", path.parent)
        part = Path(name)
        with os.fdopen(handle, "wb") as file:
            write(file)
        part.replace(path)
    except OSError as error:
        raise Refused(
            phrase("The file {name} could not be written: {cause}.", name=path.name, cause=error.strerror or "error"),
            phrase("Choose another folder or name."),
        ) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)

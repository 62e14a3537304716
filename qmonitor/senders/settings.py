"""The workers' file, `workers.toml`: which destinations are sent where. Read strictly, and written with care.

    [[worker]]
    source = "/srv/engine/queue.db"      # may be left out where the command line names it
    channel = "adt"
    destination = "dest-*"
    sender = { type = "mllp", host = "127.0.0.1", port = 2575 }
    policy = { max_attempts = 0 }

    [[worker]]
    source = "redis://queue.example"     # a pool of consumers; how often it is tried is that queue's own rule
    consumers = 4
    sender = { type = "http", url = "https://receiver.example/in" }

A word that is not known, or a value that can't be meant, is no reason to guess: messages would go where nobody wanted
them. It is one line that names file, entry, key, value and what is allowed, and no worker starts.
"""

import os
import stat
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from qmonitor.queues.errors import NotAQueue, Refused
from qmonitor.queues.servers import server_of, url_of
from qmonitor.queues.source import has_pools, is_url, location
from qmonitor.queues.words import phrase
from qmonitor.senders import pieces, plain_files
from qmonitor.senders.entries import BrokenEntry, WorkerEntry, read_entry
from qmonitor.senders.fields import not_known, shown
from qmonitor.senders.problems import BadSettings, in_entry, in_file, problem_of
from qmonitor.senders.writing import write

TABLE = "worker"


def load(path: str | Path, *, source_given: bool = False, given: str = "") -> tuple[WorkerEntry, ...]:
    """All entries of a file, in its order. Raises `BadSettings`.

    `source_given`: the command line names the source, so that an entry may leave it out; `given` is that source, where
    that is known.
    """
    place = str(path)
    tables = _tables(place, _parsed(place, _text(place)))
    return tuple(_entry(place, number, table, source_given, given) for number, table in enumerate(tables, start=1))


def load_each(path: str | Path) -> tuple[WorkerEntry | BrokenEntry, ...]:
    """The same for whoever edits the file: an entry that can't be meant keeps nobody from the others.

    Raises `BadSettings` where it can't even be told which entries there are.
    """
    place = str(path)
    text = _text(place)
    try:
        tables = _tables(place, _parsed(place, text))
    except BadSettings as error:
        return _pieces(place, text, error)
    found = tuple(_entry_or_not(number, table) for number, table in enumerate(tables, start=1))
    broken = next((one for one in found if isinstance(one, BrokenEntry)), None)
    if broken is not None and len(pieces.cut(text)[1]) != len(tables):  # a list in one piece: nothing could be kept
        raise in_entry(place, broken.number, broken.error)
    return found


def save(path: str | Path, entries: Sequence[WorkerEntry | BrokenEntry]) -> tuple[WorkerEntry | BrokenEntry, ...]:
    """Write them, for their owner alone, all or nothing; returns them with the numbers that they have now.

    Comments stay with their entry, which is told by its number; those of an entry that is gone go with it. One that is
    broken stays byte for byte as it is. Raises `Refused`.
    """
    write(Path(path), entries)
    return tuple(replace(entry, number=number) for number, entry in enumerate(entries, start=1))


def sources(entries: Iterable[WorkerEntry]) -> tuple[str, ...]:
    """The sources that entries name, each once, in their order. Touches the disk, as links are followed."""
    found: list[str] = []
    for entry in entries:
        if entry.source is not None and not any(_same(entry.source, one) for one in found):
            found.append(entry.source)
    return tuple(found)


def for_source(entries: Iterable[WorkerEntry], target: str) -> tuple[WorkerEntry, ...]:
    """Those of a source: with the same path or URL, or without one. Touches the disk, as links are followed."""
    return tuple(entry for entry in entries if entry.source is None or _same(entry.source, target))


def entry_for(entries: Iterable[WorkerEntry], channel: str, destination: str) -> WorkerEntry | None:
    """Whose the destination is, among the entries of one source. Raises `BadSettings` where it is not one alone."""
    found = [entry for entry in entries if matches(entry, channel, destination)]
    if len(found) > 1:
        raise BadSettings(
            phrase(
                "Destination {channel}/{destination} is matched by {first} and by {second}.",
                channel=channel,
                destination=destination,
                first=found[0].title,
                second=found[1].title,
            ),
            phrase("Change one of them: two workers would send everything twice."),
        )
    return found[0] if found else None


def matches(entry: WorkerEntry, channel: str, destination: str) -> bool:
    """Whether an entry is meant for a destination. Upper and lower case differ, on every system."""
    return fnmatchcase(channel, entry.channel) and fnmatchcase(destination, entry.destination)


def _text(place: str) -> str:
    try:
        data, found = plain_files.read(place, plain_files.LONGEST)
        _require_own(place, found)
        return data.decode("utf-8-sig")  # some editors put a mark at the beginning
    except OSError as error:
        raise in_file(place, phrase("It can't be read ({cause}).", cause=error.strerror or "error")) from error
    except UnicodeDecodeError as error:
        raise in_file(place, phrase("It is no text in UTF-8.")) from error


def _parsed(place: str, text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is no `TOMLDecodeError`
        why = str(error) if isinstance(error, tomllib.TOMLDecodeError) else _WHY[isinstance(error, RecursionError)]
        raise in_file(
            place,
            phrase("It is no TOML ({cause}).", cause=_first_line(why)),
            phrase("Each value that is a text stands in quotes, as in {example}.", example='channel = "adt"'),
        ) from error


def _tables(place: str, document: dict[str, object]) -> list[object]:
    for key in document:
        if key != TABLE:
            raise in_file(place, *not_known(key, document[key], phrase("Only [[worker]] is known here.")))
    tables = document.get(TABLE, [])
    if not isinstance(tables, list):
        raise in_file(place, phrase("worker is {value}.", value=shown(tables)), phrase("Each begins with [[worker]]."))
    return tables


def _pieces(place: str, text: str, error: BadSettings) -> tuple[WorkerEntry | BrokenEntry, ...]:
    """Entry by entry, of a file that can't be read as a whole. Raises `error` where the mistake is in none of them."""
    head, parts = pieces.cut(text)
    found: list[WorkerEntry | BrokenEntry] = []
    _tables(place, _parsed(place, head))
    above = head.count("\n")
    for number, part in enumerate(parts, start=1):
        try:
            (table,) = _tables(place, _parsed(place, "\n" * above + part))  # a mistake's line is that of the file
            found.append(_entry_or_not(number, table))
        except BadSettings as broken:
            found.append(BrokenEntry(Refused(problem_of(broken), broken.remedy), number=number))
        above += part.count("\n")
    if not any(isinstance(one, BrokenEntry) for one in found):
        raise error
    return tuple(found)


def _entry_or_not(number: int, table: object) -> WorkerEntry | BrokenEntry:
    try:
        return read_entry(table, number)
    except Refused as error:
        said = table.items() if isinstance(table, Mapping) else ()
        names = {key: value for key, value in said if key in _NAMES and isinstance(value, str)}
        return BrokenEntry(error, names, number)


_NAMES = ("channel", "destination", "group")
"""Words of an entry that tell whose it is, and never hold a password."""

_WHY = {True: "nested too deeply", False: "a number with too many digits"}


def _first_line(why: str) -> str:
    return why.splitlines()[0][:200] if why else ""


def _require_own(place: str, found: os.stat_result) -> None:
    """Whoever changes this file decides where patients' data go."""
    if plain_files.is_open(found, stat.S_IWOTH):
        raise in_file(
            place,
            phrase("It can be changed by everybody (mode {mode}).", mode=plain_files.mode(found)),
            phrase("Take that right away (chmod o-w), and see whether messages are still sent where they should be."),
        )


def _entry(place: str, number: int, table: object, source_given: bool, given: str) -> WorkerEntry:
    try:
        entry = read_entry(table, number, given)
        if entry.source is None and not source_given:
            raise Refused(phrase("source is missing."), phrase("It is the path of a queue's file, or a URL."))
    except Refused as error:
        raise in_entry(place, number, error) from error
    return entry


def _queue(target: str) -> str:
    """A queue on a server by its address as it is always written, whatever the group that an entry is for."""
    if not has_pools(target):
        return location(target)
    try:
        return url_of(replace(server_of(target), group=""))
    except NotAQueue:
        return target


def _same(one: str, other: str) -> bool:
    if is_url(one) or is_url(other):
        return _queue(one) == _queue(other)
    return os.path.normcase(os.path.realpath(one)) == os.path.normcase(os.path.realpath(other))

"""Plans for the optional indexes: what adding them, or taking them away, would mean for the engine and the disk."""

import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import timedelta
from math import ceil

from qmonitor.queues.delivery import schema
from qmonitor.queues.delivery.history import mark, recognises, token
from qmonitor.queues.delivery.survey import Survey, survey
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import ItemId, Query
from qmonitor.queues.plan import GONE, PRESENT, Fact, Members, Plan, Reach
from qmonitor.queues.sqlite_stamp import Stamp
from qmonitor.queues.times import now
from qmonitor.queues.words import Phrase, counted, phrase

SLACK = 3
"""A transaction that takes so many times as long as was said is called off, and undone …"""

SLACK_LEAST = 5.0
"""… but none of fewer seconds: programs commonly wait that long for another one's lock."""

FELT = 1.0
"""Seconds for which an engine may be kept waiting without a warning."""

SMALL = 20_000
"""A file of fewer messages is read in a few milliseconds anyway."""

SPARE = 16_000_000
"""Bytes that are to stay free beside those that are needed: the engine goes on writing."""

DROPPED = 150_000_000
"""Bytes of index wiped a second, half of what was measured: `secure_delete` writes its pages once more."""

MB = 1_000_000


class Tuner:
    """Plans over one reading connection; changes nothing."""

    def __init__(
        self, db: sqlite3.Connection, file: Stamp, called_off: Callable[[], None], *, wal: bool = True
    ) -> None:
        """`called_off` raises where the planning is to end; `wal` is whether the file is in WAL mode."""
        self._db = db
        self._folder = os.path.dirname(file.path)
        self._identity = file.identity
        self._called_off = called_off
        self._wal = wal

    def plan(self, action: str, what: Query | Sequence[ItemId], reach: Reach) -> Plan:
        """Raises `Refused` where it makes no sense, or where the disk has too little room."""
        seen = reach.get("seen")
        if seen and not recognises(seen, self._identity, self._db):
            raise Refused(
                phrase("The file was exchanged meanwhile: this one was never optimised."),
                phrase("Look again, and choose anew."),
            )
        present = schema.optional(self._db)
        named = list(schema.OPTIONAL) if isinstance(what, Query) or not what else [str(name) for name in what]
        wanted = [name for name in schema.OPTIONAL if name in named]
        return (self._build if action == "optimise" else self._drop)(wanted, present)

    def _build(self, wanted: Sequence[str], present: frozenset[str]) -> Plan:
        self._require_standard()
        missing = [name for name in wanted if name not in present]
        found = survey(self._db, missing, self._called_off)
        if missing:
            self._require_space(found)
        at_most = timedelta(seconds=ceil(max(SLACK_LEAST, SLACK * found.longest)))
        return Plan(
            action="optimise",
            target=", ".join(missing),
            members=Members((name, GONE) for name in missing),
            taken=now(),
            words=(*_adds(missing, present), *(_course(found, at_most) if missing else ())),
            warnings=tuple(self._against(found)),
            undo=counted(
                len(missing),
                "Undo takes exactly this index away again. The file keeps its size then; the engine fills the room with"
                " new messages.",
                "Undo takes exactly these indexes away again. The file keeps its size then; the engine fills the room"
                " with new messages.",
            ),
            facts=tuple(self._figures(found, at_most)),
            at_most=at_most,
            mark=token(self._identity, mark(self._db)),
        )

    def _drop(self, wanted: Sequence[str], present: frozenset[str]) -> Plan:
        there = [name for name in wanted if name in present]
        found = survey(self._db, there, self._called_off)
        takes = max((build.size / DROPPED for build in found.builds), default=0.0)
        return Plan(
            action="optimise-undo",
            target=", ".join(there),
            members=Members((name, PRESENT) for name in there),
            taken=now(),
            words=tuple(_takes_away(there)),
            undo=phrase("Optimise builds them again."),
            facts=(
                Fact(phrase("Indexes"), phrase("{names}", names=", ".join(there))),
                Fact(phrase("The engine can't write"), _each(len(there), _about(takes))),
                Fact(phrase("Freed within the file"), _megabytes(found.size)),
            ),
            mark=token(self._identity, mark(self._db)),
        )

    def _require_standard(self) -> None:
        lacking = sorted(schema.INDEXES.keys() - schema.objects(self._db))
        if lacking:
            raise Refused(
                phrase(
                    "The file lacks an index that engines make, {name}: without it these would be of little use.",
                    name=lacking[0],
                ),
                phrase("Let a current release of the engine open the file once; it brings the table up to date."),
            )

    def _require_space(self, found: Survey) -> None:
        """On the disk of the file, and on that of SQLite's temporary files, which may be the same."""
        folder, temporary = self._folder, temporary_folder()
        same = temporary is not None and os.stat(folder).st_dev == os.stat(temporary).st_dev
        _require(folder, found.space + (found.sorting if same else 0))
        if temporary is not None and not same:
            _require(temporary, found.sorting)

    def _against(self, found: Survey) -> list[Phrase]:
        said = []
        if found.longest >= FELT:
            said.append(
                counted(
                    len(found.builds),
                    "While it is built ({span}) the engine can't write. One that doesn't wait so long reports errors"
                    " and does not accept messages: choose a quiet hour, or stop it first.",
                    "While each of them is built ({span}) the engine can't write. One that doesn't wait so long reports"
                    " errors and does not accept messages: choose a quiet hour, or stop it first.",
                    span=_about(found.longest),
                )
            )
        if found.builds and not self._wal:
            said.append(
                phrase("The file is in rollback-journal mode: while an index is built nobody can read it, either.")
            )
        if found.builds and found.rows < SMALL:
            said.append(phrase("The file is small: a look at it will hardly get faster."))
        return said

    def _figures(self, found: Survey, at_most: timedelta) -> list[Fact]:
        free = shutil.disk_usage(self._folder).free
        return [
            Fact(phrase("Indexes"), phrase("{names}", names=", ".join(build.name for build in found.builds))),
            Fact(phrase("Messages in the file"), phrase("about {count}", count=_rounded(found.rows))),
            Fact(phrase("Reading ahead"), _about(found.ahead)),
            Fact(phrase("The engine can't write"), _each(len(found.builds), _about(found.longest))),
            Fact(phrase("Called off after"), _seconds(ceil(at_most.total_seconds()))),
            Fact(phrase("The file grows by"), _megabytes(found.size)),
            Fact(phrase("Free on its disk"), phrase("{count} MB", count=free // MB)),
        ]


def temporary_folder() -> str | None:
    """Where SQLite sorts what does not fit into its memory (https://sqlite.org/tempfiles.html); None: not known."""
    if sys.platform == "win32":
        return tempfile.gettempdir()
    named = (os.environ.get("SQLITE_TMPDIR"), os.environ.get("TMPDIR"))
    usable = (folder for folder in (*named, "/var/tmp", "/usr/tmp", "/tmp") if folder and os.path.isdir(folder))  # noqa: S108
    return next((folder for folder in usable if os.access(folder, os.W_OK | os.X_OK)), None)


def _require(folder: str, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed + SPARE:
        raise Refused(
            phrase(
                "There is too little room: {needed} MB have to be free in {folder}, and {free} MB are.",
                needed=ceil((needed + SPARE) / MB),
                folder=folder,
                free=free // MB,
            ),
            phrase("Free some space first; nothing was changed."),
        )


def _adds(missing: Sequence[str], present: frozenset[str]) -> list[Phrase]:
    if not missing:
        return [phrase("The file has these indexes already: there is nothing to optimise.")]
    said = [
        counted(
            len(missing),
            "1 index is added to the file: qmonitor then finds its figures there, instead of in the messages.",
            "{count} indexes are added to the file: qmonitor then finds its figures there, instead of in the messages.",
        )
    ]
    if present:
        said.append(phrase("It has {name} already.", name=", ".join(sorted(present))))
    return said


def _course(found: Survey, at_most: timedelta) -> list[Phrase]:
    waits = counted(
        len(found.builds),
        "While it is built ({span}) the engine can't write; reading goes on.",
        "While each of them is built ({span}) the engine can't write; reading goes on.",
        span=_about(found.longest),
    )
    return [
        *([waits] if found.longest < FELT else []),
        phrase(
            "No message is changed. The file is read ahead first, which hinders nobody. A build that takes longer than"
            " {limit}, or that you stop, is called off and leaves nothing behind.",
            limit=_seconds(ceil(at_most.total_seconds())),
        ),
        phrase(
            "What it brings: a look takes about a quarter of the work, as measured, and the highest number of tries of"
            " each destination is exact at every look. What it costs: an engine that writes as fast as it can manages"
            " 80 to 90 messages where it managed 100."
        ),
    ]


def _takes_away(there: Sequence[str]) -> list[Phrase]:
    if not there:
        return [phrase("The file has no index of qmonitor: there is nothing to take away.")]
    return [
        counted(
            len(there),
            "1 index of qmonitor is taken out of the file: looking at it takes longer again.",
            "{count} indexes of qmonitor are taken out of the file: looking at it takes longer again.",
        ),
        phrase("No message is changed. The file keeps its size; the engine fills the room with new messages."),
    ]


def _rounded(count: int) -> int:
    """To three digits: it is estimated."""
    return round(count, 3 - len(str(count)))


def _about(seconds: float) -> Phrase:
    return phrase("less than a second") if seconds < 0.7 else phrase("about {span}", span=_seconds(ceil(seconds)))


def _each(count: int, span: Phrase) -> Phrase:
    return span if count < 2 else phrase("{span} for each", span=span)


def _seconds(count: int) -> Phrase:
    if count >= 120:
        return phrase("{count} minutes", count=ceil(count / 60))
    return counted(count, "1 second", "{count} seconds")


def _megabytes(size: int) -> Phrase:
    return phrase("less than 1 MB") if size < MB else phrase("about {count} MB", count=ceil(size / MB))

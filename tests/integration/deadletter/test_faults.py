"""Killed before or after any statement: no message is ever lost, and none is there twice but where that is allowed.

At some of all statements by default; at every one, some hundred runs, with QMONITOR_EXAMPLES=thorough.
"""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from qmonitor.queues import times
from qmonitor.queues.deadletter import Store
from qmonitor.queues.deadletter.source import open_file
from qmonitor.queues.sqlite_file import SqliteFile
from tests.helpers import deadletter as made
from tests.helpers import deadletter_reference as reference
from tests.helpers.deadletter_faults import DAY, NOW, Cut, audited, cut_off, held, skipped

POINTS = None if os.environ.get("QMONITOR_EXAMPLES") == "thorough" else 8


def legacy(table: made.Table) -> None:
    """The whole queue under its bare name."""
    table.legacy("grades", *(made.message(None if n % 2 else made.BEGIN, username=f"legacy {n}") for n in range(6)))


def several(table: made.Table) -> None:
    """Rows of several messages, which lie so near each other that their parts come between."""
    for n in range(4):
        rows = (made.message(made.BEGIN + n, username=f"several {n}.{m}") for m in range(3))
        table.add("grades", made.BEGIN + n // 2, *rows, sequence=5 * n)


def timeless(table: made.Table) -> None:
    """Messages that were never stamped."""
    for n in range(4):
        table.add("grades", made.BEGIN + 100 + n, made.message(None, username=f"timeless {n}"))


def old(table: made.Table) -> None:
    """Messages that are dropped."""
    for n in range(4):
        table.add("grades", made.BEGIN + 200 + n, made.message(made.BEGIN - 31 * DAY, username=f"old {n}"))


def plain(table: made.Table) -> None:
    for n in range(3):
        table.add("grades", made.BEGIN + 400 + n, made.message(made.BEGIN + n, username=f"plain {n}"))


EVERYTHING = (legacy, several, timeless, old, plain)
FETCHING = {"migrated": (legacy, plain), "split": (several,), "stamped": (timeless, plain), "dropped": (old, plain),
            "everything": EVERYTHING}  # fmt: skip


def fill(tmp_path: Path, *parts: object) -> Path:
    """A file with these, with rows that can't be decoded, with another queue and unrelated keys."""
    table = made.Table(tmp_path / "daemon.db")
    for part in parts:
        part(table)  # type: ignore[operator]
    for n in range(4):
        table.put(made.key("grades", made.BEGIN + 300 + n), b"\xff broken %d" % n)
    table.add("exams", made.BEGIN, made.message(None, username="other"), made.message(None, username="another"))
    table.digests(9, like="grades")
    return table.write()


def fetched(path: Path) -> list[str]:
    """What somebody gets who goes on; every row is as it is to be then."""
    with Store(path, clock=lambda: times.from_ns(NOW)) as store:
        found = [queued.message for queued in store.fetch_failed("grades")]
    assert all(message.queued_at is not None for message in found)
    rows = [reference.messages(value) for _, value in made.queue_rows(path, "grades") if not value.startswith(b"\xff")]
    assert [len(row) for row in rows] == [1] * len(found)
    return [message.username for message in found]


def young(names: list[str]) -> list[str]:
    return [name for name in names if not name.startswith("old")]


def intact(cut: Cut) -> None:
    reader = open_file(SqliteFile(cut.path)).reader()
    assert reader.verify_audit().intact, cut
    reader.close()


@pytest.mark.parametrize("name", FETCHING)
def test_killed_while_rows_are_mended(tmp_path: Path, name: str) -> None:
    path = fill(tmp_path, *FETCHING[name])
    before, dropped = held(path), [name for name in held(path).names if name.startswith("old")]
    ids = [key.hex() for key, value in made.queue_rows(path, "grades") if b"old " in value]
    for cut in cut_off(path, "fetch", POINTS):
        after = held(cut.path)
        assert after.broken == before.broken, cut
        assert [name for name in before.names if name in after.names] == after.names, f"twice, or out of order: {cut}"
        assert set(before.names) - set(after.names) <= set(dropped), f"lost: {cut}"
        assert len(audited(cut.path, "expire")) == len(before.names) - len(after.names), cut
        mine = [name for name in young(before.names) if name not in ("other", "another")]
        assert fetched(cut.path) == mine, f"what goes on finds each once: {cut}"
        assert sorted(audited(cut.path, "expire")) == sorted(ids), cut
        assert held(cut.path).broken == before.broken, cut
        intact(cut)


def test_killed_while_messages_are_stored(tmp_path: Path) -> None:
    path = fill(tmp_path, plain)
    before = held(path)
    for cut in cut_off(path, "store", POINTS):
        after = held(cut.path)
        new = [name for name in after.names if name.startswith("new")]
        assert new == [f"new {n}" for n in range(len(new))], f"each whole, in its order: {cut}"
        assert [name for name in after.names if name not in new] == before.names, cut
        assert after.broken == before.broken, cut


def test_killed_while_messages_are_removed(tmp_path: Path) -> None:
    path = fill(tmp_path, *EVERYTHING)
    before = held(path)
    mine = [name for name in young(before.names) if name not in ("other", "another")]
    for cut in cut_off(path, "dequeue", POINTS):
        after = held(cut.path)
        assert after.broken == before.broken, cut
        left = fetched(cut.path)
        assert left in [mine[n:] for n in range(7)], f"another one than was removed is gone: {cut}"


def test_killed_while_messages_are_sent(tmp_path: Path) -> None:
    """The one that was just sent may be sent again, and no other; none never is."""
    path = fill(tmp_path, *EVERYTHING)
    before = held(path)
    mine = [name for name in young(before.names) if name not in ("other", "another")]
    again = 0
    for cut in cut_off(path, "resend", POINTS):
        sent = cut.sent
        assert sent == mine[: len(sent)], cut
        left = fetched(cut.path)
        assert left in (mine[len(sent) :], mine[max(0, len(sent) - 1) :]), f"lost, or sent again without need: {cut}"
        again += len(sent) + len(left) > len(mine)
        assert Counter(sent + left).keys() == set(mine), cut
        assert held(cut.path).broken == before.broken, cut
    assert again, "no run was killed between sending and removing"


@pytest.mark.parametrize("action", ["skip", "drain", "restore"])
def test_an_action_killed_at_every_step_loses_nothing_and_goes_on(tmp_path: Path, action: str) -> None:
    path = fill(tmp_path, *EVERYTHING)
    before, went_on = held(path), 0
    mine = sorted(
        item
        for key, value in made.queue_rows(path, "grades")
        for item in ids(key, 1 if value.startswith(b"\xff") else len(reference.messages(value)))
    )
    for cut in cut_off(path, action, POINTS):
        assert held(cut.path) == before, cut
        went_on += go_on(cut)
        assert held(cut.path) == before, cut
        done = audited(cut.path, action)
        assert sorted(done) in ([], mine), f"each is written down once, as it was done: {cut}"
        assert bool(skipped(cut.path)) == ((action == "restore") != bool(done)), cut
    assert went_on


def ids(key: bytes, count: int) -> list[str]:
    return [key.hex()] if count == 1 else [f"{key.hex()}#{n}" for n in range(1, count + 1)]


def test_an_erasure_killed_at_every_step_takes_nothing_else_and_goes_on(tmp_path: Path) -> None:
    path = fill(tmp_path, *EVERYTHING)
    before = held(path)
    doomed = [
        key for key, value in made.queue_rows(path, "grades") if b"several" in value or value.startswith(b"\xff broken")
    ]
    items = sorted(item for key in doomed for item in ids(key, 3 if len(key) and key in _several(path) else 1))
    path.with_name(f"{path.name}.erase").write_text(json.dumps(items))
    went_on = 0
    for cut in cut_off(path, "erase", POINTS):
        after = held(cut.path)
        others = [name for name in before.names if not name.startswith("several")]
        assert [name for name in after.names if not name.startswith("several")] == others, cut
        gone = len(before.names) - len(after.names) + len(before.broken) - len(after.broken)
        assert len(audited(cut.path, "erase")) == gone, f"what is gone is written down: {cut}"
        went_on += go_on(cut)
        if audited(cut.path, "erase"):
            assert sorted(audited(cut.path, "erase")) == items, cut
            assert (held(cut.path).names, held(cut.path).broken) == (others, []), cut
            beside = [cut.path, cut.path.with_name(f"{cut.path.name}-wal")]
            assert not any(b"several " in one.read_bytes() for one in beside if one.exists()), cut
        else:
            assert held(cut.path) == before, cut
    assert went_on


def _several(path: Path) -> set[bytes]:
    return {key for key, value in made.queue_rows(path, "grades") if b"several" in value}


def go_on(cut: Cut) -> int:
    """Whoever comes next finds what was left, and does it; how many plans that were."""
    source = open_file(SqliteFile(cut.path))
    reader, admin = source.reader(), source.admin()
    plans = reader.interrupted()
    for plan in plans:
        report = admin.run(admin.resume(plan.id), "bea@ward-7", "on")
        assert (report.done, report.left) == (plan.left, 0), cut
    assert reader.interrupted() == ()
    assert reader.verify_audit().intact, cut
    for each in (reader, admin):
        each.close()
    return len(plans)

"""Exports: exact, whole or not there, for their owner alone, written down, and masked or nothing."""

import base64
import csv
import hashlib
import io
import json
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.export.exporting import Exported, Exporting
from qmonitor.monitor.export.records import HEAD, safe
from qmonitor.monitor.export.values import paths
from qmonitor.monitor.export.writers import SLICE, Form, Order, row
from qmonitor.monitor.journal.file import Journal
from qmonitor.queues import open_source
from qmonitor.queues.errors import Interrupted, NotWritable, Refused
from qmonitor.queues.model import Query
from qmonitor.queues.source import Reader
from tests.helpers import deadletter as made
from tests.helpers import files

EVERYTHING = Query()
HL7 = b"MSH|^~\\&|HIS|N|R|S|20261129||ADT^A01|C%d|P|2.5.1\rPID|1||%d^^^N^MR||CANARY^Ann\rNTE|1||CANARY text\r"


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    rows: list[dict[str, Any]] = [
        {"control_id": f"C{n}", "raw": HL7 % (n, 4000 + n), "last_error": "CANARY refused", "destination": "=1+1"}
        for n in range(5)
    ]
    rows += [{"raw": b""}, {"raw": bytes(range(256)) * 40_000, "state": "failed"}]
    with closing(open_source(files.queue(tmp_path / "q.db", rows)).reader()) as opened:
        yield opened


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "state" / "audit.db")


def order(form: Form, path: Path, what: Any = EVERYTHING, **more: Any) -> Order:
    return Order(form, what, path, "q.db", **{"masked": False, **more})


def table(path: Path) -> list[list[str]]:
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def left(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"q.db", "state"}


def test_files_with_their_index(reader: Reader, journal: Journal, tmp_path: Path) -> None:
    folder = tmp_path / "out"

    done = Exporting(order(Form.FILES, folder, (7, 2, 6)), journal).run(reader)

    assert done == Exported(folder, 3, (), (), masked=False)
    for item in (7, 2, 6):
        assert (folder / f"{item}.bin").read_bytes() == reader.payload(item)
    found = table(folder / "index.csv")
    assert found[0] == [*HEAD, "file", "sha256"]
    assert [line[0] for line in found[1:]] == ["7", "2", "6"]  # in the order of the screen
    assert found[2][2] == "'=1+1"
    index = lines(folder / "index.jsonl")
    assert [one["sha256"] for one in index] == [hashlib.sha256(reader.payload(n)).hexdigest() for n in (7, 2, 6)]
    assert index[1]["destination"] == "=1+1"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    assert left(tmp_path) == {"out"}


def test_lines_lose_nothing(reader: Reader, journal: Journal, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"

    Exporting(order(Form.LINES, path), journal).run(reader)

    found = lines(path)
    assert [one["id"] for one in found] == [7, 6, 5, 4, 3, 2, 1]
    assert len(reader.payload(7)) > 3 * SLICE
    for one in found:
        raw = base64.b64decode(one["raw"], validate=True)
        assert raw == reader.payload(one["id"])
        assert one["sha256"] == hashlib.sha256(raw).hexdigest()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_table_with_values(reader: Reader, journal: Journal, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"

    Exporting(order(Form.CSV, path, (1, 6, 7), paths=paths("PID-3.1, MSH-10 NTE-3")), journal).run(reader)

    head, first, *rest = table(path)
    assert head == [*HEAD, "PID-3.1", "MSH-10", "NTE-3"]
    assert first[-3:] == ["4000", "C0", "CANARY text"]
    assert [line[-3:] for line in rest] == [["", "", ""]] * 2


@pytest.mark.parametrize("form", list(Form))
@pytest.mark.parametrize("done", [0, 20])
def test_nothing_of_another_file_is_taken_for_what_was_chosen(
    reader: Reader, journal: Journal, tmp_path: Path, form: Form, done: int
) -> None:
    def exchange(at: int, _total: int) -> bool:
        if at == done:
            others = [{"control_id": f"OTHER{n}", "raw": b"other"} for n in range(7)]
            files.queue(tmp_path / "other.db", others).replace(tmp_path / "q.db")
        return True

    seen = reader.depth().mark
    chosen = order(form, tmp_path / "out", (7, 2, 6) * 8, mark=seen)
    with pytest.raises(Refused, match="exchanged"):
        Exporting(chosen, journal).run(reader, exchange)
    assert left(tmp_path) == set()


@pytest.mark.parametrize("form", [Form.LINES, Form.CSV])
def test_attempts_that_nobody_counted_are_no_zero(journal: Journal, tmp_path: Path, form: Form) -> None:
    daemon = made.Table(tmp_path / "daemon.db")
    daemon.add("grades", made.BEGIN, made.message())
    with closing(open_source(daemon.write()).reader()) as dead:
        Exporting(order(form, tmp_path / "out"), journal).run(dead)
    if form is Form.LINES:
        assert [one["attempts"] for one in lines(tmp_path / "out")] == [None]
    else:
        head, line = table(tmp_path / "out")
        assert line[head.index("attempts")] == ""


def test_what_is_gone_is_told(reader: Reader, journal: Journal, tmp_path: Path) -> None:
    for form in Form:
        path = tmp_path / f"out.{form}"
        done = Exporting(order(form, path, (99, 1)), journal).run(reader)
        assert (done.written, done.gone) == (1, (99,))
    assert table(tmp_path / "out.csv")[-1][:6] == ["99", "", "", "", "", "gone"]
    assert lines(tmp_path / "out.jsonl")[-1] == {"id": 99, "missing": "gone"}
    assert lines(tmp_path / "out.files" / "index.jsonl")[-1] == {"id": 99, "missing": "gone"}


@pytest.mark.parametrize("form", list(Form))
def test_nothing_that_is_there_is_replaced(reader: Reader, journal: Journal, tmp_path: Path, form: Form) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"mine")

    with pytest.raises(Refused, match="there already"):
        Exporting(order(form, path), journal).run(reader)

    assert path.read_bytes() == b"mine"
    assert left(tmp_path) == {"out"}
    assert journal.audit() == ()


@pytest.mark.parametrize("form", list(Form))
def test_what_comes_to_be_there_meanwhile_is_not_replaced(
    reader: Reader, journal: Journal, tmp_path: Path, form: Form
) -> None:
    path = tmp_path / "out"

    with pytest.raises(Refused):
        Exporting(order(form, path), journal).run(reader, lambda _done, _all: bool(path.write_bytes(b"other")))

    assert path.read_bytes() == b"other"
    assert left(tmp_path) == {"out"}


@pytest.mark.parametrize("form", list(Form))
def test_a_stop_leaves_nothing(reader: Reader, journal: Journal, tmp_path: Path, form: Form) -> None:
    with pytest.raises(Refused, match="stopped"):
        Exporting(order(form, tmp_path / "out"), journal).run(reader, lambda _done, _all: False)

    assert left(tmp_path) == set()


@pytest.mark.parametrize("form", list(Form))
def test_it_goes_on_after_interruptions(reader: Reader, journal: Journal, tmp_path: Path, form: Form) -> None:
    """Whatever is called off at whatever moment: the result is that of one that was let go through."""
    calls = iter(range(1000))
    payload = reader.payload

    def now_and_then(*given: Any) -> bytes:
        if next(calls) % 5 == 4:
            raise Interrupted("called off")
        return payload(*given)

    Exporting(order(form, tmp_path / "one"), journal).run(reader)
    reader.payload = now_and_then  # type: ignore[method-assign]
    exporting, done = Exporting(order(form, tmp_path / "other"), journal), None
    while done is None:
        try:
            done = exporting.run(reader)
        except Interrupted:
            continue

    one, other = tmp_path / "one", tmp_path / "other"
    if form is Form.FILES:
        assert {p.name: p.read_bytes() for p in one.iterdir()} == {p.name: p.read_bytes() for p in other.iterdir()}
    else:
        assert one.read_bytes() == other.read_bytes()
    assert len(journal.audit()) == 2  # each written down once


def test_one_that_is_dropped_leaves_nothing(reader: Reader, journal: Journal, tmp_path: Path) -> None:
    exporting = Exporting(order(Form.FILES, tmp_path / "out"), journal)
    reader.payload = None  # type: ignore[assignment,method-assign]
    with pytest.raises(TypeError):
        exporting.run(reader)
    assert left(tmp_path) != set()

    del exporting

    assert left(tmp_path) == set()


def test_it_is_written_down_first(reader: Reader, journal: Journal, tmp_path: Path) -> None:
    Exporting(order(Form.CSV, tmp_path / "out.csv", (1, 2), masked=True), journal).run(reader)

    (entry,) = journal.audit()
    assert (entry.action, entry.count, entry.ids) == ("export", 2, (1, 2))
    assert entry.target == f"2 messages of q.db as csv, masked: {tmp_path / 'out.csv'}"
    assert b"CANARY" not in journal.path.read_bytes()
    assert journal.verify_audit().intact


def test_what_can_not_be_written_down_is_not_exported(reader: Reader, tmp_path: Path) -> None:
    (tmp_path / "state").write_bytes(b"in the way")

    with pytest.raises(NotWritable):
        Exporting(order(Form.LINES, tmp_path / "out"), Journal(tmp_path / "state" / "audit.db")).run(reader)

    assert left(tmp_path) == set()


@pytest.mark.parametrize("form", list(Form))
def test_masked(reader: Reader, journal: Journal, tmp_path: Path, form: Form) -> None:
    path = tmp_path / "out"

    done = Exporting(order(form, path, (1, 7), masked=True, paths=paths("PID-5 MSH-10")), journal).run(reader)

    assert (done.written, done.refused) == (2, ())
    written = b"".join(p.read_bytes() for p in path.iterdir()) if path.is_dir() else path.read_bytes()
    assert b"CANARY" not in written
    if form is Form.LINES:
        raws = [base64.b64decode(one["raw"]) for one in lines(path)]
        assert [len(raw) for raw in raws] == [len(reader.payload(1)), len(reader.payload(7))]
        assert not any(b"CANARY" in raw or b"4000" in raw for raw in raws)
    if form is Form.CSV:
        assert table(path)[1][-1] == "C0"
        assert set(table(path)[1][-2]) <= set("• |")


def test_what_can_not_be_masked_is_left_out_and_told(
    reader: Reader, journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qmonitor.monitor.export.writers.MASKED_MOST", 1000)

    done = Exporting(order(Form.FILES, tmp_path / "out", masked=True), journal).run(reader)

    assert (done.written, done.refused) == (6, (7,))
    assert not (tmp_path / "out" / "7.bin").exists()
    assert lines(tmp_path / "out" / "index.jsonl")[-1] == {"id": 7, "missing": "not masked"}


@pytest.mark.parametrize("typed", ["PI", "PID-3=1", "PID-3,,x-"])
def test_no_paths(typed: str) -> None:
    with pytest.raises(Refused):
        paths(typed)


# -- cells -------------------------------------------------------------------------------------------------------


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), min_size=1, max_size=5))
def test_a_row_is_read_again_as_it_was(cells: list[str]) -> None:
    read = next(csv.reader(io.StringIO(row(cells).decode(), newline=""), strict=True))

    assert read == cells


@given(st.text(alphabet="=+-@\t\r\n ＝－＠'0123456789.,eEabc|!", max_size=12))
def test_a_cell_is_never_a_formula_and_loses_nothing(text: str) -> None:
    cell = safe(text)

    assert cell in (text, f"'{text}")
    if cell == text and text.strip(" ")[:1] in tuple("=+-@\t\r\n＝－＠"):
        float(text.replace(",", "."))  # a plain number, or nothing


@pytest.mark.parametrize("number", ["-5", "+3.2", "0012", "-1e5", "-.5", "1,5", "-1,5", ""])
def test_plain_numbers_stay(number: str) -> None:
    assert safe(number) == number


@pytest.mark.parametrize("formula", ["=1+1", "+A1", "-A1", "@x", "\t=1", "\r=1", " =1", "-1+2", "--1", "+1-", "＝1"])
def test_formulas_do_not(formula: str) -> None:
    assert safe(formula) == f"'{formula}"


@contextmanager
def full_after(size: int) -> Iterator[None]:
    """Files end at so many bytes, as on a disk that is full."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no way to have a write fail there")
@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("room", [200, 5_000, 100_000])
def test_a_full_disk_leaves_nothing(reader: Reader, journal: Journal, tmp_path: Path, form: Form, room: int) -> None:
    """Also where what is left in a buffer can't be written when the file is closed."""
    target = tmp_path / "place" / "out"
    target.parent.mkdir()
    ids = tuple(range(1, 8)) * 300
    exporting = Exporting(order(form, target, ids), journal)
    exporting._ids = ids
    exporting._begin()  # the journal is written by then
    with full_after(room), pytest.raises(Refused, match="can't be written"):
        exporting.run(reader)
    assert list(target.parent.iterdir()) == []


@pytest.mark.parametrize("form", Form)
def test_a_control_id_that_is_the_patients_number_is_masked(tmp_path: Path, journal: Journal, form: Form) -> None:
    rows: list[dict[str, Any]] = [{"control_id": f"M{4000 + n}-{n}", "raw": HL7 % (n, 4000)} for n in range(2)]
    more = {"paths": paths("MSH-9.1")} if form is Form.CSV else {}
    with closing(open_source(files.queue(tmp_path / "ids.db", rows)).reader()) as reader:
        for masked in (True, False):
            target = tmp_path / f"out-{masked}"
            Exporting(order(form, target, masked=masked, **more), journal).run(reader)
            written = [path.read_bytes() for path in (target.rglob("*") if target.is_dir() else [target])]
            said = b"".join(written)
            assert (b"M4000-0" in said) is not masked
            assert b"M4001-1" in said

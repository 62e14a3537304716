"""A search over a real file, step by step."""

import itertools
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qmonitor.monitor.search import Asked, How, Nonsense, scan
from qmonitor.monitor.search.masked import Masked
from qmonitor.monitor.search.scan import Found, Search, Step
from qmonitor.queues import open_source, scanning
from qmonitor.queues.errors import Interrupted, Refused
from qmonitor.queues.model import Query
from qmonitor.queues.source import Reader
from tests.helpers import files

HL7 = "MSH|^~\\&|HIS|N|R|S|20261129||ADT^A01|C{0}|P|2.5.1\rPID|1||{0}^^^N^MR||Exampel^Ann\r"
ORDER = Query(head_first=True)


def rows(count: int) -> list[dict[str, object]]:
    return [{"control_id": f"C{n}", "raw": HL7.format(n).encode(), "destination": f"d{n % 2}"} for n in range(count)]


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    with closing(open_source(files.queue(tmp_path / "q.db", rows(50))).reader()) as opened:
        yield opened


def run(search: Search, reader: Reader) -> tuple[list[Found], Step]:
    found: list[Found] = []
    with closing(search):
        while True:
            step = search.step(reader)
            found += step.found
            if search.done:
                return found, step


def ask(how: How, what: str, query: Query = ORDER, **more: object) -> Search:
    return Search(Asked(how, what, query, **more))  # type: ignore[arg-type]


def test_what_is_known_of_a_message_comes_first(reader: Reader) -> None:
    search = ask(How.TEXT, "C4")

    first = search.step(reader)
    found, last = run(search, reader)

    assert [(one.id, one.field, one.begin) for one in first.found][0] == (5, "control id", -1)
    assert len(first.found) == 11
    assert (first.looked, first.total, first.complete) == (0, 50, False)
    assert [(one.id, one.path) for one in found] == [(one, "MSH-10") for one in (5, *range(41, 51))]
    assert (last.looked, last.total, last.complete, last.share) == (50, 50, True, 1.0)
    assert (last.first, last.at, last.last) == (1, 50, 50)


def test_found_with_their_messages(reader: Reader) -> None:
    found, last = run(ask(How.PATH, "PID-3.1=7"), reader)

    (one,) = found
    assert (one.id, one.path) == (8, "PID-3.1")
    assert one.item is not None
    assert (one.item.destination, one.item.raw) == ("d1", None)
    frozen = ask(How.PATH, "PID-3").among([8, 3])
    assert frozen.ids == (3, 8)
    assert last.mark


def test_only_where_it_is_asked_for(reader: Reader) -> None:
    found, last = run(ask(How.PERSON, "7", Query(destination="d0")), reader)

    assert (found, last.looked, last.total) == ([], 25, 25)


@pytest.mark.parametrize(
    ("query", "what", "without"),
    [
        (Query(destination="d1"), "nowhere", 50),
        (Query(destination="nobody"), "C4", 50),
        (Query(head_first=True, limit=7), "nowhere", None),
        (Query(destination="d1"), "Exampel", None),
        (Query(destination="d1"), "C4", None),
    ],
)
def test_an_empty_answer_knows_how_many_there_are_without_the_filters(
    reader: Reader, query: Query, what: str, without: int | None
) -> None:
    found, last = run(ask(How.TEXT, what, query), reader)

    assert last.without == without
    assert bool(found) is (without is None and what != "nowhere")


def test_newest_first(reader: Reader) -> None:
    found, last = run(ask(How.PATH, "PID-5.1=Exampel", Query()), reader)

    assert [one.id for one in found] == list(range(50, 0, -1))
    assert (last.first, last.at) == (50, 1)


def test_it_goes_on_after_an_interruption(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever reading it is in that is called off, nothing is lost or told twice."""
    monkeypatch.setattr(scan, "READ", 0.0)
    monkeypatch.setattr(scanning, "MOST", 1)
    monkeypatch.setattr("qmonitor.queues.delivery.scanning.MOST", 1)
    search, found, calls = ask(How.PATH, "PID-3"), list[Found](), itertools.count()
    readings = reader.scan, reader.page

    def now_and_then(reading: Callable[..., object]) -> Callable[..., object]:
        def read(*given: object, **more: object) -> object:
            if next(calls) % 3 == 0:
                raise Interrupted("called off")
            return reading(*given, **more)

        return read

    monkeypatch.setattr(reader, "scan", now_and_then(readings[0]))
    monkeypatch.setattr(reader, "page", now_and_then(readings[1]))
    interrupted = 0
    while not search.done:
        try:
            step = search.step(reader)
        except Interrupted:
            interrupted += 1
            continue
        found += step.found

    assert [one.id for one in found] == list(range(1, 51))
    assert step.looked == 50
    assert interrupted > 10


@pytest.mark.parametrize("what", ["", "  ", "x" * 1001])
def test_nothing_to_search_for(what: str) -> None:
    with pytest.raises(Nonsense):
        ask(How.TEXT, what)


def test_long_payloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filler = b"OBX|1|ED|x||" + b"A" * (scanning.WHOLE + 10)
    wanted = [{"raw": HL7.format(n).encode() + filler + b"CANARY" + filler} for n in range(3)]
    path = files.queue(tmp_path / "q.db", wanted)
    with closing(open_source(path).reader()) as reader:
        found, last = run(ask(How.TEXT, "CANARY"), reader)
        assert [one.id for one in found] == [1, 2, 3]
        assert all(one.begin == len(HL7.format(0)) + len(filler) for one in found)
        assert (last.unsearched, last.gaps) == ((), ())
        assert [one.path for one in run(ask(How.PATH, "PID-3=1"), reader)[0]] == ["PID-3.1"]

        monkeypatch.setattr(scan, "WINDOW", 2 * scanning.WHOLE)
        _found, last = run(ask(How.PATTERN, "CANARY[^A]"), reader)
        assert (last.unsearched, last.complete) == ((1, 2, 3), True)
        assert "3 messages" in str(last.gaps[0])


def test_a_message_that_goes_away_meanwhile(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{"raw": b"x" * (scanning.WHOLE + 1)}, {"raw": b"xyz"}])
    with closing(open_source(path).reader()) as reader:
        search = ask(How.TEXT, "xyz")
        part = reader.scan(ORDER)
        with files.opened(path) as db:
            db.execute("DELETE FROM queue WHERE id = 1")
        assert [one.id for one in search._matches(reader, part.rows)] == [2]


# -- regular expressions -----------------------------------------------------------------------------------------


def test_a_file_that_is_exchanged_meanwhile_ends_the_search(tmp_path: Path, reader: Reader, monkeypatch) -> None:
    monkeypatch.setattr(scan, "READ", 0.0)
    search = ask(How.TEXT, "Exampel^Ann")
    search.step(reader)
    assert search.step(reader).found

    files.queue(tmp_path / "other.db", [{"raw": b"Exampel^Ann", "control_id": f"O{n}"} for n in range(50)]).replace(
        tmp_path / "q.db"
    )
    found, last = run(search, reader)

    assert found == []
    assert not last.complete
    assert "exchanged" in str(last.gaps[0])


def test_a_pattern(reader: Reader) -> None:
    found, last = run(ask(How.PATTERN, r"\|4[0-3]\^\^\^N", ignore_case=True), reader)

    assert [(one.id, one.path) for one in found] == [(41 + n, "PID") for n in range(4)]
    assert all(one.end - one.begin == 7 for one in found)
    assert last.complete


def test_where_no_process_can_be_started_the_search_says_so(
    reader: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qmonitor.monitor.search.patterns.program", lambda: [str(tmp_path / "missing")])
    found, last = run(ask(How.PATTERN, "Exampel"), reader)
    assert (found, last.complete) == ([], False)
    assert "Regular expressions can't be run" in str(last.gaps[0])


def test_a_pattern_that_takes_for_ever_is_given_up(tmp_path: Path) -> None:
    evil = "MSH|^~\\&|A\rNTE|1||" + "a" * 5000 + "!"
    wanted = [{"raw": evil.encode() if n == 3 else HL7.format(n).encode()} for n in range(6)]
    with closing(open_source(files.queue(tmp_path / "q.db", wanted)).reader()) as reader:
        began = time.monotonic()
        found, last = run(ask(How.PATTERN, r"(a+)+$|Exampel"), reader)

    assert [one.id for one in found] == [1, 2, 3, 5, 6]
    assert (last.unsearched, last.complete) == ((4,), True)
    assert "took too long" in str(last.gaps[0])
    assert time.monotonic() - began < 30


def test_a_pattern_that_always_does_ends_the_search(tmp_path: Path) -> None:
    wanted = [{"raw": b"a" * 5000 + b"!"}] * 9
    with closing(open_source(files.queue(tmp_path / "q.db", wanted)).reader()) as reader:
        found, last = run(ask(How.PATTERN, r"(a+)+$"), reader)

    assert (found, last.complete) == ([], False)
    assert "takes too long" in str(last.gaps[0])


def test_closing_ends_the_process(reader: Reader) -> None:
    search = ask(How.PATTERN, "Exampel")
    assert search._patterns is not None
    child = search._patterns._started()

    search.close()
    search.close()

    assert child.poll() is not None
    assert search.step(reader).found == ()


def test_the_process_ends_by_itself_when_nobody_asks() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "qmonitor.monitor.search.pattern_process"], input=b"", capture_output=True, timeout=30
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


# -- masked ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "what",
    [
        r"MSH(?=[\s\S]*{0})", r"MSH(?![\s\S]*{0})", r"MSH(?:[\s\S]*{0})?", r"(?<={0}[\s\S])\|", r"(?>[\s\S]*{0}|MSH)",
        r"MSH(?:[\s\S]*{0})?+\|", r"({0})?\|",
    ],
)  # fmt: skip
def test_an_expression_does_not_tell_what_is_hidden_by_where_it_is_found(reader: Reader, what: str) -> None:
    """Whether a name that is masked stands in the messages or not: the same is found, at the same places."""
    asked = [Asked(How.PATTERN, what.format(name), ORDER) for name in ("Exampel", "Elpmaxe")]
    there, absent = ([(one.id, one.begin) for one in run(Search(one, Masked()), reader)[0]] for one in asked)
    assert there == absent


@pytest.mark.parametrize(("how", "what"), [(How.TEXT, "Exampel"), (How.PATTERN, "Exam.el"), (How.PATH, "*=Exampel")])
def test_masked_values_are_not_found(reader: Reader, how: How, what: str) -> None:
    found, last = run(Search(Asked(how, what, ORDER), Masked()), reader)

    assert (found, last.looked) == ([], 50)
    assert [str(gap) for gap in last.gaps] == ["Masked values are not searched."]


def test_others_are(reader: Reader) -> None:
    assert len(run(Search(Asked(How.PATTERN, r"ADT.A01|Exampel", ORDER), Masked()), reader)[0]) == 50
    with pytest.raises(Refused):
        Search(Asked(How.PERSON, "7"), Masked())

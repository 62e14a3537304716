"""Curves as a table: what was seen, nothing where nothing was, and no formula for a spreadsheet."""

import csv
import os
import stat
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import hypothesis.strategies as st
import pytest
from hypothesis import given

from qmonitor.monitor.curves import PNG_BEGINS as PNG
from qmonitor.monitor.curves import cell, rows, table, write_csv, write_picture
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.errors import Interrupted, Refused
from qmonitor.queues.model import Depth, DepthRow, Destination
from qmonitor.queues.times import NS, from_ns
from qmonitor.queues.words import phrase
from tests.helpers import files

BERLIN = ZoneInfo("Europe/Berlin")
LAB, ADT = Destination("lab", "lis"), Destination("adt", "registry")
START = int(datetime(2026, 10, 24, 23, 0, tzinfo=UTC).timestamp())


def book_of(looks, destinations=(LAB, ADT)) -> SeriesBook:
    book = SeriesBook(silence_ns=10**6 * NS)
    for second, seen in looks:
        as_of = from_ns((START + second) * NS)
        if seen is None:
            book.gap(as_of)
            continue
        found = tuple(DepthRow(w.channel, w.destination, p, 0, None, o, None) for w, (p, o) in seen.items())
        book.add(Depth(found, as_of, True), destinations)
    return book


def cells(book, begin=0, end=10_000):
    return list(rows(table(book.items(), START + begin, START + end), BERLIN))


def test_a_row_for_each_look_and_two_columns_for_each_destination():
    found = cells(book_of([(0, {LAB: (5, 60.5), ADT: (2, None)}), (2, {LAB: (6, 62.0)})]))
    assert found == [
        [
            "time (UTC)",
            "local time",
            "lab/lis pending",
            "lab/lis oldest seconds",
            "adt/registry pending",
            "adt/registry oldest seconds",
        ],
        ["2026-10-24T23:00:00.000000000Z", "2026-10-25T01:00:00+02:00", "5", "60.5", "2", ""],
        ["2026-10-24T23:00:02.000000000Z", "2026-10-25T01:00:02+02:00", "6", "62", "0", "0"],
    ]


def test_a_gap_is_empty_never_zero_and_never_the_last_value():
    found = cells(book_of([(0, {LAB: (5, 1.0)}), (2, None), (4, {LAB: (7, 1.0)})]))
    assert [row[2] for row in found[1:]] == ["5", "", "7"]
    assert found[2][2:] == ["", "", "", ""]


def test_only_what_is_in_the_stretch_of_time():
    book = book_of([(n, {LAB: (n, 1.0)}) for n in range(10)])
    assert [row[2] for row in cells(book, 3, 5)[1:]] == ["3", "4", "5"]
    assert len(cells(book, 100, 200)) == 1


def test_the_hour_that_comes_twice_has_two_offsets():
    book = book_of([(n * 1800, {LAB: (1, 1.0)}) for n in range(6)])
    assert [row[1][11:] for row in cells(book, 0, 9000)[1:]] == [
        "01:00:00+02:00",
        "01:30:00+02:00",
        "02:00:00+02:00",
        "02:30:00+02:00",
        "02:00:00+01:00",
        "02:30:00+01:00",
    ]


def test_the_table_is_a_copy():
    book = book_of([(0, {LAB: (5, 1.0)})])
    made = table(book.items(), START, START + 100)
    book.add(Depth((), from_ns((START + 2) * NS), True), (LAB, ADT))
    assert len(made.instants()) == 1


@pytest.mark.parametrize("name", ["=1+1", "+cmd", "-2", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1"])
def test_what_looks_like_a_formula_is_none(name):
    assert cell(name) == f"'{name}"


@pytest.mark.parametrize("name", ["lab/lis", "0042", "", "a=1", "é"])
def test_other_texts_are_left_alone(name):
    assert cell(name) == name


def test_a_negative_number_is_not_altered():
    assert cells(book_of([(0, {LAB: (5, -3.25)})]))[1][3] == "-3.25"


def test_the_file_is_what_a_spreadsheet_reads(tmp_path):
    evil = Destination("=cmd|' /C calc'!A0", 'zwölf "x",\nnull\0 \u202e\udcff')
    path = tmp_path / "curves.csv"
    write_csv(table(book_of([(0, {evil: (5, 1.0)})], (evil,)).items(), START, START + 9), path, BERLIN)
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.endswith(b"\r\n")
    with path.open(encoding="utf-8-sig", newline="") as file:
        found = list(csv.reader(file))
    assert found[0][2] == f"'{evil} pending".replace("\udcff", "\\udcff")
    assert found[1][2:] == ["5", "1"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_the_file_is_its_owners_alone_and_nothing_is_left_beside_it(tmp_path):
    path = tmp_path / "curves.csv"
    write_csv(table([], 0, 1), path)
    write_csv(table([], 0, 1), path)
    write_picture(PNG + b"1", tmp_path / "curves.png")
    write_picture(PNG + b"2", tmp_path / "curves.png")
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["curves.csv", "curves.png"]
    assert (tmp_path / "curves.png").read_bytes() == PNG + b"2"


@pytest.mark.parametrize("target", ["queue.db", "queue.db-wal", "letter.txt", "link.csv", "pipe.csv", "curves.png"])
def test_nothing_is_replaced_but_what_was_saved_before(tmp_path, target):
    """A file dialog asks whether a file is to be replaced; nobody may lose a queue by saying yes."""
    path = files.queue(tmp_path / "queue.db", [{}])
    (tmp_path / "queue.db-wal").write_bytes(b"log")
    files.no_database(tmp_path / "letter.txt")
    os.symlink(path, tmp_path / "link.csv")
    os.mkfifo(tmp_path / "pipe.csv")
    write_picture(PNG, tmp_path / "curves.png")
    before = {file.name: file.lstat() for file in tmp_path.iterdir()}
    with pytest.raises(Refused, match="is not replaced"):
        write_csv(table([], 0, 1), tmp_path / target)
    if target != "curves.png":
        with pytest.raises(Refused, match="is not replaced"):
            write_picture(PNG, tmp_path / target)
    assert {file.name: file.lstat() for file in tmp_path.iterdir()} == before


def test_what_is_called_off_or_refused_leaves_the_old_file(tmp_path):
    path = tmp_path / "curves.csv"
    path.write_bytes(b"")

    def give_way() -> None:
        raise Interrupted(phrase("Called off."))

    with pytest.raises(Interrupted):
        write_csv(table([], 0, 1), path, give_way=give_way)
    assert [file.name for file in tmp_path.iterdir()] == ["curves.csv"]
    assert path.read_bytes() == b""
    with pytest.raises(Refused, match="could not be written"):
        write_csv(table([], 0, 1), tmp_path / "nowhere" / "curves.csv")
    with pytest.raises(Refused, match="is not replaced"):
        write_picture(PNG, tmp_path)


@given(st.lists(st.none() | st.integers(0, 10**9), max_size=40))
def test_every_look_comes_back_as_it_was_seen(values):
    book = book_of([(n, None if value is None else {LAB: (value, 1.0)}) for n, value in enumerate(values)])
    written = {row[0]: row[2] for row in cells(book)[1:]}
    for n, value in enumerate(values):
        instant = from_ns((START + n) * NS).text
        if value is not None:
            assert written[instant] == str(value)
        else:
            assert written.get(instant, "") == ""

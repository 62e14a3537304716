"""What the inspector is told, without a window: places of characters, comparisons, acts, saved bytes."""

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.inspecting import acts, compare, content, embedded, places, saving
from qmonitor.monitor.inspecting.lines import BROKEN, COVER, LINE, Lines, sent
from qmonitor.monitor.inspecting.view import View
from qmonitor.payloads.describe import describe
from qmonitor.queues import open_source
from qmonitor.queues.errors import Refused, UnknownItem
from qmonitor.queues.model import State
from tests.helpers import files

RAW = b"MSH|^~\\&|A|B|C|D|20261126||ADT^A01|1|P|2.5\rEVN|A01\r" + b"PID|1||4711^^^H~9||X^Y\rPV1|1|I\r"

CODECS = (
    "utf-8",
    "iso8859-1",
    "cp1252",
    "utf-16-le",
    "utf-16-be",
    "utf-32-le",
    "shift_jis",
    "gb18030",
    "big5",
    "ascii",
)


def fed(codec: str, raw: bytes, step: int, spans: tuple[tuple[int, int], ...] = ()) -> tuple[Lines, str]:
    lines = Lines(codec, protected=spans)
    words = "".join(lines.feed(raw[n : n + step], last=n + step >= len(raw)) for n in range(0, max(len(raw), 1), step))
    return lines, words


@given(st.sampled_from(CODECS), st.binary(max_size=300), st.integers(1, 50))
def test_every_byte_is_fed_whatever_the_slices(codec, raw, step):
    lines, words = fed(codec, raw, step)
    assert lines.fed == lines._done == len(raw)
    assert words == fed(codec, raw, max(len(raw), 1))[1]
    shown = words.split("\n")
    assert len(shown) == len(lines.starts)


@pytest.mark.parametrize("step", [1, 3, 100])
def test_line_ends_are_marked_and_broken_at(step):
    assert fed("utf-8", b"MSH|a\rPID|b\r", step)[1] == "MSH|a␍\nPID|b␍\n"
    assert fed("utf-8", b"a\r\nb\nc\0", step)[1] == "a␍␊\nb␊\nc␀"


def test_undecodable_bytes_are_marked_and_counted():
    lines, words = fed("utf-8", "Müller ".encode() + b"\xff\xfe.", 4)
    assert (words, lines.undecodable) == ("Müller ⟨\\xFF⟩⟨\\xFE⟩.", 2)


def test_a_font_without_pictures_gets_names():
    assert Lines("utf-8", pictures=False).feed(b"a\0b\x0bc\r", last=True) == "a⟨NUL⟩b⟨VT⟩c⟨CR⟩\n"


@pytest.mark.parametrize("length", [LINE - 1, LINE, LINE + 1, 5 * LINE + 7])
def test_long_lines_are_broken(length):
    rows = fed("utf-8", b"A" * length, 700)[1].split("\n")
    assert all(len(row) <= LINE + len(BROKEN) for row in rows)
    assert "".join(row.removesuffix(BROKEN) for row in rows) == "A" * length


@given(st.binary(max_size=300))
def test_nothing_that_is_shown_is_invisible(raw):
    words = fed("utf-8", raw, 50)[1]
    assert all(character == "\n" or character.isprintable() for character in words)


@given(st.sampled_from(("utf-8", "iso8859-1", "utf-16-le", "gb18030")), st.text(max_size=80), st.data())
def test_a_place_in_the_text_is_the_place_of_its_byte(codec, words, data):
    raw = words.encode(codec, "ignore")
    begin = data.draw(st.integers(0, len(raw)))
    lines, shown = fed(
        codec, raw, 16, ((begin, len(raw)),) if data.draw(st.booleans()) and codec == "iso8859-1" else ()
    )
    at, rows = 0, shown.split("\n")
    for character in raw.decode(codec):
        line, column = lines.place_of(at)
        assert 0 <= column <= len(rows[line])
        if character not in "\r\n":
            assert lines.byte_at(line, column) == at
        at += len(character.encode(codec))


def test_a_long_line_is_broken_and_places_stay_exact():
    raw = ("ä" * 5000).encode()
    lines, words = fed("utf-8", raw, 777)
    assert [len(line.rstrip("↩")) for line in words.split("\n")] == [LINE, LINE, 1000]
    assert lines.place_of(2 * (LINE + 7)) == (1, 7)
    assert lines.byte_at(1, 7) == 2 * (LINE + 7)


def test_protected_characters_are_covered_one_by_one():
    raw = "PID|1||Müller|x\r".encode()
    begin = raw.index(b"M")
    lines, words = fed("utf-8", raw, 3, ((begin, begin + 7),))
    assert words == f"PID|1||{COVER * 6}|x␍\n"
    assert sent(raw[begin:], begin, "utf-8", ((begin, begin + 7),)).startswith(COVER * 6 + "|x")
    assert lines.byte_at(0, 8) == begin + 1


@given(st.integers(0, len(RAW) - 1))
def test_a_byte_has_its_part_and_the_part_its_byte(byte):
    document = describe(RAW)
    spot = places.at(document, byte)
    assert spot is not None
    assert spot.part.begin <= byte <= spot.part.end
    again = places.at_part(document, spot.part)
    assert again is not None
    assert again.chain == spot.chain


def test_paths_are_found():
    document = describe(RAW)
    found = places.find(document, "PID-3[1].4")
    assert found is not None
    assert RAW[slice(*found.place)] == b"H"
    assert places.find(document, "PID-99") is None


@pytest.fixture
def reader(tmp_path):
    other = RAW.replace(b"X^Y", b"X^Z").replace(b"4711^^^H~9", b"4711")
    rows = [
        {"raw": other, "state": "delivered", "message_type": "ADT^A01"},
        {"raw": RAW, "state": "delivered", "message_type": "ADT^A08"},
        {"raw": RAW, "message_type": "ADT^A01"},
    ]
    made = open_source(files.queue(tmp_path / "queue.db", rows)).reader()
    yield made
    made.close()


def nothing() -> None:
    pass


def test_the_last_delivered_of_a_type_is_compared_field_by_field(reader):
    found = compare.compare_with(reader, reader.get(3), None, View(), nothing)
    assert found.other is not None
    assert found.other.id == 1
    told = [(pair.path, pair.here, pair.there, pair.verdict.value) for pair in found.pairs if pair.differs]
    assert told == [
        ("PID-3[1].4", "H", "", "only-here"),
        ("PID-3[2]", "9", "", "only-here"),
        ("PID-5.2", "Y", "Z", "different"),
    ]
    assert found.whole


def test_what_differs_is_told_while_it_is_hidden(reader):
    found = compare.compare_with(reader, reader.get(3), 1, View(masked=True), nothing)
    assert ("PID-5.2", "•", "•") in [(pair.path, pair.here, pair.there) for pair in found.pairs if pair.differs]


def test_a_message_is_not_compared_with_itself_or_with_nothing(reader):
    with pytest.raises(Refused):
        compare.compare_with(reader, reader.get(3), 3, View(), nothing)
    with pytest.raises(UnknownItem):
        compare.compare_with(reader, reader.get(3), 99, View(), nothing)
    assert compare.last_delivered(reader, reader.get(2), nothing) == (None, 2)
    assert reader.get(2).state == State.DELIVERED


def test_nobody_acted(reader):
    assert acts.acts_on(reader, reader.get(3), nothing) == acts.Acts((), 0, True)


def test_saved_bytes_are_the_stored_ones(reader, tmp_path: Path):
    path = tmp_path / "out.hl7"
    saved = saving.save_stored(reader, 3, len(RAW), str(path), nothing)
    assert path.read_bytes() == RAW
    assert (saved.size, saved.sha256) == (len(RAW), hashlib.sha256(RAW).hexdigest())
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(Refused):
        saving.save_stored(reader, 3, len(RAW), str(path), nothing)
    with pytest.raises(Refused):
        saving.save_stored(reader, 3, len(RAW), str(tmp_path / "none" / "out"), nothing)
    with pytest.raises(UnknownItem):
        saving.save_stored(reader, 99, len(RAW), str(tmp_path / "gone"), nothing)
    assert sorted(one.name for one in tmp_path.iterdir() if one.suffix in (".hl7", ".part")) == ["out.hl7"]
    assert saving.read_stored(reader, 3, 4, 9, nothing).data == RAW[4:9]


def test_a_reference_is_told_and_is_no_document():
    raw = RAW + b"OBX|1|RP|R||http://pacs/1^^PDF\r"
    found = embedded.enclosed(describe(raw), raw, len(raw))
    assert [(one.path, one.embedded) for one in found] == [("OBX-5", None)]
    assert "reference" in str(found[0].said)


def test_a_payload_that_is_shorter_than_was_said_is_another_ones(reader):
    with pytest.raises(UnknownItem):
        content.begin(reader, 3, len(RAW) + 1, View())

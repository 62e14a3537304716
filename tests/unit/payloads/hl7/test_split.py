"""A payload is walked by offsets: whatever the bytes are, the parts and what stands between them are the bytes."""

import re

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from qmonitor.payloads.hl7.charset import named
from qmonitor.payloads.hl7.header import Delimiters, find_opening
from qmonitor.payloads.hl7.split import NO_SEGMENT, Leaf, Place, fields, leaves
from qmonitor.payloads.hl7.veil import narrowed, veil_of
from qmonitor.payloads.hl7.walk import Walk
from qmonitor.payloads.model import Hint

HEAD = b"MSH|^~\\&|HIS|NORTH|LAB|SOUTH|20261129080000||ADT^A01^ADT_A01|M1|P|2.5.1"


NOTHING_KNOWN = Hint()


def places(raw: bytes, hint: Hint = NOTHING_KNOWN) -> list[Place]:
    return list(Walk(raw, hint).places())


def names(raw: bytes) -> list[str]:
    return [place.name for place in places(raw)]


def found(raw: bytes, hint: Hint = NOTHING_KNOWN) -> dict[str, bytes]:
    """The bytes of each non-empty leaf by segment and position, of the segments after the header."""
    return {
        f"{place.name}-{leaf.field}[{leaf.repetition}].{leaf.component}.{leaf.subcomponent}": raw[leaf.begin : leaf.end]
        for place in places(raw, hint)[1:]
        for number, (begin, end) in enumerate(fields(place), 1)
        for leaf in leaves(place, number, begin, end)
        if leaf.begin < leaf.end
    }


# --- round trip


def level(before: Leaf, leaf: Leaf) -> str:
    """What divides two neighbours."""
    if before.field != leaf.field:
        return "field"
    if before.repetition != leaf.repetition:
        return "repetition"
    return "component" if before.component != leaf.component else "subcomponent"


def stored(place: Place, delimiter: str) -> bytes:
    """A delimiter as it stands in the payload."""
    unit: bytes = getattr(place.header.delimiters, delimiter)
    if place.width == 1:
        return unit
    assert place.header.charset is not None
    return unit.decode("latin-1").encode(place.header.charset.codec)


def joined(raw: bytes, place: Place) -> bytes:
    """A segment made of its leaves and delimiters alone."""
    parts = [] if place.name == NO_SEGMENT else [stored_name(place)]
    before = None
    for number, (begin, end) in enumerate(fields(place), 1):
        for leaf in leaves(place, number, begin, end):
            if before is None:
                parts.append(b"" if place.is_header or place.name == NO_SEGMENT else stored(place, "field"))
            elif not (place.is_header and leaf.field == 2):
                parts.append(stored(place, level(before, leaf)))
            parts.append(raw[leaf.begin : leaf.end])
            before = leaf
    return b"".join(parts)


def stored_name(place: Place) -> bytes:
    if place.width == 1:
        return place.name.encode()
    assert place.header.charset is not None
    return place.name.encode(place.header.charset.codec)


BETWEEN = re.compile(rb"[\r\n\x0b\x1c \t\0]*\Z")


def assert_whole(raw: bytes, hint: Hint = NOTHING_KNOWN) -> None:
    """Elements and separators give back each segment; between segments is nothing but line ends and framing."""
    walk = Walk(raw, hint)
    at = walk.opening.begin if walk.opening else len(raw)
    for place in walk.places():
        assert joined(raw, place) == raw[place.first : place.last]
        assert BETWEEN.match(raw[at : place.first])
        assert place.first <= place.last
        at = place.last
    ragged = (len(raw) - at) % (walk.wide.width if walk.wide else 1)
    assert BETWEEN.match(raw[at : len(raw) - ragged])


MARKS = st.text(st.sampled_from("|^~\\&#*!$§¦%/"), max_size=6)
WORDS = st.text(st.sampled_from('|^~\\&#*!$§¦%/AZé山能ソ\r\n\x0b\x1c "19'), max_size=40)
CODECS = st.sampled_from(["utf-8", "latin-1", "cp932", "gb18030", "big5", "iso2022_jp_ext", "utf-16-le", "utf-16-be"])


@given(st.binary() | st.binary().map(lambda tail: b"MSH|^~\\&|" + tail) | st.binary().map(lambda tail: b"MSH" + tail))
@example(b"MSH\x80")
@example(b"MSH|^~\\&|\r\x1c\x0b\x1cMSH#\rPID#|")
@example(b"\xff\xfeM\0S\0H\0|\0^\0~\0\r\0P\0I\0D\0|\0a\0^")
@example(b"MSH|||||||||||||||||8859/1\rMSH|\rMSH^|\rBTS|1")
def test_any_bytes_are_given_back(raw: bytes) -> None:
    assert_whole(raw)


@given(MARKS, st.lists(WORDS, max_size=8), CODECS, st.booleans())
def test_any_delimiters_in_any_encoding_are_given_back(marks: str, words: list[str], codec: str, told: bool) -> None:
    text = f"MSH{marks}{(marks or '|')[0]}" + "".join(f"\rPID{(marks or '|')[0]}{word}" for word in words)

    assert_whole(text.encode(codec, "replace"), Hint(encoding=codec if told else ""))


@given(
    st.lists(
        st.sampled_from([HEAD + b"\r", b"PID|1||A^B&C~D\r", b"\x0b", b"\x1c\r", b"|", b"^", b"BHS|^~\\&\n", b"\n"])
    )
)
def test_splices_are_given_back(parts: list[bytes]) -> None:
    assert_whole(b"".join(parts))


# --- segments


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n", b"\r\r", b"\n\n", b"\r\n\r\n"], ids=repr)
@pytest.mark.parametrize("last", [b"", b"\r", b"\r\n", b"\n\n"], ids=repr)
def test_every_line_end_gives_the_same_tree(end: bytes, last: bytes) -> None:
    raw = end.join([HEAD, b"EVN|A01", b"PID|1||7~8", b"ZPD|x", b"PV1|1|I"]) + last

    assert names(raw) == ["MSH", "EVN", "PID", "ZPD", "PV1"]
    assert found(raw)["PV1-2[1].1.1"] == b"I"


def test_a_line_feed_stays_in_its_field_if_segments_end_in_cr() -> None:
    raw = HEAD + b"\rOBX|1|TX|||first\nsecond\nNTE|third||F\rNTE|1\r"

    assert names(raw) == ["MSH", "OBX", "NTE"]
    assert found(raw)["OBX-5[1].1.1"] == b"first\nsecond\nNTE"


def test_a_line_feed_in_the_header_makes_no_line_ends() -> None:
    assert names(HEAD.replace(b"HIS", b"HIS\nnorth") + b"\rPID|1\nx\r") == ["MSH", "PID"]


def test_mixed_line_ends_are_told() -> None:
    walk = Walk(HEAD + b"\nPID|1\r\nPV1|1\rNTE|1\n", Hint())

    assert [place.name for place in walk.places()] == ["MSH", "PID", "PV1", "NTE"]
    assert walk.ends == {"LF", "CRLF", "CR"}


def test_lines_that_are_no_segment_stand_in_their_place() -> None:
    raw = HEAD + b"\rPID|1\rsecond line of a report|x\rZZ|1\rpv1|1\rPV1\rPV1|\r"

    assert names(raw) == ["MSH", "PID", "?", "?", "pv1", "PV1", "PV1"]
    assert found(raw)["?-1[1].1.1"] == b"ZZ"
    assert [len(fields(place)) for place in places(raw)[-2:]] == [0, 1]


def test_framing_mark_and_text_before_the_header_are_not_in_the_tree() -> None:
    raw = b"2026-11-29 in: \x0b\r\n" + HEAD + b"\rPID|1\x1c\r\x0b" + HEAD + b"\rPID|2\r\x1c\r"

    assert names(raw) == ["MSH", "PID", "MSH", "PID"]
    opening = find_opening(b"\x0b\xef\xbb\xbf" + HEAD)
    assert opening is not None
    assert (opening.begin, opening.framed, opening.prefix, opening.mark) == (4, True, False, named("UTF-8"))


@pytest.mark.parametrize(
    ("raw", "begin"),
    [
        (b"received FHS|^~\\&|A\r" + HEAD, 9),
        (b"received: MSH|$|A", 10),
        (b"MSH-9 is wrong in\r" + HEAD, 18),
        (b"see MSH: it is wrong", None),
        (b"NTE|1||see MSH: below\r" + HEAD, 22),
        (b'{"data": "MSH|^~\\\\&|A"}', 10),
        (b"<text>MSH|^~\\&amp;|A</text>", None),
        (b"MSHA|1", None),
        (b"MSH", None),
        (b" " * 70_000 + HEAD, None),
    ],
)
def test_where_the_header_is(raw: bytes, begin: int | None) -> None:
    opening = find_opening(raw)

    assert (opening.begin if opening else None) == begin


def test_segments_of_a_batch_are_divided_by_their_own_header() -> None:
    raw = b"BHS|^~\\&|a\rMSH#*!$%#x\rPID#A*B^C\rMSH|^~\\&|\rPID|A*B^C\rBTS|1^2\r"

    assert found(raw)["PID-1[1].2.1"] == b"C"
    assert found(raw)["BTS-1[1].2.1"] == b"2"
    assert found(raw.partition(b"\rMSH|")[0])["PID-1[1].2.1"] == b"B^C"


# --- delimiters


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (b"MSH|^~\\&|A", (b"|", b"^", b"~", b"\\", b"&", b"")),
        (b"MSH|^~\\&#|A", (b"|", b"^", b"~", b"\\", b"&", b"#")),
        (b"MSH|^~\\&#$|A", (b"|", b"^", b"~", b"\\", b"&", b"#")),
        (b"MSH|^~&|A", (b"|", b"^", b"~", b"", b"&", b"")),
        (b"MSH|^~\\|A", (b"|", b"^", b"~", b"\\", b"", b"")),
        (b"MSH|*!?|A", (b"|", b"*", b"!", b"?", b"", b"")),
        (b"MSH|^~|A", (b"|", b"^", b"~", b"", b"", b"")),
        (b"MSH|^|A", (b"|", b"^", b"", b"", b"", b"")),
        (b"MSH||A", (b"|", b"", b"", b"", b"", b"")),
        (b"MSH|", (b"|", b"", b"", b"", b"", b"")),
        (b"MSH#*!$%#A", (b"#", b"*", b"!", b"$", b"%", b"")),
        (b"MSH|^^\\&|A", (b"|", b"^", b"", b"\\", b"&", b"")),
        (b"MSH|HIS|NORTH", (b"|", b"", b"", b"", b"", b"")),
        (b"MSH\xa7^~\\&\xa7", (b"\xa7", b"^", b"~", b"\\", b"&", b"")),
    ],
)
def test_only_delimiters_that_the_header_names_divide(header: bytes, expected: tuple[bytes, ...]) -> None:
    marks = Delimiters.of(header, 0)

    assert (marks.field, marks.component, marks.repetition, marks.escape, marks.subcomponent) == expected[:5]
    assert marks.truncation == expected[5]


def test_positions_are_exact_and_empty_ones_are_kept() -> None:
    raw = HEAD + b"\rPID|||A^B&&C~~^D||a^^Phone~^^Mobile|"
    pid = places(raw)[1]

    assert found(raw) == {
        "PID-3[1].1.1": b"A",
        "PID-3[1].2.1": b"B",
        "PID-3[1].2.3": b"C",
        "PID-3[3].2.1": b"D",
        "PID-5[1].1.1": b"a",
        "PID-5[1].3.1": b"Phone",
        "PID-5[2].3.1": b"Mobile",
    }
    assert len(fields(pid)) == 6


def test_the_first_two_fields_of_a_header_are_not_divided() -> None:
    raw = b"FHS|^~\\&|A^B\r" + HEAD
    batch, header = places(raw)

    for place in (batch, header):
        (one, two), *_ = [fields(place)[:2]]
        assert [raw[leaf.begin : leaf.end] for leaf in leaves(place, 1, *one)] == [b"|"]
        assert [raw[leaf.begin : leaf.end] for leaf in leaves(place, 2, *two)] == [b"^~\\&"]


# --- characters of more than one byte

JAPANESE = "表^ソ能|十~暴\\申"
"""Their second bytes are 5C, 7C, 7E in Shift-JIS."""


@pytest.mark.parametrize(
    "codec", ["cp932", "gb18030", "big5", "iso2022_jp_ext", "utf-8", "utf-16-le", "utf-16-be", "utf-32-le"]
)
@pytest.mark.parametrize("separator", "|§")
def test_delimiters_are_characters_not_bytes(codec: str, separator: str) -> None:
    sample = {"gb18030": "㐁^亅亅|丄~丂\\亊", "big5": "功^許蓋|育~崤\\么"}.get(codec, JAPANESE).replace("|", separator)
    if codec in ("big5", "cp932", "iso2022_jp_ext"):
        sample, separator = sample.replace("§", "|"), "|"  # in these it has two bytes that would be a header's first
    raw = f"MSH{separator}^~\\&{separator}\rPID{separator}{sample}".encode(codec)
    parts = re.split(r"[\^~|§]", sample)

    assert [value.decode(codec) for value in found(raw, Hint(encoding=codec)).values()] == parts


@pytest.mark.parametrize(
    ("label", "codec"),
    [("Shift_JIS", "cp932"), ("GB 18030-2000", "gb18030"), ("BIG-5", "cp950"), ("KS X 1001", "cp949")],
)
def test_a_label_is_found_behind_names_in_its_own_encoding(label: str, codec: str) -> None:
    name = {"cp932": "ソー|−", "gb18030": "亅丄", "cp950": "育功", "cp949": "갂각"}[codec].replace("|", "")
    raw = f"MSH|^~\\&|{name}|||||||1|P|2.5||||||{label}\rPID|{name}".encode(codec)

    header = places(raw)[0].header
    assert header.charset is not None
    assert header.charset.codec == codec
    assert found(raw) == {"PID-1[1].1.1": name.encode(codec)}


@pytest.mark.parametrize("codec", ["cp932", "gb18030", "cp950", "big5hkscs", "cp949"])
def test_pairs_that_are_no_characters_hide_nothing(codec: str) -> None:
    charset = named(codec)
    assert charset is not None
    veil = veil_of(charset)
    assert veil is not None
    for lead in range(0x80, 0x100):
        pair = bytes((lead, 0x7C))
        try:
            hidden = len(pair.decode(codec)) == 1
        except UnicodeDecodeError:
            hidden = False
        assert (b"|" in veil(pair, ())) is not hidden


@given(st.text(), st.sampled_from(["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]))
def test_wide_characters_have_one_byte_each_unit(text: str, codec: str) -> None:
    charset = named(codec)
    assert charset is not None
    raw = text.encode(codec, "surrogatepass")
    units = narrowed(raw + b"\x41", charset)

    assert len(units) == len(raw) // charset.width
    if all(ord(character) < 0x10000 for character in text):
        assert units == bytes(ord(one) if ord(one) < 0x100 else 0x80 for one in text)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_the_order_of_bytes_is_the_one_that_the_header_is_found_in(codec: str, encoding: str) -> None:
    raw = "MSH|^~\\&|\rPID|山^b".encode(codec)
    walk = Walk(raw, Hint(encoding=encoding))
    pid = list(walk.places())[1]

    assert walk.charset(pid.header) == named(codec)
    assert found(raw, Hint(encoding=encoding)) == {
        "PID-1[1].1.1": "山".encode(codec),
        "PID-1[1].2.1": "b".encode(codec),
    }


def test_zeros_before_a_header_are_text_before_it() -> None:
    opening = find_opening(b"\0\0" + HEAD)

    assert opening is not None
    assert (opening.begin, opening.prefix) == (2, True)

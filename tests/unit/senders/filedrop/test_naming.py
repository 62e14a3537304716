"""Names of files: never outside of their folder, never the same for two ids, whatever a message says."""

import os
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.senders.filedrop.naming import Pattern, readable

AT = datetime(2026, 11, 30, 8, 0, 1, 234567, UTC)


@pytest.mark.parametrize(
    ("pattern", "control_id", "name"),
    [
        ("{sequence}-{control_id}.hl7", b"MSG-1", "00000042-MSG-1.hl7"),
        ("{time}.txt", b"MSG-1", "20261130T080001.234567Z.txt"),
        ("lab-{control_id}", b"", "lab-no-id"),
        ("lab-{control_id}", b"no-id", "lab-no%2Did"),
        ("{control_id}.hl7", b"../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd.hl7"),
        ("{control_id}", b"..", "%2E%2E"),
        ("{control_id}", b"a:b\\c*\x00\n", "a%3Ab%5Cc%2A%00%0A"),
        ("{control_id}.hl7", b"M\xfcller", "M%FCller.hl7"),
        ("{control_id}.hl7", b"con", "%_con.hl7"),
        ("{control_id}.hl7", b"_con", "_con.hl7"),
        ("{control_id}", b"LPT1", "%_LPT1"),
        ("{control_id}", b"-rf", "%2Drf"),
        ("{sequence}-{control_id}", b"a-b", "00000042-a-b"),
        ("{{{control_id}}}", b"a", "{a}"),
        ("Befund {sequence}", b"a", "Befund 00000042"),
    ],
)
def test_names(pattern: str, control_id: bytes, name: str) -> None:
    assert Pattern(pattern).name(control_id, 42, AT) == name


def test_times_are_those_of_utc() -> None:
    there = AT.astimezone(timezone(timedelta(hours=-5)))
    assert Pattern("{time}").name(b"", 1, there) == "20261130T080001.234567Z"


@pytest.mark.parametrize(
    "pattern",
    [
        *("", "a.hl7", "{{control_id}}", "{}", "{0}", "{id}", "{control_id.x}", "{control_id!r}", "{sequence:04}", "{"),
        *("a/{time}", "..\\{time}", "../{time}", ".{time}", "{time}.", " {time}", "{time} ", "c:{time}", "{time}*"),
        *("{time}\x00", "{time}\n", "%{time}", "\u202e{time}", "x" * 240 + "{time}", "{control_id}" * 3),
        *("{control_id}{sequence}", 7, None),
    ],
)
def test_patterns_that_could_lead_astray_are_refused(pattern: str) -> None:
    with pytest.raises(ValueError):
        Pattern(pattern)


@given(st.binary(max_size=300), st.binary(max_size=300))
def test_two_ids_never_have_one_name(one: bytes, other: bytes) -> None:
    assert (readable(one) == readable(other)) == (one == other)


ODD = st.lists(st.sampled_from([b"CON", b"con", b"_", b"%_", b".", b"-", b"%2E", b"%2D", b"x"]), max_size=4).map(
    b"".join
)


@given(ODD, ODD, st.sampled_from(["{control_id}", "{control_id}.hl7", "_{control_id}"]))
def test_names_that_are_kept_for_something_else_are_like_no_other(one: bytes, other: bytes, text: str) -> None:
    first, second = (Pattern(text).name(each, 1, AT) for each in (one, other))
    assert (first == second) == (one == other)
    assert not first.upper().startswith(("CON.", "-")) and first.upper() != "CON"


LITERALS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P")), max_size=8)
PATTERNS = st.tuples(LITERALS, st.sampled_from(["{control_id}", "{sequence}", "{time}"]), LITERALS).map("".join)


@given(PATTERNS | st.text(max_size=20), st.binary(max_size=400), st.integers(1, 10**12))
def test_whatever_pattern_is_taken_its_names_stay_in_their_folder(text: str, control_id: bytes, sequence: int) -> None:
    try:
        pattern = Pattern(text)
    except ValueError:
        return
    name = pattern.name(control_id, sequence, AT)
    assert os.path.basename(name) == name
    assert not set(name) & set('/\\:*?"<>|\x00\n')
    assert name not in ("", ".", "..")
    assert name[0] not in ". "
    assert len(name.encode()) <= 255
    assert pattern.sequence(name) == (sequence if pattern.numbered else None)


@pytest.mark.parametrize(
    ("pattern", "name", "number"),
    [
        ("{sequence}-{control_id}.hl7", "00000007-MSG-1.hl7", 7),
        ("{sequence}-{control_id}.hl7", "123456789-.hl7", None),
        ("{sequence}-{control_id}.hl7", "123456789-a-1.hl7", 123456789),
        ("{sequence}-{control_id}.hl7", "7-MSG-1.hl7", None),
        ("{sequence}-{control_id}.hl7", "00000007-MSG-1.txt", None),
        ("{sequence}-{control_id}.hl7", ".00000007-MSG-1.hl7", None),
        ("{time}", "20261130T080001.234567Z", None),
        ("a+{sequence}", "a+00000001", 1),
        ("a+{sequence}", "aa00000001", None),
    ],
)
def test_the_number_in_a_name(pattern: str, name: str, number: int | None) -> None:
    assert Pattern(pattern).sequence(name) == number

"""JSON: whatever is generated is read as Python reads it, only that nothing is rounded or dropped."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.describe import describe
from qmonitor.payloads.json_tokens import tokens, unescape
from qmonitor.payloads.model import Document, Format, Hint, Kind
from qmonitor.payloads.tree import DEEPEST, KEPT, LISTED

NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | NAMES
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4))
TREES = st.lists(VALUES, min_size=1, max_size=4) | st.dictionaries(NAMES, VALUES, min_size=1, max_size=4)


def leaves(document: Document) -> list[tuple[str, str, str]]:
    found = (leaf for segment in document.segments() for element in segment.elements for leaf in element.leaves())
    return [(leaf.path, leaf.value or "", leaf.type) for leaf in found]


def expected(value: Any, path: str = "") -> list[tuple[str, str, str]]:
    """What Python reads, with numbers as texts."""
    if isinstance(value, dict):
        steps = {name: name.replace("~", "~0").replace("/", "~1") for name in value}
        return [found for name, inner in value.items() for found in expected(inner, f"{path}/{steps[name]}")]
    if isinstance(value, list):
        return [found for number, inner in enumerate(value) for found in expected(inner, f"{path}/{number}")]
    if value is None or isinstance(value, bool):
        return [(path, json.dumps(value), "null" if value is None else "boolean")]
    return [(path, str(value), "string" if type(value) is str else "number")]


class Number(str):
    """A number as it is written."""


@given(TREES, st.booleans(), st.sampled_from([None, 1]), st.sampled_from(["utf-8", "utf-16-le", "utf-16", "utf-32-be"]))
def test_it_is_read_as_python_reads_it(value: Any, ascii_only: bool, indent: int | None, codec: str) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    document = describe(text.encode(codec))

    assert document.format is Format.JSON
    assert leaves(document) == expected(json.loads(text, parse_float=Number, parse_int=Number))
    assert document.notices == ()
    assert document.described == document.size


@given(TREES, st.sampled_from(["utf-8", "utf-16-be", "utf-32-le"]))
def test_each_value_lies_where_it_says(value: Any, codec: str) -> None:
    raw = json.dumps(value, ensure_ascii=False).encode(codec)
    document = describe(raw)

    for segment in document.segments():
        for element in segment.elements:
            for leaf in element.leaves():
                written = raw[leaf.begin : leaf.end].decode(codec)
                assert raw[slice(*leaf.place)].decode(codec) in written
                decoded = json.loads(written[written.index(":", _name_end(written)) + 1 :] if _named(leaf) else written)
                assert decoded == leaf.value or leaf.type != "string"
                assert raw[slice(*leaf.place)].decode(codec) == leaf.value or leaf.type == "string"


def _named(leaf: Any) -> bool:
    return leaf.kind is Kind.MEMBER


def _name_end(written: str) -> int:
    found = re.match(r'"(?:[^"\\]|\\.)*"', written)
    assert found
    return found.end()


@given(st.text() | st.from_regex(r'([\[\]{},:"\\ \t0-9a-zE.+-]|true|null)*'))
def test_tokens_are_the_whole_text_but_white_space(text: str) -> None:
    at = 0
    for _kind, begin, end in tokens(text):
        assert text[at:begin].strip(" \t\r\n") == ""
        assert begin < end
        at = end
    assert text[at:].strip(" \t\r\n") == ""


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_escaping_is_undone(text: str) -> None:
    assert unescape(json.dumps(text)[1:-1]) == (text, True)


@given(st.from_regex(r'(\\|u|d8|00|"|[a-z0-9])*', fullmatch=True))
def test_no_escape_sequence_is_too_odd(inner: str) -> None:
    meaning, _right = unescape(inner)

    meaning.encode()
    unescape(inner, whole=False)[0].encode()


@pytest.mark.parametrize(
    ("raw", "taken"),
    [
        (b'{"a":1}', Format.JSON),
        (b"[]", Format.JSON),
        (b"{}", Format.JSON),
        (b"true", Format.JSON),
        (b"truely", Format.TEXT),
        (b"1 2 3", Format.TEXT),
        (b"{", Format.TEXT),
        (b"{not json}", Format.TEXT),
        (b"{'a': 1}", Format.TEXT),
        (b'"quoted" words', Format.TEXT),
        (b"[1] a footnote", Format.TEXT),
        (b"[INFO] started", Format.TEXT),
        (b'{"a": 1,', Format.JSON),
        (b'{"message": "MSH|^~\\\\&|A|B|C|D|1||ADT^A01|1|P|2.5"}', Format.JSON),
        (b'[{"a":1}, oops]', Format.JSON),
    ],
)
def test_it_is_taken_for_json_if_it_clearly_is(raw: bytes, taken: Format) -> None:
    assert describe(raw).format is taken


def test_members_begin_with_their_names() -> None:
    raw = b'{ "a" : "b\\n" , "c" : 1 }'
    first, second = describe(raw).messages[0].segments[0].elements

    assert raw[first.begin : first.end] == b'"a" : "b\\n"'
    assert raw[slice(*first.place)] == b"b\\n"
    assert raw[second.begin : second.end] == b'"c" : 1'
    assert raw[slice(*second.place)] == b"1"


def test_a_long_value_is_kept_in_part() -> None:
    (element,) = describe(b'["' + b"\\u00e9" * KEPT + b'"]').messages[0].segments[0].elements

    assert not element.whole
    assert element.value == "é" * (KEPT // 6)


def test_a_cut_escape_sequence_is_left_out() -> None:
    (element,) = describe(b'["ab\\u00', Hint(size=100)).messages[0].segments[0].elements

    assert (element.value, element.whole) == ("ab", False)


def test_depth_is_bounded() -> None:
    document = describe(b'{"a":' * 50_000 + b"1" + b"}" * 50_000)

    (leaf,) = leaves(document)
    assert leaf[0] == "/a" * (DEEPEST + 0)
    assert leaf[1].startswith('{"a":{"a":')
    assert [notice.code for notice in document.notices] == ["deep"]


def test_oddities_are_listed_up_to_a_number_and_then_counted() -> None:
    document = describe(b'[{"a":[1,2,3,4,5,6,7,8,9,1 2]}' + b',{"a":[1,2,3,4,5,6,7,8,9,1 2]}' * (LISTED + 49) + b"]")

    assert len(document.notices) == LISTED + 1
    assert str(document.notices[-1].text) == "50 more oddities are not listed"


def test_a_title_never_is_what_only_the_payload_says() -> None:
    assert describe(b'{"resourceType":"Nordmann"}').messages[0].segments[0].title == ""
    assert describe(b'{"resourceType":"Bundle"}').messages[0].segments[0].title == "FHIR Bundle"

"""Members of JSON, character for character."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.streams.text import NotAnObject, member, read, with_member

JSON = st.recursive(
    st.none() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda more: st.lists(more, max_size=3) | st.dictionaries(st.text(max_size=3), more, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(st.text(max_size=5), JSON, min_size=1, max_size=4),
    st.data(),
    st.sampled_from([None, 1, "\t"]),
    st.booleans(),
)
def test_every_member_is_found_as_it_is_written(document: dict, data, indent: object, ascii_only: bool) -> None:
    raw = json.dumps(document, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    if b"\xed\xa0" in raw:  # half a character, written as such, is no UTF-8
        return
    name = data.draw(st.sampled_from(sorted(document)))
    found = member(raw, name)
    assert found is not None
    assert found in raw
    assert json.loads(found) == document[name]


@given(
    st.lists(st.tuples(st.sampled_from(["a", "payload", ',"payload":']), JSON), min_size=1, max_size=4),
    st.sampled_from([(",", ":"), (", ", ": "), (" ,", ":\n")]),
    st.sampled_from(
        ["", " ", "}", ",", "{", '"', '"b":1'],
    ),
    st.integers(0, 40),
)
def test_an_object_and_a_member_of_it_are_what_each_is_by_itself(
    pairs: list, separators: tuple[str, str], torn: str, place: int
) -> None:
    """Also of what is torn, and where the member's name stands in a text or further in."""
    comma, colon = separators
    body = comma.join(f"{json.dumps(name)}{colon}{json.dumps(value, separators=separators)}" for name, value in pairs)
    text = "{" + body + "}"
    raw = (text[: -place or None] + torn + text[len(text) - place :] if torn else text).encode()
    try:
        expected = read(raw), member(raw, "payload")
    except NotAnObject:
        with pytest.raises(NotAnObject):
            with_member(raw, "payload")
        return
    assert with_member(raw, "payload") == expected


def test_of_two_the_last_counts_as_for_everybody() -> None:
    raw = b'{"a": 1, "b": [1, {"a": 5}], "a" : 2.50 }'
    assert member(raw, "a") == b"2.50"
    assert read(raw)["a"] == 2.5


@pytest.mark.parametrize("raw", [b"{}", b'{"b": "a"}', b'{"b": {"a": 1}}'])
def test_one_that_is_not_there_is_none(raw: bytes) -> None:
    assert member(raw, "a") is None


def test_the_error_carries_nothing_of_it() -> None:
    with pytest.raises(NotAnObject) as told:
        read(b'{"a": "CANARY" torn')
    assert told.value.__cause__ is None
    assert told.value.__context__ is None


@pytest.mark.parametrize("raw", [b"", b"[]", b"{", b"\xff", b'{"a": NaN}', b'{"a": 1,}'])
def test_what_is_no_object_is_told(raw: bytes) -> None:
    with pytest.raises(NotAnObject):
        member(raw, "a")

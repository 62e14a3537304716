"""Whatever the bytes: an answer, in little time and room, of elements that lie within each other."""

import json
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.describe import WINDOW, describe
from qmonitor.payloads.flat import flat, tree_text
from qmonitor.payloads.model import Document, Element, Format, Hint
from qmonitor.payloads.tree import ELEMENTS
from qmonitor.payloads.values import whole_value
from tests.helpers.odd_payloads import odd_payload


def check(document: Document, length: int) -> None:
    """Elements lie within their parents, one after the other, and all of it can be written."""
    assert 0 <= document.described <= document.size
    for message in document.messages:
        assert 0 <= message.begin <= message.end <= length
    for segment in document.segments():
        waiting: list[tuple[int, int, tuple[Element, ...]]] = [(0, length, segment.elements)]
        while waiting:
            begin, end, elements = waiting.pop()
            for element in elements:
                first, last = element.place
                assert begin <= element.begin <= first <= last <= element.end <= end
                begin = element.end
                waiting.append((element.begin, element.end, element.children))


@pytest.mark.parametrize("seed", range(4))
def test_odd_bytes_are_described(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(1_000):
        raw, hint = odd_payload(chance)
        document = describe(raw, hint)
        check(document, len(raw))
        json.dumps(flat(document, raw), ensure_ascii=False).encode()
        "\n".join(tree_text(document)).encode()


@given(st.binary(max_size=200), st.sampled_from(["", "utf-16", "latin-1", "shift_jis", "utf-7", "nonsense"]))
def test_any_bytes_are_described(raw: bytes, encoding: str) -> None:
    check(describe(raw, Hint(encoding=encoding)), len(raw))


HOSTILE: dict[str, Callable[[int], bytes]] = {
    "open brackets": lambda size: b"[" * size,
    "open objects": lambda size: b'{"a":' * (size // 5),
    "commas": lambda size: b'{"a":1,' + b"," * size,
    "escapes": lambda size: b'"' + b"\\u00e4" * (size // 6) + b'"',
    "quotation marks": lambda size: b'{"a":"' + b'"' * size,
    "long names": lambda size: b'{"' + b"n" * (size // 2) + b'":[' + b"1," * (size // 4) + b"1]}",
    "open tags": lambda size: b"<a>" * (size // 3),
    "less-than signs": lambda size: b"<a>" + b"<" * size,
    "open comments": lambda size: b"<a>" + b"<!--" * (size // 4),
    "open definitions": lambda size: b"<?xml?><a>" + b"<!A [<!--" * (size // 9),
    "open definitions with quotes": lambda size: b"<?xml?><a>" + b"<!A \"'" * (size // 6),
    "ampersands": lambda size: b"<a>" + b"&" * size + b"</a>",
    "attributes": lambda size: b"<a " + b'b="1" ' * (size // 6) + b"/>",
    "quoted tags": lambda size: b"<?xml?><a><b '" + b'<b "' * (size // 4),
    "blank lines": lambda size: b"<a>" + b"\n" * size + b"\x01</a>",
    "sections": lambda size: b"<a>" + b"<![CDATA[x]]>" * (size // 12) + b"</a>",
    "arrays in CBOR": lambda size: b"\x81" * size + b"\x00",
    "tags in CBOR": lambda size: b"\xc0" * size + b"\x80",
    "pieces in CBOR": lambda size: b"\x81\x5f" + b"\x41a" * (size // 2) + b"\xff",
    "keys in CBOR": lambda size: b"\xbf" + b"\x9f" * size,
    "embedded in CBOR": lambda size: (
        b"\x81" + b"".join(b"\xd8\x18\x5a" + (7 * n - 7).to_bytes(4, "big") for n in range(size // 7, 0, -1))
    ),
    "carriage returns": lambda size: b"\r" * size,
    "bytes beyond ASCII": lambda size: b"\xe4" * size,
    "half of it no UTF-8": lambda size: "ä".encode() * (size // 4) + b"\xe4a" * (size // 8),
    "zeros": bytes,
    "separators": lambda size: b"MSH|^~\\&" + b"|^~\\&" * (size // 5),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_take_time_as_their_number(name: str) -> None:
    """Four times as many take hardly more than four times as long: nothing looks at the rest again and again."""
    small, large = HOSTILE[name](50_000), HOSTILE[name](200_000)

    few = min(_spent(small) for _ in range(2))
    many = min(_spent(large) for _ in range(2))

    assert many < 8 * few + 0.1


def _spent(raw: bytes) -> float:
    began = time.process_time()
    check(describe(raw), len(raw))
    return time.process_time() - began


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_take_room_as_their_number(name: str) -> None:
    raw = HOSTILE[name](100_000)
    tracemalloc.start()
    try:
        describe(raw)
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert most < 700 * len(raw)


@pytest.mark.parametrize(
    "raw",
    [
        b"[" + b'{"a":"b"},' * (ELEMENTS // 2 + 50) + b"1]",
        b"<a>" + b'<b c="d">e</b>' * (ELEMENTS // 2 + 50) + b"</a>",
        b"\x9f" + b"\xa1\x61a\x01" * (ELEMENTS // 2 + 50) + b"\xff",
    ],
)
def test_what_has_no_room_is_said(raw: bytes) -> None:
    document = describe(raw)

    assert 0 < document.described < document.size == len(raw)
    assert all(element.end <= document.described for segment in document.segments() for element in segment.elements)


def test_what_is_beyond_the_window_is_said() -> None:
    document = describe(b'"' + b"x" * (WINDOW + 10) + b'"')

    assert (document.format, document.described, document.size) == (Format.JSON, WINDOW, WINDOW + 12)
    assert not document.notices


def test_whole_values_of_every_format() -> None:
    long = 70_000
    raws = {
        "hl7v2": b"MSH|^~\\&|A|B|C|D|1||ORU^R01|1|P|2.5\rOBX|1|TX|a||" + b"x" * long + b"\\F\\\r",
        "json": b'["' + b"x" * long + b'"]',
        "xml": b"<a>" + b"x" * long + b"</a>",
        "cbor": b"\x81\x7a" + long.to_bytes(4, "big") + b"x" * long,
        "text": b"x" * long + b" y",
        "binary": b"\0" * long,
    }
    for name, raw in raws.items():
        document = describe(raw)
        assert document.format.value == name
        (leaf,) = (
            leaf
            for segment in document.segments()
            for part in segment.elements
            for leaf in part.leaves()
            if not leaf.whole
        )
        found = whole_value(document, leaf, raw)
        assert len(found) > len(leaf.value or "")
        assert found.count("x") == long or found == "00" * long


def test_importing_it_loads_no_dictionary_and_no_parser() -> None:
    """It is part of every start: what only some payloads need is loaded with the first of them."""
    text = "import sys, qmonitor.payloads.describe; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)

    loaded = set(done.stdout.split())
    assert loaded.isdisjoint({"hl7apy", "defusedxml", "xml.sax", "cbor2"})


@pytest.mark.parametrize("one", [b'{"a":{"b":1}},', b"MSH|^~\\&|A\rOBX|1|TX|A^B\r"])
def test_room_is_given_where_nobody_waits(one: bytes) -> None:
    raw = (b"[" if one.startswith(b"{") else b"") + one * 60_000
    usual, more = (describe(raw, Hint(room=room)) for room in (1, 3))
    assert 0 < usual.described < more.described < len(raw)
    assert abs(more.described - 3 * usual.described) < 100

"""Describing whatever comes: 200,000 odd payloads, each within a second and in little room; and very large ones."""

import gc
import json
import random
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable

import pytest

from qmonitor.payloads.describe import describe
from qmonitor.payloads.flat import flat
from qmonitor.payloads.model import Document
from tests.bench.conftest import Tell, by_turns
from tests.helpers.odd_payloads import odd_payload

SLOWEST_S = 1.0
"""The issue's: no payload takes longer."""

ROOM = 24 * 2**20
"""Bytes in use beyond those before, at most, while odd payloads of some hundred bytes are described (dictionaries of
twelve HL7 versions among them)."""

LARGE = 20_000_000
LITTLE_S = 0.125
"""What is so short is no measure of another one."""


def test_odd_payloads(long: bool, tell: Tell) -> None:
    """In the short form 5,000 of them."""
    chance = random.Random(5)
    count = 200_000 if long else 5_000
    taken: Counter[str] = Counter()
    slowest, began = 0.0, time.process_time()

    for _ in range(count):
        raw, hint = odd_payload(chance)
        start = time.process_time()
        document = describe(raw, hint)
        slowest = max(slowest, time.process_time() - start)
        taken[document.format.value] += 1
        json.dumps(flat(document, raw))

    spent = time.process_time() - began
    tell(f"{count:,} payloads, {spent / count * 1000:.2f} ms each, the slowest {slowest * 1000:.0f} ms; {dict(taken)}")
    assert slowest < SLOWEST_S
    assert set(taken) == {"hl7v2", "json", "xml", "cbor", "text", "binary"}


def test_odd_payloads_leave_nothing_behind(long: bool, tell: Tell) -> None:
    chance = random.Random(6)
    tracemalloc.start()
    try:
        for _ in range(500):
            describe(*odd_payload(chance))
        gc.collect()
        before, _most = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        for _ in range(20_000 if long else 1_000):
            describe(*odd_payload(chance))
        _now, most = tracemalloc.get_traced_memory()
        gc.collect()
        after, _most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    tell(f"at most {(most - before) / 2**20:.1f} MB more in use, {(after - before) / 2**20:.1f} MB afterwards")
    assert most - before < ROOM
    assert after - before < ROOM


SHAPES: dict[str, Callable[[int], bytes]] = {
    "JSON, small values": lambda size: b"[" + b'{"name":"value","n":[1,2]},' * (size // 27) + b"1]",
    "JSON, one value": lambda size: b'{"data":"' + b"QUJD" * (size // 4) + b'"}',
    "JSON, not ASCII": lambda size: ('["ä' + '","größe' * (size // 10) + '"]').encode(),
    "XML, small elements": lambda size: b"<a>" + b'<b c="d">e</b>' * (size // 14) + b"</a>",
    "XML, one value": lambda size: b"<a><b>" + b"QUJD" * (size // 4) + b"</b></a>",
    "CBOR, small values": lambda size: b"\x9f" + b"\xa2aa\x01abax" * (size // 8) + b"\xff",
    "CBOR, one value": lambda size: b"\x81\x5a" + size.to_bytes(4, "big") + bytes(size),
    "text, one line": lambda size: b"line " * (size // 5),
    "text, lines": lambda size: b"line\n" * (size // 5),
    "binary": lambda size: bytes(range(256)) * (size // 256),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_payload_of_20_mb_on_one_line(shape: str, tell: Tell) -> None:
    """What is described is bounded: twenty megabytes take hardly longer than four, and about a second."""
    small, large = SHAPES[shape](LARGE // 5), SHAPES[shape](LARGE)

    documents: list[Document] = []

    def spent(raw: bytes) -> float:
        gc.collect()
        began = time.process_time()
        documents.append(describe(raw))
        return time.process_time() - began

    many, few = by_turns(lambda: spent(large), lambda: spent(small) + LITTLE_S, 2.0, rounds=3, least=1)

    tell(f"{many:.2f} s, {few - LITTLE_S:.2f} s for a fifth; {documents[-2].described:,} of {len(large):,} bytes")
    assert many < 2 * few

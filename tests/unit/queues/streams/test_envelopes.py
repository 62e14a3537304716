"""Envelopes and the ids of things."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.streams.envelopes import (
    UnreadableEnvelope,
    decode,
    encode,
    enqueue_time_of,
    envelope_id,
    parse_envelope_id,
    same_event,
)
from qmonitor.queues.streams.values import Envelope
from tests.helpers.streams.requests import request

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
CODES = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", min_size=1)


def test_an_envelope_is_named_after_what_it_repeats() -> None:
    assert envelope_id("d-1", 2, "STORAGE_5XX") == "d-1:2:STORAGE_5XX"


@given(TEXTS, st.integers(0, 999_999_999), CODES)
def test_its_id_is_read_back_whatever_the_deployment_is_called(deployment: str, attempt: int, code: str) -> None:
    assert parse_envelope_id(envelope_id(deployment, attempt, code)) == (deployment, attempt, code)


@pytest.mark.parametrize("text", ["", "a", "a:1", "a:b:C", ":1:C", "a:-1:C", "a:1:", "a:²:C"])
def test_another_text_is_no_id_of_an_envelope(text: str) -> None:
    with pytest.raises(ValueError):
        parse_envelope_id(text)


def test_the_time_of_an_entry_stands_before_the_dash() -> None:
    assert enqueue_time_of("1790000000123-7") == 1_790_000_000_123
    assert enqueue_time_of(f"{2**64 - 1}-{2**64 - 1}") == 2**64 - 1


@pytest.mark.parametrize("text", ["", "1", "1-", "-1", "a-1", "1-a", "1-1-1", "+1-0", " 1-0", "1-0\n", "1.5-0"])
def test_another_text_is_no_id_of_an_entry(text: str) -> None:
    with pytest.raises(ValueError):
        enqueue_time_of(text)


def envelope(payload: bytes, deployment: str = "d-1", trace: str = "") -> Envelope:
    return Envelope(f"{deployment}:1:STORAGE_5XX", deployment, 1, 1_790_000_000_000, "STORAGE_5XX", trace, payload)


def test_it_is_kept_as_described() -> None:
    stored = json.loads(encode(envelope(request(), trace="t")))
    assert stored == {
        "retryEnvelopeId": "d-1:1:STORAGE_5XX",
        "deploymentId": "d-1",
        "attempt": 1,
        "nextAttemptAt": 1_790_000_000_000,
        "lastErrorCode": "STORAGE_5XX",
        "traceId": "t",
        "payload": json.loads(request()),
    }


@given(TEXTS, TEXTS, st.recursive(st.none() | st.booleans() | st.integers() | TEXTS, st.lists, max_leaves=20))
def test_it_is_read_back(deployment: str, trace: str, more: object) -> None:
    one = envelope(request(deployment, more=more), deployment, trace)
    assert decode(one.id.encode(), encode(one)) == one


def test_members_may_stand_in_any_order_and_spacing() -> None:
    text = (
        b' { "payload" : {"deploymentId":"d", "n" : 1e400 } , "attempt":2,"nextAttemptAt":5,"retryEnvelopeId":"d:2:X"} '
    )
    found = decode(b"d:2:X", text)
    assert found == Envelope("d:2:X", "d", 2, 5, "", "", b'{"deploymentId":"d", "n" : 1e400 }')


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b"{" * 100_000,
        encode(envelope(request())).replace(b'"attempt":1', b'"attempt":true'),
        encode(envelope(request())).replace(b'"attempt":1', b'"attempt":"1"'),
        encode(envelope(request())).replace(b'"attempt":1', b'"attempt":-1'),
        encode(envelope(request())).replace(b"1790000000000", b"null"),
        encode(envelope(request())).replace(b"d-1:1", b"d-1:2"),
        encode(envelope(request())).replace(b'"deploymentId": "d-1"', b'"deploymentId": ""'),
        encode(envelope(request())).replace(b'"payload"', b'"other"'),
    ],
)
def test_what_is_none_is_told(text: bytes) -> None:
    with pytest.raises(UnreadableEnvelope):
        decode(b"d-1:1:STORAGE_5XX", text)


def test_requests_are_told_apart_by_their_event() -> None:
    stored = encode(envelope(request(event="e-1")))
    assert same_event(stored, envelope(request(event="e-1", slug="other")))
    assert not same_event(stored, envelope(request(event="e-2")))
    assert not same_event(b"{torn", envelope(request()))


@pytest.mark.parametrize(
    "said", ["\\ufffd\\ufffd:1:X", "\\ufffd:1:X", "\\udce2\\udc82:1:X"], ids=["byte by byte", "at once", "kept"]
)
def test_an_envelope_whose_name_is_no_text_says_it_as_well_as_json_can(said: str) -> None:
    name = b"\xe2\x82:1:X"
    stored = f'{{"retryEnvelopeId":"{said}","attempt":1,"nextAttemptAt":5,"payload":{{"deploymentId":"d"}}}}'.encode()
    found = decode(name, stored)
    assert found.id.encode("utf-8", "surrogateescape") == name
    assert decode(name, encode(found)) == found
    with pytest.raises(UnreadableEnvelope):
        decode("a\ufffd:1:X".encode(), stored)

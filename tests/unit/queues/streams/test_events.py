"""What becomes of an event that can't be read, and of one that is not as it has to be."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.streams.errors import UnparseableEvent
from qmonitor.queues.streams.events import ValidationFailed, parse_event
from qmonitor.queues.streams.schema import SCHEMA
from tests.helpers.streams.requests import request

NEEDED = (
    "eventId", "teamId", "siteId", "pageId", "slug", "version", "targetId", "idempotencyKey",
    "eventType", "renderMode", "environment",
)  # fmt: skip


def test_a_request_is_read() -> None:
    event = parse_event(request("d:1", "e-1", requestedBy="", createdAt="2026-11-30T12:00:00+01:00", more=[1]))
    assert (event.deployment_id, event.event_id, event.document["more"]) == ("d:1", "e-1", [1])


def test_text_is_read_like_bytes() -> None:
    assert parse_event(request().decode()) == parse_event(request())
    with pytest.raises(UnparseableEvent):
        parse_event('{"deploymentId": "\ud800"}')


@pytest.mark.parametrize(
    "payload",
    [
        None,
        b"",
        b"null",
        b"[]",
        b'"text"',
        b"{}",
        b"{torn",
        b"\xff\xfe{}",
        b"\xef\xbb\xbf" + request(),
        request().decode().encode("utf-16"),
        request() + b" more",
        request(""),
        request().replace(b'"d-1"', b"5"),
        request().replace(b'"d-1"', b"null"),
        request().replace(b'"d-1"', b'"\\ud800"'),
        request().replace(b'"team"', b"NaN"),
        request().replace(b'"team"', b"-Infinity"),
        request().replace(b'"team"', b"[" * 200_000 + b"]" * 200_000),
    ],
)
def test_what_names_no_deployment_cannot_be_told_to_anybody(payload: bytes | None) -> None:
    with pytest.raises(UnparseableEvent):
        parse_event(payload)


@pytest.mark.parametrize("name", NEEDED)
@pytest.mark.parametrize("value", [None, "", 5, ["text"], {}])
def test_what_is_against_the_schema_is_told_by_name(name: str, value: object) -> None:
    with pytest.raises(ValidationFailed) as told:
        parse_event(request(**{name: value}))
    assert told.value.faults == (name,)
    assert told.value.event.deployment_id == "d-1"


@pytest.mark.parametrize(
    ("others", "faults"),
    [
        ({"eventType": "deployment.export.failed"}, ("eventType",)),
        ({"renderMode": "REACT_SSR"}, ("renderMode",)),
        ({"environment": "staging"}, ("environment",)),
        ({"requestedBy": 5}, ("requestedBy",)),
        ({"createdAt": "yesterday"}, ("createdAt",)),
        ({"createdAt": "2026-11-30 12:00"}, ("createdAt",)),
        ({"createdAt": 5}, ("createdAt",)),
        ({"slug": "", "teamId": None}, ("teamId", "slug")),
    ],
)
def test_each_fault_is_named(others: dict[str, object], faults: tuple[str, ...]) -> None:
    with pytest.raises(ValidationFailed) as told:
        parse_event(request(**others))
    assert told.value.faults == faults


def test_nothing_of_the_payload_is_in_the_error() -> None:
    with pytest.raises(ValidationFailed) as told:
        parse_event(request(slug="", note="CANARY", teamId=["CANARY"]))
    assert "CANARY" not in f"{told.value} {told.value!r} {told.value.event!r}"


def test_a_number_of_any_length_is_no_hindrance() -> None:
    assert parse_event(request()[:-1] + b', "n": ' + b"9" * 100_000 + b"}").deployment_id == "d-1"


@given(st.binary())
def test_no_bytes_raise_anything_else(payload: bytes) -> None:
    with pytest.raises(UnparseableEvent):
        parse_event(payload)


JSON = st.recursive(st.none() | st.booleans() | st.floats() | st.text(), lambda more: st.lists(more), max_leaves=5)


@given(st.dictionaries(st.sampled_from([*NEEDED, "deploymentId", "requestedBy", "createdAt", "x"]), JSON))
def test_no_document_raises_anything_else(document: dict[str, object]) -> None:
    try:
        event = parse_event(json.dumps(document).encode())
    except (UnparseableEvent, ValidationFailed):
        return
    assert event.document["eventType"] == "deployment.export.requested"


def test_the_schema_is_a_schema() -> None:
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA

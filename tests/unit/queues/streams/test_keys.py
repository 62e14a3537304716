"""The names on the server."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.crc import key_slot

from qmonitor.queues.streams.keys import Keys, slot_of, together


def test_the_names_are_those_that_other_applications_use() -> None:
    keys = Keys()
    assert (keys.main, keys.group) == ("anvilkit:deployment.export.requested", "export-worker")
    assert keys.dlq == "anvilkit:deployment.export.dlq"
    assert keys.retry_payloads == "anvilkit:deployment.export.retry:payloads"
    assert keys.retry_index == "anvilkit:deployment.export.retry:zset"
    assert (keys.ready, keys.failed) == ("anvilkit:deployment.artifact.ready", "anvilkit:deployment.export.failed")
    assert keys.audit == "anvilkit:deployment.export.qmonitor:audit"
    assert keys.skipped == "anvilkit:deployment.export.qmonitor:skipped"
    assert keys.lock_of("d:1") == "lock:deployment:d:1"


def test_one_switch_changes_them_all() -> None:
    keys = Keys.under("{site}", group="g")
    names = [keys.main, keys.dlq, keys.retry_payloads, keys.retry_index, keys.ready, keys.failed, keys.audit]
    assert all(name.startswith("{site}:deployment.") for name in [*names, keys.skipped])
    assert keys.group == "g"
    assert together(*names, keys.skipped)
    assert Keys.under("anvilkit") == Keys()


def test_without_a_tag_they_lie_apart() -> None:
    assert not together(Keys().retry_payloads, Keys().retry_index)


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.text("{}a"))
def test_slots_are_those_of_the_server(key: str) -> None:
    assert slot_of(key) == key_slot(key.encode())


@pytest.mark.parametrize(("key", "same"), [("{a}b", "a"), ("x{a}", "a"), ("{}a", "{}a"), ("{a", "{a"), ("{a}{b}", "a")])
def test_only_the_first_braces_count(key: str, same: str) -> None:
    assert slot_of(key) == key_slot(same.encode())

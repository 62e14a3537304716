"""What every engine behind the interfaces promises: one suite over memory, a server alone, and a cluster."""

import pytest

from qmonitor.queues.streams.envelopes import envelope_id
from qmonitor.queues.streams.errors import EnvelopeConflict
from qmonitor.queues.streams.values import DLQEntry, Envelope, OutgoingMessage
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import Rig

NOW = 1_790_000_000_000


def envelope(deployment: str = "d-1", attempt: int = 1, due: int = NOW, payload: bytes | None = None) -> Envelope:
    name = envelope_id(deployment, attempt, "STORAGE_5XX")
    return Envelope(name, deployment, attempt, due, "STORAGE_5XX", "trace", payload or request(deployment))


def publish(rig: Rig, count: int) -> list[str]:
    return [rig.queue.publish(OutgoingMessage(request(f"d-{n}"))) for n in range(count)]


# --- delivery


def test_entries_come_once_in_their_order(rig: Rig) -> None:
    ids = publish(rig, 5)

    first, rest, nothing = rig.queue.fetch(2), rig.queue.fetch(10), rig.queue.fetch(10)

    assert [one.id for one in (*first, *rest)] == ids
    assert len(first) == 2
    assert list(nothing) == []


def test_an_entry_keeps_every_byte(rig: Rig) -> None:
    odd = bytes(range(256)) * 3
    rig.queue.publish(OutgoingMessage(odd, 2, "STORAGE_5XX", "trace-é"))

    (one,) = rig.queue.fetch(1)

    assert (one.payload, one.attempt, one.last_error_code, one.trace_id) == (odd, 2, "STORAGE_5XX", "trace-é")


def test_empty_fields_are_not_written(rig: Rig) -> None:
    rig.queue.publish(OutgoingMessage(b"{}"))

    assert [fields for _, fields in rig.entries(rig.keys.main)] == [{"payload": b"{}", "attempt": b"0"}]


def test_a_delivery_stays_pending_until_it_is_acknowledged(rig: Rig) -> None:
    ids = publish(rig, 3)
    rig.queue.fetch(3)

    assert rig.queue.pending_count() == 3
    assert rig.queue.ack(ids[0], ids[2]) == 2
    assert rig.pending() == [ids[1]]
    assert rig.queue.ack(ids[0]) == 0
    assert rig.queue.ack() == 0
    assert rig.queue.pending_count() == 1


@pytest.mark.parametrize(
    ("written", "read"),
    [(b"0", 0), (b"3", 3), (b"007", 7), (b"-1", None), (b"1.5", None), (b"", None), (b"\xb2", None), (b"9" * 30, None)],
)
def test_an_attempt_is_decimal_text(rig: Rig, written: bytes, read: int | None) -> None:
    rig.put(payload=b"{}", attempt=written)
    assert rig.queue.fetch(1)[0].attempt == read


def test_an_entry_of_others_may_lack_anything(rig: Rig) -> None:
    rig.put(payload=b"{}")
    rig.put(strange=b"\xff")

    bare, strange = rig.queue.fetch(2)

    assert (bare.payload, bare.attempt, bare.trace_id) == (b"{}", 0, "")
    assert strange.payload is None
    assert strange.fields == ((b"strange", b"\xff"),)


# --- recovery


def test_what_was_not_acknowledged_is_taken_over_unchanged(rig: Rig) -> None:
    rig.queue.publish(OutgoingMessage(request(), 1, "STORAGE_5XX", "trace"))
    fetched = rig.queue.fetch(1)

    for _ in range(3):  # however often: never another attempt
        assert list(rig.queue.reclaim(0, 10)) == list(fetched)
    assert rig.queue.pending_count() == 1


def test_what_is_not_idle_long_enough_is_left_alone(rig: Rig) -> None:
    publish(rig, 1)
    rig.queue.fetch(1)

    assert list(rig.queue.reclaim(3600, 10)) == []


def test_what_nobody_got_is_not_taken_over(rig: Rig) -> None:
    publish(rig, 2)
    assert list(rig.queue.reclaim(0, 10)) == []


def test_no_more_is_taken_over_than_asked_for_and_none_is_left_out(rig: Rig) -> None:
    ids = publish(rig, 25)
    rig.queue.fetch(25)

    assert len(rig.queue.reclaim(0, 10)) == 10
    taken = [one.id for one in rig.queue.reclaim(0, 100)]

    assert sorted(taken) == sorted(ids)


@pytest.mark.expects_log("lost their body")
def test_an_entry_whose_body_is_gone_is_counted_and_never_delivered(rig: Rig) -> None:
    ids = publish(rig, 3)
    rig.queue.fetch(3)
    rig.lose(ids[1])

    assert [one.id for one in rig.queue.reclaim(0, 10)] == [ids[0], ids[2]]
    assert rig.queue.bodies_gone == 1
    assert rig.queue.pending_count() == 2


# --- delayed retry


def test_an_envelope_is_due_at_its_time_and_stays(rig: Rig) -> None:
    one = envelope()
    rig.store.schedule(one)

    assert list(rig.store.due(NOW - 1, 10)) == []
    assert list(rig.store.due(NOW, 10)) == [one]
    assert list(rig.store.due(NOW, 10)) == [one]


def test_the_longest_overdue_come_first(rig: Rig) -> None:
    for n, due in enumerate([NOW, NOW - 5, NOW - 3]):
        rig.store.schedule(envelope(f"d-{n}", due=due))

    assert [one.next_attempt_at for one in rig.store.due(NOW, 2)] == [NOW - 5, NOW - 3]


def test_scheduling_again_keeps_the_first(rig: Rig) -> None:
    rig.store.schedule(envelope(due=NOW))
    before = rig.envelopes()
    rig.store.schedule(envelope(due=NOW + 9000))

    assert rig.envelopes() == before
    assert len(before) == 1


def test_a_schedule_that_was_lost_is_made_again(rig: Rig) -> None:
    rig.store.schedule(envelope(due=NOW))
    text, _ = rig.envelopes()[envelope().id]
    rig.store.remove(envelope().id)
    rig.put_envelope(envelope().id, text, None)

    rig.store.schedule(envelope(due=NOW + 5))

    assert rig.envelopes() == {envelope().id: (text, NOW + 5)}


def test_a_schedule_whose_payload_was_lost_counts_for_nothing(rig: Rig) -> None:
    rig.put_envelope(envelope().id, None, NOW - 100)
    rig.store.schedule(envelope(due=NOW + 5))
    assert rig.envelopes()[envelope().id][1] == NOW + 5


def test_another_request_under_the_same_id_is_refused_and_nothing_changes(rig: Rig) -> None:
    rig.store.schedule(envelope())
    before = rig.envelopes()

    with pytest.raises(EnvelopeConflict):
        rig.store.schedule(envelope(payload=request("d-1", event="e-2"), due=NOW + 1))

    assert rig.envelopes() == before


def test_what_cannot_be_read_is_not_overwritten(rig: Rig) -> None:
    rig.put_envelope(envelope().id, b"{torn", NOW)
    with pytest.raises(EnvelopeConflict):
        rig.store.schedule(envelope())
    assert rig.envelopes() == {envelope().id: (b"{torn", NOW)}


def test_removing_is_done_once_and_asked_for_as_often_as_liked(rig: Rig) -> None:
    rig.store.schedule(envelope())
    rig.store.remove(envelope().id)
    rig.store.remove(envelope().id)
    assert rig.envelopes() == {}


def test_the_lag_is_that_of_the_longest_overdue(rig: Rig) -> None:
    assert rig.store.oldest_due_lag(NOW) is None
    rig.store.schedule(envelope("d-1", due=NOW + 1))
    assert rig.store.oldest_due_lag(NOW) is None
    rig.store.schedule(envelope("d-2", due=NOW - 2500))
    assert rig.store.oldest_due_lag(NOW) == 2.5


@pytest.mark.parametrize("text", [b"", b"{torn", b"[]", b"\xff", b'{"payload": 5}', b"null", b"[" * 5000])
@pytest.mark.expects_log("can't be read")
def test_what_cannot_be_read_goes_to_the_dead_letters_and_holds_nobody_up(rig: Rig, text: bytes) -> None:
    rig.put_envelope("d-0:2:STORAGE_5XX", text, NOW - 10)
    rig.store.schedule(envelope())

    found = rig.store.due(NOW, 1) or rig.store.due(NOW, 1)

    assert list(found) == [envelope()]
    assert [fields["payload"] for _, fields in rig.entries(rig.keys.dlq)] == [text]
    assert [*rig.envelopes()] == [envelope().id]
    assert rig.store.unreadable == 1


@pytest.mark.expects_log("lost its payload")
def test_an_index_without_payload_is_removed_and_counted(rig: Rig) -> None:
    rig.put_envelope("d-0:1:STORAGE_5XX", None, NOW - 10)
    rig.store.schedule(envelope())

    found = rig.store.due(NOW, 1) or rig.store.due(NOW, 1)

    assert list(found) == [envelope()]
    assert rig.store.orphans == 1
    assert [*rig.envelopes()] == [envelope().id]


def test_an_event_survives_the_retry_character_for_character(rig: Rig) -> None:
    odd = request(note="é\u2028", n=9223372036854775807)[:-1] + b', "price": 1.10, "zip": 1e400, "note": "twice" }'
    rig.store.schedule(envelope(payload=odd))
    assert rig.store.due(NOW, 1)[0].payload == odd


# --- dead letters, outcomes, trimming, locks


def test_a_dead_letter_has_everything(rig: Rig) -> None:
    entry = DLQEntry(b"\x00\xff", "STORAGE_5XX", "upload_artifacts", 3, "t", "w", "2026-01-01T00:00:00Z", "later")
    entry_id = rig.queue.send_to_dlq(entry)

    assert rig.entries(rig.keys.dlq) == [
        (
            entry_id,
            {
                "payload": b"\x00\xff",
                "errorCode": b"STORAGE_5XX",
                "failedStage": b"upload_artifacts",
                "attempt": b"3",
                "traceId": b"t",
                "workerId": b"w",
                "enqueuedAt": b"2026-01-01T00:00:00Z",
                "failedAt": b"later",
            },
        )
    ]


def test_an_outcome_is_one_field(rig: Rig) -> None:
    entry_id = rig.queue.append_outcome(rig.keys.ready, b"{}")
    assert rig.entries(rig.keys.ready) == [(entry_id, {"payload": b"{}"})]


def test_trimming_keeps_what_is_pending_or_not_delivered(rig: Rig) -> None:
    ids = publish(rig, 5)
    far = rig.queue.now() + 1_000_000
    assert rig.queue.trim_main(far) == 0  # nothing delivered yet
    rig.queue.fetch(3)
    rig.queue.ack(ids[0], ids[2])

    assert rig.queue.trim_main(far) == 1
    rig.queue.ack(ids[1])
    assert rig.queue.trim_main(far) == 2
    assert [one for one, _ in rig.entries(rig.keys.main)] == ids[3:]


def test_trimming_heeds_the_horizon_and_every_group(rig: Rig) -> None:
    ids = publish(rig, 2)
    rig.queue.fetch(2)
    rig.queue.ack(*ids)
    assert rig.queue.trim_main(int(ids[0].split("-")[0])) == 0  # an entry at the horizon stays
    rig.second_group()
    assert rig.queue.trim_main(rig.queue.now() + 1_000_000) == 0
    assert len(rig.entries(rig.keys.main)) == 2


def test_other_streams_are_trimmed_by_the_horizon_alone(rig: Rig) -> None:
    rig.queue.append_outcome(rig.keys.ready, b"{}")
    assert rig.queue.trim_stream(rig.keys.ready, 0) == 0
    assert rig.queue.trim_stream(rig.keys.ready, rig.queue.now() + 1_000_000) == 1
    assert rig.queue.trim_stream("{none}there", rig.queue.now()) == 0


def test_the_main_stream_is_never_trimmed_like_another(rig: Rig) -> None:
    publish(rig, 1)
    assert rig.queue.trim_stream(rig.keys.main, rig.queue.now() + 1_000_000) == 0


def test_a_lock_has_one_owner(rig: Rig) -> None:
    assert rig.locks.take("d:1", "a", 90)
    assert not rig.locks.take("d:1", "b", 90)
    assert not rig.locks.extend("d:1", "b", 90)
    assert not rig.locks.give_back("d:1", "b")
    assert rig.locks.extend("d:1", "a", 90)
    assert rig.locks.give_back("d:1", "a")
    assert not rig.locks.give_back("d:1", "a")
    assert rig.locks.take("d:1", "b", 90)


def test_a_group_that_is_there_is_left_alone(rig: Rig) -> None:
    publish(rig, 2)
    rig.queue.fetch(1)
    rig.queue.ensure_group()
    assert rig.queue.pending_count() == 1
    assert len(rig.queue.fetch(5)) == 1

"""CBOR of a row: read within limits, written again with every byte that is not changed, whoever wrote it."""

import random
import struct
import time
import tracemalloc
from dataclasses import replace

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues import times
from qmonitor.queues.deadletter import codec, facts, spans
from qmonitor.queues.deadletter.codec import Code, Message, decode, encode, encode_one
from qmonitor.queues.deadletter.errors import DeadLetterError, NotAMessage, Undecodable
from qmonitor.queues.deadletter.usual import QUEUED, usual
from tests.helpers import deadletter as made

KEPT = (
    made.text("x-unknown"),
    made.items(b"\xc2\x41\x05", made.pairs(made.integer(3), b"\x5f\x41\x01\xff"), endless=True),
)


def one(value: bytes) -> Message:
    (message,) = decode(value)
    return message


def test_a_message_as_the_daemon_writes_it() -> None:
    found = one(made.items(made.message(made.BEGIN + 7, username="ann", skip=("bea", "cem"), code=3)))
    assert found.queued_at == times.from_ns(made.BEGIN + 7)
    assert found.timestamp == times.from_ns(made.BEGIN)
    assert (found.username, found.subject) == ("ann", "Grade in anatomy")
    assert found.descriptions == ("Anatomy I", "2026")
    assert found.fields == ("grade", "1.3")
    assert found.skip_recipients == ("bea", "cem")
    assert found.code == Code.FINAL_GRADE


def test_an_empty_value_is_an_empty_list() -> None:
    assert decode(b"") == decode(b"\x80") == decode(b"\x9f\xff") == ()


def test_every_time_that_is_in_the_field() -> None:
    whole, part = made.integer(1_790_000_000), made.double(1_790_000_000.25)
    cases: dict[bytes, int | None] = {
        made.at(made.BEGIN + 123_456_789): made.BEGIN + 123_456_789,
        made.at(made.BEGIN, digits=0): made.BEGIN,
        made.tag(0, made.text("2026-09-21T16:13:20.000000001+02:00")): made_ns("2026-09-21T14:13:20.000000001Z"),
        made.tag(0, made.text("2026-09-21T14:13:20.0000000019Z")): made_ns("2026-09-21T14:13:20.000000001Z"),
        made.tag(0, made.pieces("2026-09-21T", "14:13:20Z")): made_ns("2026-09-21T14:13:20Z"),
        made.tag(1, whole): 1_790_000_000 * made.NS,
        made.tag(1, part): 1_790_000_000 * made.NS + made.NS // 4,
        made.tag(1, b"\xfa" + struct.pack(">f", 1_790_049_408.0)): 1_790_049_408 * made.NS,
        made.at(None): None,
        made.tag(1, made.integer(-62_135_596_800)): None,
        made.tag(1, made.integer(0)): None,
        made.NULL: None,
    }
    for coded, ns in cases.items():
        found = one(made.items(made.message(coded)))
        assert (None if found.queued_at is None else found.queued_at.ns) == ns, coded.hex()


def made_ns(text: str) -> int:
    found = times.parse(text).ns
    assert found is not None
    return found


def test_what_has_no_length_and_what_is_null() -> None:
    found = one(made.items(made.message(descriptions=None, fields=("a", "b"), endless=True), endless=True))
    assert (found.descriptions, found.fields, found.skip_recipients) == (None, ("a", "b"), None)
    named = made.pairs(made.pieces("User", "name"), made.pieces("an", "", "n"), made.text("Subject"), made.NULL)
    assert one(made.items(named)).username == "ann"
    assert one(made.items(named)).subject == ""


def test_a_message_without_its_keys_is_a_message() -> None:
    assert one(made.items(made.pairs())) == Message(descriptions=(), fields=())


@pytest.mark.parametrize("name", made.BROKEN)
def test_what_is_no_list_of_messages_is_undecodable(name: str) -> None:
    value = made.BROKEN[name]
    with pytest.raises(Undecodable) as raised:
        decode(value)
    assert isinstance(raised.value, DeadLetterError)
    assert raised.value.__cause__ is None, "the reason could quote the message"
    assert facts.facts([value]) == [None]
    good = made.items(made.message())
    assert facts.facts([good, value, good])[1] is None
    assert facts.facts([good, value, good])[::2] == facts.facts([good, good])


def test_the_limits() -> None:
    within = made.items(made.pairs(made.text("x"), b"\x81" * (spans.MAX_DEPTH - 3) + b"\x00"))
    beyond = made.items(made.pairs(made.text("x"), b"\x81" * (spans.MAX_DEPTH + 3) + b"\x00"))
    assert len(decode(within)) == 1
    many = made.items(made.pairs(made.text("x"), made.items(*[b"\x00"] * (spans.MAX_ITEMS + 1))))
    large = made.items(made.pairs(made.text("x"), made.raw(bytes(spans.MAX_BYTES))))
    for value in (beyond, many, large):
        with pytest.raises(Undecodable):
            decode(value)
        assert facts.facts([value]) == [None] or value is many


# -- writing again -------------------------------------------------------------------------------------------------


def test_what_is_not_changed_is_written_as_it_stands() -> None:
    value = made.message(made.tag(1, made.double(1.5e9)), more=KEPT, endless=True)
    assert encode_one(one(made.items(value))) == value
    assert encode([one(made.items(value))]) == made.items(value)


def test_one_value_is_exchanged_and_every_other_byte_stays() -> None:
    now = times.from_ns(made.BEGIN + 5)
    for endless in (False, True):
        before = one(made.items(made.message(None, more=KEPT, endless=endless)))
        assert encode_one(replace(before, queued_at=now)) == made.message(made.BEGIN + 5, more=KEPT, endless=endless)


def test_a_key_that_was_not_there_is_added_at_the_end() -> None:
    for endless in (False, True):
        stored = made.pairs(made.text("Code"), made.integer(2), *KEPT, endless=endless)
        found = replace(one(made.items(stored)), queued_at=times.from_ns(made.BEGIN))
        wanted = made.pairs(
            made.text("Code"), made.integer(2), *KEPT, made.text("QueuedAt"), made.at(made.BEGIN), endless=endless
        )
        assert encode_one(found) == wanted
        assert one(made.items(wanted)) == found


def test_a_new_message_is_what_the_daemon_writes() -> None:
    new = Message(
        times.from_ns(made.BEGIN), None, "ann", "Grade in anatomy", ("Anatomy I", "2026"), ("grade", "1.3"), None, 0
    )
    assert encode_one(new) == made.message(None)


@pytest.mark.parametrize(
    "wrong",
    [
        Message(username=5),  # type: ignore[arg-type]
        Message(code="1"),  # type: ignore[arg-type]
        Message(fields=(1,)),  # type: ignore[arg-type]
        Message(queued_at=times.parse("never")),
        Message(queued_at="2026-01-01"),  # type: ignore[arg-type]
        Message(subject="\ud800"),
        Message(code=2**64),
        Message(code=-(2**64) - 1),
        Message(queued_at=times.Instant("soon", made.BEGIN)),
        Message(stored=b"\x80", code=1),
    ],
)
def test_what_is_no_message_is_not_written(wrong: Message) -> None:
    with pytest.raises(NotAMessage):
        encode_one(wrong)


@pytest.mark.parametrize("value", [b"\x80", made.items(made.message())])
@pytest.mark.parametrize("many", [False, True])
def test_a_tag_behind_the_list_makes_it_another_thing(value: bytes, many: bool) -> None:
    """One that cbor2 takes away would take what is put behind a value with it."""
    tagged = value + made.tag(55_799, b"")
    assert facts.facts([tagged], many=many) == [None]
    assert facts.only_message(tagged) is None
    with pytest.raises(Undecodable):
        decode(tagged)


@pytest.mark.parametrize("wide", [Message(subject="x" * spans.MAX_BYTES), Message(fields=("",) * spans.MAX_ITEMS)])
def test_what_nobody_would_read_is_not_written(wide: Message) -> None:
    with pytest.raises(NotAMessage):
        encode([wide])


def test_a_message_says_nothing_of_itself() -> None:
    assert "ann" not in repr(one(made.items(made.message(username="ann")))) + repr([Message(subject="ann")])


# -- values of others, and hostile ones ------------------------------------------------------------------------------

plain = st.text(st.characters(codec="utf-8"), max_size=12)
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**64), 2**64 - 1), st.floats(), plain, st.binary(max_size=12)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(plain, inner, max_size=3)),
    max_leaves=6,
)
instants = st.integers(made.NS, codec.BEYOND - 1).map(times.from_ns)
some_texts = st.one_of(st.none(), st.lists(plain, max_size=3).map(tuple))
messages = st.builds(
    Message,
    st.none() | instants,
    st.none() | instants,
    plain,
    plain,
    some_texts,
    some_texts,
    some_texts,
    st.sampled_from(Code),
)


@given(st.lists(messages, max_size=4), st.dictionaries(plain.filter(lambda key: key not in codec.KEYS), anything))
def test_a_round_trip_with_another_encoder(rows: list[Message], more: dict[str, object]) -> None:
    others = [
        {
            "Timestamp": cbor2.CBORTag(0, (row.timestamp.text if row.timestamp else made.GO_ZERO)),
            "QueuedAt": cbor2.CBORTag(0, row.queued_at.text) if row.queued_at else None,
            "Username": row.username, "Subject": row.subject,
            **{key: None if texts is None else list(texts) for key, texts in _lists(row).items()},
            "Code": int(row.code), **more,
        }
        for row in rows
    ]  # fmt: skip
    for value in (cbor2.dumps(others), cbor2.dumps(others, indefinite_containers=True)):
        found = decode(value)
        assert found == tuple(rows)
        assert b"".join(map(encode_one, found)) in value
        assert facts.facts([value]) == [told(found)]


def told(rows: tuple[Message, ...]) -> facts.Fact:
    found = tuple("" if row.queued_at is None else times.from_ns(row.queued_at.ns or 0).text for row in rows)
    return found[0] if len(found) == 1 else found


def _lists(row: Message) -> dict[str, tuple[str, ...] | None]:
    return {"Descriptions": row.descriptions, "Fields": row.fields, "SkipRecipients": row.skip_recipients}


def test_the_shape_is_that_of_what_the_daemon_writes() -> None:
    """And of nothing else: another byte in any place of it makes it another one, or is in a text or a time."""
    chance = random.Random(3)
    value = made.items(
        made.message(made.BEGIN, username="größte", subject="", descriptions=("解剖学", "x" * 24), fields=(), skip=None)
    )
    match = usual()(value)
    assert match is not None
    assert match[QUEUED] == made.rfc3339(made.BEGIN).encode()
    for at in range(len(value)):
        for byte in chance.sample(range(256), 50):
            other = value[:at] + bytes([byte]) + value[at + 1 :]
            wanted: facts.Fact = None
            try:
                wanted = told(decode(other))
            except Undecodable:
                pass
            assert facts.facts([other] * 2, many=True) == [wanted] * 2, (at, byte)


@given(st.lists(messages, max_size=3))
def test_what_we_write_others_read(rows: list[Message]) -> None:
    read = cbor2.loads(encode(rows), semantic_decoders={0: lambda content, _: content})
    for found, row in zip(read, rows, strict=True):
        assert list(found) == list(codec.KEYS)
        assert found["QueuedAt"] == (row.queued_at.text if row.queued_at else made.GO_ZERO)
        assert (found["Username"], found["Code"]) == (row.username, row.code)
    assert decode(encode(rows)) == tuple(rows)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A value with some bytes changed, cut out, doubled or put in."""
    rows = draw(
        st.lists(st.sampled_from([made.message(), made.message(None, more=KEPT, endless=True)]), min_size=1, max_size=2)
    )
    value = bytearray(made.items(*rows, endless=draw(st.booleans())))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(value) - 1)))
        length = draw(st.integers(0, 12))
        value[at : at + length] = draw(
            st.binary(max_size=12) | st.sampled_from([bytes(value[at : at + 40]), b"\x9f", b"\xff"])
        )
    return bytes(value)


@given(st.one_of(mutated(), st.binary(max_size=60)))
def test_the_quick_way_says_the_same_as_the_exact_one(value: bytes) -> None:
    wanted: list[facts.Fact]
    try:
        wanted = [told(decode(value))]
    except Undecodable:
        wanted = [None]
    good = made.items(made.message())
    (usual,) = facts.facts([good])
    for many in (False, True):
        assert facts.facts([value], many=many) == wanted
        assert facts.facts([good, value, good], many=many) == [usual, *wanted, usual]


COLLIDING = [made.double(float(n * 2.0**61)) for n in range(12_000)]
"""Keys and values of a map whose numbers have few hashes between them."""


@pytest.mark.parametrize(
    "value",
    [
        *made.BROKEN.values(),
        b"\xa0" * 60_000,
        made.items(made.pairs(made.text("x"), made.items(*[b"\xa0"] * 60_000))),
        made.items(made.pairs(made.text("x"), made.pairs(*COLLIDING))),
        made.items(made.pairs(made.text("x"), made.tag(35, made.text("(a*)*" * 9000)))),
        made.items(made.pairs(made.text("x"), made.tag(4, made.items(made.integer(2**63), made.integer(1))))),
        made.items(made.pairs(made.text("x"), made.tag(30, made.items(made.integer(1), made.integer(0))))),
        made.items(made.pairs(made.text("x"), made.tag(2, made.raw(b"\xff" * 60_000)))),
        made.items(made.pairs(made.text("x"), made.tag(28, made.items(made.tag(29, made.integer(0)))))),
    ],
)  # fmt: skip
def test_hostile_values_take_little_time_and_memory(value: bytes) -> None:
    tracemalloc.start()
    began = time.thread_time()
    try:
        facts.facts([value], many=True)
        try:
            decode(value)
        except Undecodable:
            pass
        took = time.thread_time() - began
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 64_000_000
    assert took < 1.0, "bounded at all; the measurements say how short"

"""The kind of an error: one for texts of one sort, and nothing of a message in it."""

import re
import time

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from qmonitor.monitor.failures import abstract
from qmonitor.monitor.failures.abstraction import FIGURE, HIDDEN, LOOKED_AT, MOST
from qmonitor.monitor.failures.places import SEGMENTS
from qmonitor.monitor.failures.vocabulary import WORDS
from qmonitor.queues.deadletter.errors import Undecodable
from qmonitor.queues.streams import codes

PLACE = re.compile(rf"\b({'|'.join(SEGMENTS)})[-.^\[][0-9.^\[\]-]*")
"""What may be a place in a message, whose figures count."""

SENTENCES = {
    "dial tcp 10.20.0.7:2575: connect: connection refused": "dial tcp …: connect: connection refused",
    "connection to lab.example.org:6661 reset by peer": "connection to … reset by peer",
    "[Errno 111] Connection refused": "[Errno #] Connection refused",
    "no ACK within 30 s; connection closed": "no ACK within # s; connection closed",
    "timeout after 30s": "timeout after #s",
    "AE: unknown patient class in PV1-2": "AE: unknown patient class in PV1-2",
    "java.net.SocketTimeoutException: Read timed out": "SocketTimeoutException: Read timed out",
    "2026-11-29T08:00:00.123Z ERROR: queue full": "# ERROR: queue full",
    "read tcp [fe80::1%eth0]:2575: i/o timeout from 00:1a:2b:3c:4d:5e": "read tcp … timeout from …",
    "item 550e8400-e29b-41d4-a716-446655440000 not found": "item … not found",
    "could not open C:\\Users\\Ann Lee\\x.db": "could not open …",
    "could not open /var/lib/ann/x.db: permission denied": "could not open …: permission denied",
    "no mailbox for ann.lee@example.org": "no … for …",
    "checksum 0xdeadbeef, expected 0x7f": "checksum …, expected …",
    "field 'Müller' is not valid": "field … is not valid",
    'field "Müller, Anna" is not valid': "field … is not valid",
    "value: Müller Anna, field too long": "value: …, field too long",
    "dob=1970-01-01; rejected": "…= …; rejected",
    "Unknown patient Müller^Anna in MPI": "Unknown patient … in MPI",
    "rejected PID|1||123||Müller^Anna Maria||19700101|F": "rejected …",
    "rows 1, 2 and 3, 4, 5 failed": "rows # and # failed",
    "Verbindung zum Empfänger 10.0.0.1 verweigert": "Verbindung zum Empfänger … verweigert",
    "Unknown patient Field Key": "Unknown patient …",
    "Max Long: page too long": "…: page too long",
    "LONG MAX rejected": "… rejected",
    "MaxLong: MaxLengthException": "…: MaxLengthException",
    "Read timed out": "Read timed out",
    "queued behind earlier messages": "queued behind earlier messages",
    "AE: PID-11.5 invalid": "AE: PID-11.5 invalid",
    "AE: PID^1^11^1^5 invalid": "AE: PID-11.5 invalid",
    "invalid field 'PID.11.5'.": "invalid field PID-11.5.",
    "field=OBX[12]-5[2].1, rejected": "field= OBX-5.1, rejected",
    "patient PID-3: required": "patient PID-3: required",
    "rejected PID|1||PID^1^3": "rejected …",
    "MRN-12345 and PID-123 and XPID-5 and PID-5-7 rejected": "MRN-# and PID-# and … and PID-#-# rejected",
    "PID^1^1970^01^31 rejected": "… rejected",
    "STORAGE_5XX": "STORAGE_#XX",
    "RENDER_ORIGIN_5XX": "RENDER_ORIGIN_#XX",
    "PAGE_NOT_FOUND": "PAGE_NOT_FOUND",
    "PAGE_LONG": "…",
    "Page NOT_FOUND": "… NOT_FOUND",
    str(Undecodable().cause): "The row can't be decoded: it holds something else than a list of messages.",
    "": "",
}

NAMES = (
    "Kanarienvogel", "KANARIENVOGEL", "kanarienvogel", "Köhler-Özdemir", "O'Brannigan", "Nguyễn", "Łukasz", "李小龙",
)  # fmt: skip

FRAMES = (
    "unknown patient {}", "AE|{}|rejected", "PID-5 {}^Anna not found", "value '{}' too long", 'expected "{}"',
    "name={} refused", "value: {}", "{} is not known", "can't find {}, retry", "({}) missing", "{}:{}", "a/{}/b",
    "x.{}", "“{}” rejected", "no such file /home/{}/x.hl7", "{}12345 is duplicate", '<family value="{}"/> invalid',
    "{}\r{}",
)  # fmt: skip

PARTS = st.sampled_from(
    [*sorted(WORDS)[::40], *NAMES, "1", "42", "#", "…", "^", "|", "=", "'", '"', ":", ",", "value:", "name", "Patient",
     " ", "  ", "\n", "(", ")", "10.0.0.1:25", "x@y.org", "PV1-2", "30s", "s", "30", "TimeoutException",
     "a.b.TimeoutException", "/", "\\", "-", "“", "„"]
)  # fmt: skip
LISTS = st.lists(PARTS, max_size=40)
TEXTS = st.one_of(st.text(max_size=200), LISTS.map(" ".join), LISTS.map("".join))


@pytest.mark.parametrize("code", sorted(codes.RETRYABLE | {codes.ENVELOPE_CONFLICT, codes.ENVELOPE_UNREADABLE}))
def test_no_code_of_a_stream_queue_is_hidden(code):
    assert "…" not in abstract(code)


@pytest.mark.parametrize(("text", "kind"), SENTENCES.items())
def test_the_sentence_stays_readable(text, kind):
    assert abstract(text) == kind


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_gets_through_nowhere(frame, name):
    shown = abstract(frame.format(*[name] * frame.count("{}"))).lower()
    for part in re.split(r"[-']", name.lower()):
        assert len(part) < 2 or part not in shown


@given(TEXTS)
@example("a " * LOOKED_AT)
@example("patient # Long " * 40)
def test_a_kind_is_the_kind_of_itself(text):
    assert abstract(abstract(text)) == abstract(text)


@given(TEXTS, st.lists(st.integers(0, 10**12), min_size=1, max_size=9))
def test_figures_make_no_difference(text, figures):
    assume(not PLACE.search(text))
    others = iter(figures * (len(text) + 1))
    other = re.sub(r"\d+", lambda _: str(next(others)), text)
    assume(not PLACE.search(other))
    assert abstract(other) == abstract(text)


@given(TEXTS)
def test_only_words_of_errors_are_left(text):
    shown = PLACE.sub("", abstract(text))
    assert not re.search(r"\d", shown)
    assert len(shown) <= MOST
    for word in re.findall(r"[^\W\d_]+", shown):
        pieces = re.findall(r"[A-ZÄÖÜ]+(?![a-zäöüß])|[A-ZÄÖÜ]?[a-zäöüß]+", word)
        whole = {piece for known in WORDS for piece in re.split(r"[-']", known)} | {"s", "m", "h", "k"}
        assert word.lower() in whole or all(piece.lower() in WORDS for piece in pieces), word


def test_what_is_long_is_cut_at_a_word():
    shown = abstract("connection refused by peer, " * 100)
    assert len(shown) <= MOST
    assert shown.endswith(HIDDEN)
    assert shown.startswith("connection refused by peer, connection")


def test_a_long_text_takes_no_longer():
    """What is looked at is bounded; and no pattern goes back over what it has seen."""

    def took(text):
        began = time.process_time()
        abstract(text)
        return time.process_time() - began

    for part in ("a", "'", '"', "a^", "=", "|", "(", " ", "1.", ":", "-", "\\", "aB", "…,", "1,", "name: "):
        assert min(took(part * 10**6) for _ in range(3)) < 0.1


def test_signs_stand_for_what_is_not_shown():
    assert abstract("12 x7q") == f"{FIGURE} {HIDDEN}"

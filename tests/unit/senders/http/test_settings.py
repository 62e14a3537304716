"""Addresses and headers that are taken can be sent; and when a receiver wants to be left alone."""

import math
from datetime import UTC, datetime

import h11
import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.errors import Refused
from qmonitor.senders.http.answers import Answer, retry_after
from qmonitor.senders.http.sender import HttpSender
from qmonitor.senders.http.settings import HttpSettings

NOW = datetime(2026, 11, 30, 8, 0, 0, tzinfo=UTC)

PIECES = st.sampled_from(
    [
        *(
            "http://",
            "https://",
            "//",
            "lab",
            ".example",
            ":",
            "8443",
            "/",
            "?",
            "a=b",
            "&",
            "#",
            "@",
            "[::1]",
            "[",
            "]",
        ),
        *("%", "%2F", "..", "é", " ", "\\", "\x00", "-", "_", "{", "^", "0x7f.1", "999999", "xn--", "xn--a"),
    ]
)


@given(st.lists(PIECES, max_size=8).map("".join) | st.lists(PIECES, max_size=6).map(lambda p: "https://" + "".join(p)))
def test_an_address_that_is_taken_can_be_used(url: str) -> None:
    try:
        settings = HttpSettings(url)
    except Refused:
        return
    sender = HttpSender(settings)
    sender.close()
    assert httpx.URL(url).host
    assert "?" not in sender.describe()


@given(st.text(max_size=10), st.text(max_size=20))
def test_headers_that_are_taken_can_be_sent(name: str, text: str) -> None:
    try:
        settings = HttpSettings("https://h/", headers=((name, text),))
    except Refused:
        return
    assert httpx.Headers(list(settings.headers)).raw == [(name.encode("ascii"), text.encode("ascii"))]
    h11.Request(method="POST", target="/", headers=[("Host", "h"), *settings.headers])


@pytest.mark.parametrize("text", [" a", "a ", " ", "a\r\nHost: evil", "a\tb"])
def test_a_header_with_white_space_at_an_end_is_refused(text: str) -> None:
    """It would be refused each time that it is to be sent."""
    with pytest.raises(Refused, match=r"^headers is "):
        HttpSettings("https://h/", headers=(("X", text),))


@given(st.text(max_size=40), st.text(max_size=40))
def test_whatever_a_receiver_wishes_it_is_a_time_or_nothing(said: str, date: str) -> None:
    found = retry_after({"retry-after": said, "date": date}, NOW)
    assert found is None or 0 <= found <= math.inf


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("120", 120.0),
        (" 5 ", 5.0),
        ("Mon, 30 Nov 2026 08:01:00 GMT", 60.0),
        ("Mon, 30 Nov 2026 09:01:00 +0100", 60.0),
        ("Monday, 30-Nov-26 08:01:00 GMT", 60.0),
        ("Mon Nov 30 08:01:00 2026", 60.0),
        ("Mon, 30 Nov 2026 07:00:00 GMT", 0.0),
        ("Mon, 30 Nov 99999 08:01:00 GMT", None),
        ("1.5", None),
        ("٣", None),
        ("", None),
    ],
)
def test_a_time_to_come_back(said: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": said}, NOW) == seconds


@pytest.mark.parametrize(
    ("answer", "length"),
    [
        (Answer(200, {"content-length": "2"}, b"ok"), 2),
        (Answer(200, {"content-length": "0"}), 0),
        (Answer(204, {}), 0),
        (Answer(200, {}, b"ok"), None),
        (Answer(200, {"content-length": "3"}, b"ok"), None),
        (Answer(200, {"content-length": "2"}, b"ok", whole=False), None),
        (Answer(200, {"content-length": "2", "transfer-encoding": "chunked"}, b"ok"), None),
    ],
)
def test_how_long_a_body_is_where_that_is_certain(answer: Answer, length: int | None) -> None:
    assert answer.length == length

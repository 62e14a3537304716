"""HTTP(S) against a real server that behaves as well, and as badly, as servers do."""

import contextlib
import logging
import math
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import trustme

from qmonitor.monitor.failures.abstraction import abstract
from qmonitor.queues.errors import Refused
from qmonitor.queues.sending import NotDelivered, OutcomeUnknown, Rejected, Unreachable, Unsendable
from qmonitor.senders.http.sender import HttpSender
from qmonitor.senders.http.settings import HttpSettings
from qmonitor.senders.network.connecting import Receiver
from tests.helpers.http_receiver import HttpReceiver

RAW = b"MSH|^~\\&|LAB|N|RCV|S|20261130080000||ORU^R01|MSG-1|P|2.5\rPID|1||PATIENT^NAME \xe4\xff\x00\x0b\x1c\r"
LIMIT = 20.0
"""Seconds for an attempt that is to come to its end by itself."""
SHORT = 0.4
"""Seconds for one that is to run out of time."""
SOON = 5.0
"""Seconds after which a limit of 0.4 s was none, on however slow a machine."""

Send = Callable[..., None]


@pytest.fixture(scope="module")
def receiver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpReceiver]:
    with HttpReceiver(tmp_path_factory.mktemp("http")) as running:
        yield running


OPEN: list[HttpSender] = []


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """Senders are closed with the test."""
    yield
    while OPEN:
        OPEN.pop().close()


def http(url: str, secret: str | None = None, **settings: Any) -> HttpSender:
    OPEN.append(HttpSender(HttpSettings(url, **settings), secret))
    return OPEN[-1]


def sender(receiver: HttpReceiver, path: str, secret: str | None = None, **settings: Any) -> HttpSender:
    return http(receiver.url(path), secret, **settings)


def delivered(receiver: HttpReceiver, one: HttpSender, times: int = 1) -> None:
    """Send it; the receiver has exactly these bytes, each time once."""
    before = len(receiver.requests())
    for _ in range(times):
        one.send(RAW, LIMIT)
    assert [request.body for request in receiver.requests()[before:]] == [RAW] * times


def failure(receiver: HttpReceiver, path: str, timeout: float = LIMIT, **settings: Any) -> NotDelivered:
    with pytest.raises(NotDelivered) as told:
        sender(receiver, path, **settings).send(RAW, timeout)
    assert "PATIENT" not in str(told.value)
    return told.value


# --- what is sent


@pytest.mark.parametrize("raw", [RAW, b"", b"\x00", os.urandom(3_000_000)], ids=["hl7", "empty", "nul", "large"])
def test_the_bytes_go_out_as_they_are_stored(receiver: HttpReceiver, raw: bytes) -> None:
    sender(receiver, "/status/200").send(raw, LIMIT)
    request = receiver.requests()[-1]
    assert request.body == raw
    assert request.method == "POST"
    assert request.headers["Content-Type"] == "application/hl7-v2"
    assert request.headers["Content-Length"] == str(len(raw))
    assert request.headers["User-Agent"] == "qmonitor"
    assert "Authorization" not in request.headers


def test_headers_and_content_type_are_those_of_the_settings(receiver: HttpReceiver) -> None:
    headers = (("X-Sender", "lab"), ("user-agent", "engine"))
    sender(receiver, "/status/200?a=b", headers=headers, content_type="text/plain; charset=x").send(RAW, LIMIT)
    request = receiver.requests()[-1]
    assert request.path == "/status/200?a=b"
    assert request.headers["X-Sender"] == "lab"
    assert request.headers["user-agent"] == "engine"
    assert "User-Agent" not in request.headers
    assert request.headers["Content-Type"] == "text/plain; charset=x"


@pytest.mark.parametrize(
    ("settings", "secret", "header"),
    [
        ({"auth": "basic", "user": "anna"}, "pä:ss", "Basic YW5uYTpww6Q6c3M="),
        ({"auth": "bearer"}, "abc.def", "Bearer abc.def"),
    ],
)
def test_who_sends_is_shown(receiver: HttpReceiver, settings: dict[str, Any], secret: str, header: str) -> None:
    sender(receiver, "/status/204", secret, **settings).send(RAW, LIMIT)
    assert receiver.requests()[-1].headers["Authorization"] == header


@pytest.mark.parametrize("secret", [None, "", "two words", "ünicode", "line\nbreak"])
def test_a_token_that_can_not_be_sent_is_refused_before_anything_is(receiver: HttpReceiver, secret: str | None) -> None:
    with pytest.raises(Refused) as told:
        sender(receiver, "/status/200", secret, auth="bearer")
    assert not secret or secret not in str(told.value)


def test_no_proxy_of_the_environment_gets_to_see_it(receiver: HttpReceiver, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    delivered(receiver, sender(receiver, "/status/200"))


def test_where_it_sends_to_is_told_without_the_query(receiver: HttpReceiver) -> None:
    assert sender(receiver, "/status/200?a=b").describe() == receiver.url("/status/200")


# --- what the status says


@pytest.mark.parametrize("status", [200, 201, 202, 204, 299])
def test_a_success_is_a_delivery(receiver: HttpReceiver, status: int) -> None:
    delivered(receiver, sender(receiver, f"/status/{status}", on_refused="give_up"))


@pytest.mark.parametrize("status", [408, 425, 429, 500, 501, 503, 507, 599])
def test_what_may_pass_is_tried_again_whatever_the_settings(receiver: HttpReceiver, status: int) -> None:
    error = failure(receiver, f"/status/{status}", on_refused="give_up")
    assert type(error) is Rejected
    assert f" responded with status {status}" in str(error)
    assert (error.final, error.wait) == (False, None)


@pytest.mark.parametrize("status", [502, 504])
def test_a_gateway_knows_no_outcome(receiver: HttpReceiver, status: int) -> None:
    error = failure(receiver, f"/status/{status}?retry-after=7", on_refused="give_up")
    assert type(error) is OutcomeUnknown
    assert (error.final, error.wait) == (False, 7.0)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 410, 413, 415, 422, 451])
def test_what_will_not_pass_follows_the_settings(receiver: HttpReceiver, status: int) -> None:
    for on_refused, final in (("retry", False), ("give_up", True)):
        error = failure(receiver, f"/status/{status}", on_refused=on_refused)
        assert type(error) is Rejected
        assert f" responded with status {status}" in str(error)
        assert error.final is final


@pytest.mark.parametrize(
    ("asked", "wait"),
    [
        ("retry-after=120", 120.0),
        ("retry-after=0", 0.0),
        ("retry-after=-5", None),
        ("retry-after=soon", None),
        ("retry-after=" + "9" * 400, math.inf),
        ("retry-after=Mon,%2030%20Nov%202026%2008:00:30%20GMT&date=Mon,%2030%20Nov%202026%2008:00:00%20GMT", 30.0),
        ("retry-after=Mon,%2030%20Nov%202026%2007:00:30%20GMT&date=Mon,%2030%20Nov%202026%2008:00:00%20GMT", 0.0),
        ("retry-after=Sun,%2006%20Nov%201994%2008:49:37%20GMT", 0.0),
    ],
)
def test_a_wish_to_be_left_alone_is_handed_on(receiver: HttpReceiver, asked: str, wait: float | None) -> None:
    assert failure(receiver, f"/status/503?{asked}").wait == wait


def test_a_refusal_before_the_message_was_read_is_heard(receiver: HttpReceiver) -> None:
    with pytest.raises(Rejected, match=" responded with status 413"):
        sender(receiver, "/early/413").send(b"x" * 20_000_000, LIMIT)


# --- redirects


@pytest.mark.parametrize("status", [307, 308])
def test_a_redirect_on_the_same_server_is_followed_with_the_message(receiver: HttpReceiver, status: int) -> None:
    for place in ("/status/200", receiver.url("/status/200")):
        sender(receiver, f"/status/{status}?location={place}", "t", auth="bearer").send(RAW, LIMIT)
        first, second = receiver.requests()[-2:]
        assert (second.method, second.path, second.body) == ("POST", "/status/200", RAW)
        assert first.headers["Authorization"] == second.headers["Authorization"] == "Bearer t"


@pytest.mark.parametrize(
    "place",
    [
        "http://127.0.0.2:{port}/",
        "https://127.0.0.1:{port}/",
        "http://127.0.0.1:9/",
        "//localhost:{port}/",
        "http://a@127.0.0.1:{port}/",
    ],
)
def test_a_redirect_to_another_place_is_refused(receiver: HttpReceiver, place: str) -> None:
    before = len(receiver.requests())
    error = failure(receiver, f"/status/307?location={place.format(port=receiver.port)}", on_refused="give_up")
    assert type(error) is Rejected
    assert error.final
    assert "messages are not sent there unasked" in str(error)
    assert len(receiver.requests()) == before + 1


ODD = ["http://[", "http://xn--%C3%BF.x:999999/", "/a%09b", "mailto:ann", "//", "?", "http:"]


@pytest.mark.parametrize("place", ODD, ids=range(len(ODD)))
@pytest.mark.parametrize("status", [301, 307])
def test_a_redirect_that_is_no_address_is_refused_like_others(receiver: HttpReceiver, place: str, status: int) -> None:
    """And nothing of what stands there gets into the cause."""
    error = failure(receiver, f"/status/{status}?Location={place}")
    assert type(error) is Rejected
    assert str(error).partition(" with ")[2].startswith(("status 30", "one redirect"))


@pytest.mark.parametrize("status", [300, 301, 302, 303, 304, 307])
def test_a_redirect_that_loses_the_message_or_leads_nowhere_is_refused(receiver: HttpReceiver, status: int) -> None:
    place = "" if status == 307 else "?location=/status/200"
    error = failure(receiver, f"/status/{status}{place}")
    assert (type(error), error.final) == (Rejected, False)


def test_redirects_without_end_are_ended(receiver: HttpReceiver) -> None:
    before = len(receiver.requests())
    error = failure(
        receiver,
        "/status/307?location=/status/307%3Flocation=/status/307%253Flocation=/status/307%25253F"
        "location=/status/307%2525253Flocation=/status/200",
    )
    assert "one redirect after the other" in str(error)
    assert len(receiver.requests()) == before + 4


# --- the acknowledgement in the body


@pytest.mark.parametrize("code", ["AA", "CA"])
def test_an_acknowledgement_that_accepts_is_a_delivery(receiver: HttpReceiver, code: str) -> None:
    delivered(receiver, sender(receiver, f"/ack/{code}", ack=True))


@pytest.mark.parametrize("code", ["AE", "AR", "CE", "CR"])
def test_a_negative_acknowledgement_follows_the_settings(receiver: HttpReceiver, code: str) -> None:
    for on_nack, final in (("retry", False), ("give_up", True)):
        error = failure(receiver, f"/ack/{code}", ack=True, on_nack=on_nack)
        assert (type(error), error.final) == (Rejected, final)
        assert f"refused the message with {code}: MSA-3 no such patient" in str(error)


@pytest.mark.parametrize("path", ["/ack-of/MSG-2", "/ack-of/", "/status/200", "/status/204", "/cut/200", "/huge/200"])
def test_a_success_without_the_awaited_acknowledgement_is_an_unknown_outcome(receiver: HttpReceiver, path: str) -> None:
    assert type(failure(receiver, path, ack=True)) is OutcomeUnknown
    if path.startswith("/huge"):
        receiver.event()


def test_without_a_wish_for_one_no_acknowledgement_counts(receiver: HttpReceiver) -> None:
    delivered(receiver, sender(receiver, "/ack/AR"))


@pytest.mark.parametrize("raw", [b"", b"no HL7", b"MSH|^~\\&|a|b|c|d|e||ADT^A01||P|2.5\r"])
@pytest.mark.parametrize("on_refused", ["retry", "give_up"])
def test_what_no_acknowledgement_could_name_is_not_sent(receiver: HttpReceiver, raw: bytes, on_refused: str) -> None:
    before = len(receiver.requests())
    with pytest.raises(Unsendable) as told:
        sender(receiver, "/ack/AA", ack=True, on_refused=on_refused).send(raw, LIMIT)
    assert told.value.final is (on_refused == "give_up")
    assert len(receiver.requests()) == before


# --- what goes wrong on the way


@pytest.mark.parametrize("path", ["/close", "/reset", "/garbage"])
def test_an_end_without_a_status_is_an_unknown_outcome(receiver: HttpReceiver, path: str) -> None:
    error = failure(receiver, path, on_refused="give_up")
    assert (type(error), error.final) == (OutcomeUnknown, False)


@pytest.mark.parametrize("path", ["/silent", "/dribble-head"])
def test_the_limit_is_for_the_whole_attempt(receiver: HttpReceiver, path: str) -> None:
    began = time.monotonic()
    error = failure(receiver, path, SHORT)
    assert SHORT <= time.monotonic() - began < SOON
    assert type(error) is OutcomeUnknown
    assert "within 0.4 s" in str(error)


def test_a_receiver_that_reads_nothing_holds_it_up_no_longer(receiver: HttpReceiver) -> None:
    began = time.monotonic()
    with pytest.raises(OutcomeUnknown):
        sender(receiver, "/deaf").send(b"x" * 50_000_000, SHORT)
    assert SHORT <= time.monotonic() - began < SOON


LARGE = RAW + b"x" * 8_000_000
"""More than lies on the way between two sockets: its end leaves only once the receiver has read on."""


@pytest.mark.parametrize("path", ["/early/200", "/early-ack/AA"])
def test_a_success_before_the_message_was_read_is_none(receiver: HttpReceiver, path: str) -> None:
    """The receiver can't have what has not left yet, whatever it says."""
    with pytest.raises(OutcomeUnknown, match=r"responded with status 200 OK before it had the whole message\."):
        sender(receiver, path, ack="ack" in path).send(LARGE, LIMIT)


@pytest.mark.parametrize("answer", [b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", b"x", b"x" * 2_000_000])
def test_an_answer_before_there_was_a_question_is_none(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing is asked then, as the right answer could not be told from it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        heard = list[bytes]()

        def greet() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(answer[:60_000])
                greeted.set()
                with contextlib.suppress(OSError):
                    connection.sendall(answer[60_000:])
                    heard.append(connection.recv(1))

        greeted, connect = threading.Event(), Receiver.connect

        def slowly(*arguments: Any) -> Any:
            made = connect(*arguments)
            assert greeted.wait(LIMIT)
            return made

        thread = threading.Thread(target=greet)
        thread.start()
        monkeypatch.setattr(Receiver, "connect", slowly)
        with pytest.raises(Unreachable, match="sent something before any"):
            http(f"http://127.0.0.1:{server.getsockname()[1]}/").send(RAW, LIMIT)
        thread.join()
    assert heard in ([], [b""])


def test_interim_answers_say_nothing_and_may_not_go_on_for_ever(receiver: HttpReceiver) -> None:
    sender(receiver, "/interim/200").send(RAW, LIMIT)
    assert type(failure(receiver, "/interim/503")) is Rejected
    began = time.monotonic()
    error = failure(receiver, "/interim", 60.0)
    assert type(error) is OutcomeUnknown and "has no end within 200000 bytes" in str(error)
    assert time.monotonic() - began < LIMIT


def test_a_body_that_dribbles_is_no_reason_to_doubt_a_success(receiver: HttpReceiver) -> None:
    began = time.monotonic()
    sender(receiver, "/dribble-body/200").send(RAW, LIMIT)
    assert time.monotonic() - began < SOON
    assert type(failure(receiver, "/dribble-body/503")) is Rejected


def test_an_acknowledgement_that_dribbles_has_the_time_of_the_attempt(receiver: HttpReceiver) -> None:
    began = time.monotonic()
    assert type(failure(receiver, "/dribble-body/200", SHORT, ack=True)) is OutcomeUnknown
    assert SHORT <= time.monotonic() - began < SOON


def test_of_a_body_without_end_little_is_read(receiver: HttpReceiver) -> None:
    sender(receiver, "/huge/200").send(RAW, LIMIT)
    assert receiver.event()["sent"] < 16_000_000  # what the system takes into its buffers


def test_a_second_answer_is_nobodys(receiver: HttpReceiver) -> None:
    delivered(receiver, sender(receiver, "/twice/200"), 3)


def test_a_connection_is_used_again_where_all_that_came_was_the_answer(receiver: HttpReceiver) -> None:
    one = sender(receiver, "/ack/AA", ack=True)
    for _ in range(3):
        one.send(RAW, LIMIT)
    assert len({request.connection for request in receiver.requests()[-3:]}) == 1


@pytest.mark.parametrize("path", ["/status/200", "/twice/200", "/cut/200", "/ack/AA"])
def test_where_no_answer_names_its_message_each_has_a_connection_of_its_own(receiver: HttpReceiver, path: str) -> None:
    one = sender(receiver, path)
    for _ in range(3):
        one.send(RAW, LIMIT)
    last = receiver.requests()[-3:]
    assert len({request.connection for request in last}) == 3
    assert {request.headers["Connection"] for request in last} == {"close"}


@pytest.mark.parametrize("path", ["/ack/AA?Connection=close", "/twice-ack/at-once"])
def test_one_that_is_not_as_it_should_be_is_not_used_again(receiver: HttpReceiver, path: str) -> None:
    one = sender(receiver, path, ack=True)
    for _ in range(3):
        one.send(RAW, LIMIT)
    assert len({request.connection for request in receiver.requests()[-3:]}) == 3


def test_a_late_acknowledgement_is_nobodys(receiver: HttpReceiver) -> None:
    """That of the first message comes once more while the second one is sent."""
    one = sender(receiver, "/twice-ack/later", ack=True)
    one.send(RAW, LIMIT)
    for _ in range(3):
        with pytest.raises(OutcomeUnknown, match="acknowledgement of another message"):
            one.send(RAW.replace(b"MSG-1", b"MSG-2"), LIMIT)


def test_a_receiver_that_has_ended_and_come_back_gets_the_next_message(tmp_path: Path) -> None:
    with HttpReceiver(tmp_path) as first:
        one = sender(first, "/status/200")
        one.send(RAW, LIMIT)
        port = first.port
    with pytest.raises(Unreachable):
        one.send(RAW, LIMIT)
    with HttpReceiver(tmp_path, port=port):
        one.send(RAW, LIMIT)


def test_where_nobody_listens_nothing_was_sent() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(Unreachable, match="nothing accepts connections there"):
        http(f"http://127.0.0.1:{port}/").send(RAW, LIMIT)


def test_a_name_that_there_is_not_is_told() -> None:
    with pytest.raises(Unreachable, match="No host has the name"):
        http("http://no-such-host.invalid/").send(RAW, LIMIT)


# --- TLS


class Authority:
    """A CA with a certificate for the server and one for a client."""

    def __init__(self, folder: Path) -> None:
        self.ca, self.certificate, self.key = folder / "ca.pem", folder / "server.pem", folder / "server.key"
        self.client, self.client_key = folder / "client.pem", folder / "client.key"
        authority = trustme.CA()
        authority.cert_pem.write_to_path(self.ca)
        for certificate, key, name in (
            (self.certificate, self.key, "127.0.0.1"),
            (self.client, self.client_key, "anna@example.org"),
        ):
            made = authority.issue_cert(name)
            made.private_key_pem.write_to_path(key)
            made.cert_chain_pems[0].write_to_path(certificate)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("ca"))


@pytest.fixture(scope="module")
def secure(authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpReceiver]:
    with HttpReceiver(tmp_path_factory.mktemp("https"), authority.certificate, authority.key) as running:
        yield running


@pytest.fixture(scope="module")
def strict(authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpReceiver]:
    """Lets nobody in without a certificate."""
    folder = tmp_path_factory.mktemp("strict")
    with HttpReceiver(folder, authority.certificate, authority.key, authority.ca) as running:
        yield running


def test_a_receiver_whose_certificate_is_trusted_gets_it(secure: HttpReceiver, authority: Authority) -> None:
    sender(secure, "/ack/AA", ca=str(authority.ca), ack=True).send(RAW, LIMIT)
    assert secure.requests()[-1].body == RAW


def test_one_that_nobody_vouches_for_gets_nothing(secure: HttpReceiver) -> None:
    before = len(secure.requests())
    error = failure(secure, "/status/200")
    assert type(error) is Unreachable
    assert "is not trusted" in str(error)
    assert len(secure.requests()) == before


def test_one_with_another_name_gets_nothing(secure: HttpReceiver, authority: Authority) -> None:
    with pytest.raises(Unreachable, match="is not trusted"):
        http(secure.url("/status/200", "localhost"), ca=str(authority.ca)).send(RAW, LIMIT)


def test_this_side_shows_its_certificate(strict: HttpReceiver, authority: Authority) -> None:
    own = {"ca": str(authority.ca), "certificate": str(authority.client), "key": str(authority.client_key)}
    delivered(strict, sender(strict, "/status/200", **own))


def test_without_a_certificate_the_receiver_lets_nothing_in(strict: HttpReceiver, authority: Authority) -> None:
    before = len(strict.requests())
    error = failure(strict, "/status/200", ca=str(authority.ca))
    assert type(error) is Unreachable
    assert "rejected the client certificate" in str(error)
    assert len(strict.requests()) == before


def test_a_receiver_that_speaks_no_tls_is_told(receiver: HttpReceiver) -> None:
    with pytest.raises(Unreachable):
        http(receiver.url("/status/200").replace("http:", "https:")).send(RAW, SHORT)


def test_a_ca_that_is_no_file_is_told(secure: HttpReceiver, tmp_path: Path) -> None:
    error = failure(secure, "/status/200", ca=str(tmp_path / "none.pem"))
    assert type(error) is Unreachable
    assert "none.pem" in str(error)


# --- testing a connection, and what is logged


def test_a_connection_is_tested_without_a_message(receiver: HttpReceiver) -> None:
    said = sender(receiver, "/status/405", "t", auth="bearer").test_connection(LIMIT)
    assert "responded with status 405 Method Not Allowed" in str(said)
    request = receiver.requests()[-1]
    assert (request.method, request.body) == ("OPTIONS", b"")
    assert request.headers["Authorization"] == "Bearer t"


@pytest.mark.parametrize("status", [200, 204, 302, 400, 404, 405, 500, 501, 503])
def test_a_receiver_is_there_whatever_it_says_to_a_request_that_brings_nothing(
    receiver: HttpReceiver, status: int
) -> None:
    said = sender(receiver, f"/status/{status}").test_connection(LIMIT)
    assert f"responded with status {status}" in str(said)
    assert receiver.requests()[-1].method == "OPTIONS"


@pytest.mark.parametrize("status", [401, 403, 407])
def test_a_test_says_what_would_keep_messages_out(receiver: HttpReceiver, status: int) -> None:
    with pytest.raises(Rejected, match=f"responded with status {status}"):
        sender(receiver, f"/status/{status}").test_connection(LIMIT)


def test_causes_can_be_read_while_names_are_masked(receiver: HttpReceiver) -> None:
    for path, said in (
        ("/status/503", " responded with status # Service Unavailable."),
        ("/close", " closed the connection without a status."),
        ("/garbage", " sent a response that is not HTTP."),
    ):
        assert abstract(str(failure(receiver, path).cause)).endswith(said)


def test_nothing_of_a_message_or_of_a_secret_is_logged(
    receiver: HttpReceiver, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    for path in ("/status/200", "/status/500", "/ack/AE", "/close", "/garbage"):
        one = sender(receiver, path, "hunter2", auth="basic", user="anna", ack=True)
        with pytest.raises(NotDelivered) as told:
            one.send(RAW, LIMIT)
        assert "PATIENT" not in repr(told.value)
    for secret in ("PATIENT", "hunter2", "YW5uYTpodW50ZXIy"):
        assert secret not in caplog.text

"""Brings messages to a receiver by HTTP(S): one POST each, the bytes as they are stored."""

import base64
import contextlib
from collections.abc import Callable
from typing import Any

import httpcore
import httpx

from qmonitor.queues.errors import Refused
from qmonitor.queues.sending import NotDelivered, OutcomeUnknown, Rejected, Unsendable
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.deadline import Deadline
from qmonitor.senders.hl7.header import Header
from qmonitor.senders.http.answers import LONGEST_BODY, Answer, refusal, require_delivered
from qmonitor.senders.http.settings import BASIC, BEARER, HttpSettings
from qmonitor.senders.http.transport import Transport
from qmonitor.senders.kinds import GIVE_UP
from qmonitor.senders.network.connecting import Receiver
from qmonitor.senders.network.tls import Identity, KeyPassword

MOST_REDIRECTS = 3

_KEEPING_POST = (307, 308)
"""Redirects by which a POST stays one. After the others a receiver expects a GET, which brings no message."""

_UNAUTHORISED = 401

_CREDENTIALS = (_UNAUTHORISED, 403, 407)

_POLITE = 1.0
"""Seconds that are spent on reading a body whose content does not matter; then the connection is closed."""


class HttpSender:
    """A `queues.sending.Sender`. May keep a connection for a moment: `close` is called when no `send` runs any more.

    `secret`: password or token, where the settings name a kind of authentication; `key_password` is asked whenever a
    connection is made with a client certificate. `refused` is called where the receiver does not take the secret.
    Raises `Refused` where the secret is missing or can't be sent.
    """

    def __init__(
        self,
        settings: HttpSettings,
        secret: str | None = None,
        key_password: KeyPassword | None = None,
        refused: Callable[[], object] = lambda: None,
    ) -> None:
        self._settings = settings
        self._url = httpx.URL(settings.url)
        self._authorization, self._refused = _authorization(settings, secret), refused
        port = self._url.port
        self._where = settings.to
        identity = None
        if self._url.scheme == "https":
            identity = Identity(settings.ca, settings.certificate, settings.key, self._url.host)
        place = port or (443 if identity else 80)
        self._transport = Transport(Receiver(self._url.host, place, self._where, identity, key_password))

    def describe(self) -> str:
        """The address, without what stands behind its question mark."""
        return self._where

    def send(self, raw: bytes, timeout: float) -> None:
        """Redirects are parts of the attempt. Raises `NotDelivered`."""
        control_id = self._control_id(raw) if self._settings.ack else None
        deadline = Deadline(timeout)
        url = self._url
        for _ in range(MOST_REDIRECTS + 1):
            answer = self._ask("POST", url, deadline, content=raw)
            if answer.status not in _KEEPING_POST:
                self._judge(answer, control_id)
                return
            url = self._next(url, answer)
        raise Rejected(
            phrase("{where} responded with one redirect after the other.", where=self._where),
            final=self._settings.on_refused == GIVE_UP,
        )

    def test_connection(self, timeout: float) -> Phrase:
        """Asks what the receiver offers, without a message, and says what it found. Raises `NotDelivered`.

        Any status will do but those about credentials: many receivers know nothing but POST, and say so as they like.
        """
        answer = self._ask("OPTIONS", self._url, Deadline(timeout))
        if answer.status in _CREDENTIALS:
            raise refusal(answer, self._settings, self._where)
        return phrase(
            "{where} responded with status {status} to a request without a message. Nothing was sent.",
            where=self._where,
            status=answer.called,
        )

    def close(self) -> None:
        """Again: nothing."""
        self._transport.close()

    def _judge(self, answer: Answer, control_id: bytes | None) -> None:
        try:
            if answer.succeeded and answer.hasty:
                raise OutcomeUnknown(
                    phrase(
                        "{where} responded with status {status} before it had the whole message.",
                        where=self._where,
                        status=answer.called,
                    )
                )
            require_delivered(answer, control_id, self._settings, self._where)
        except OutcomeUnknown:
            self._transport.settle(None)  # what else may come there is nobody's
            raise

    def _control_id(self, raw: bytes) -> bytes:
        """Raises `Unsendable` where no acknowledgement could be told to be the message's."""
        header = Header.of(raw)
        if header is not None and not header.anonymous:
            return header.control_id
        raise Unsendable(
            phrase("The message has no control id (MSH-10): no acknowledgement could confirm it."),
            final=self._settings.on_refused == GIVE_UP,
        )

    def _ask(self, method: str, url: httpx.URL, deadline: Deadline, **content: Any) -> Answer:
        """One request and what came of it. Raises `Unreachable`, or `OutcomeUnknown` where no status came."""
        self._transport.until(deadline)
        request = httpx.Request(method, url, headers=self._headers(bool(content)), **content)
        try:
            response = self._transport.handle_request(request)
        except (httpcore.ProtocolError, httpcore.NetworkError) as error:
            raise self._unknown(error) from error
        with contextlib.closing(response):
            answer = self._read(response, deadline)
            self._transport.settle(answer.length if self._settings.ack else None)
        if answer.status == _UNAUTHORISED and self._authorization:
            self._refused()
        return answer

    def _headers(self, content: bool) -> list[tuple[str, str]]:
        ours = {"User-Agent": "qmonitor", "Accept": "*/*", "Accept-Encoding": "identity"}
        if not self._settings.ack:  # a status names no message: the next one gets a connection of its own
            ours["Connection"] = "close"
        if content:
            ours["Content-Type"] = self._settings.content_type
        if self._authorization:
            ours["Authorization"] = self._authorization
        given = {name.lower() for name, _ in self._settings.headers}
        return [*((name, text) for name, text in ours.items() if name.lower() not in given), *self._settings.headers]

    def _read(self, response: httpx.Response, deadline: Deadline) -> Answer:
        """Where the body does not matter, a moment is spent on it, so that the receiver can say what it wants to."""
        if not self._settings.ack:
            self._transport.until(Deadline(min(_POLITE, deadline.left)))
        body = bytearray()
        whole = False
        with contextlib.suppress(NotDelivered, httpcore.ProtocolError, httpcore.NetworkError):
            for part in response.iter_raw():
                body += part
                if len(body) > LONGEST_BODY:
                    break
            else:
                whole = True
        headers = {name.lower(): text for name, text in response.headers.items()}
        hasty = self._transport.hasty
        return Answer(response.status_code, headers, bytes(body[:LONGEST_BODY]), whole, hasty)

    def _next(self, url: httpx.URL, answer: Answer) -> httpx.URL:
        """Where a redirect leads, if that is the same server. Raises `Rejected`."""
        try:
            there = url.join(answer.headers.get("location", ""))
        except (httpx.InvalidURL, ValueError):
            raise refusal(answer, self._settings, self._where) from None
        if "location" not in answer.headers or _server(there) != _server(url) or there.userinfo:
            raise refusal(answer, self._settings, self._where)
        return there

    def _unknown(self, error: Exception) -> OutcomeUnknown:
        if "disconnected" in str(error):
            return OutcomeUnknown(phrase("{where} closed the connection without a status.", where=self._where))
        return OutcomeUnknown(phrase("{where} sent a response that is not HTTP.", where=self._where))


def _server(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _authorization(settings: HttpSettings, secret: str | None) -> str:
    """The header's value, or nothing. Raises `Refused`."""
    if settings.auth not in (BASIC, BEARER):
        return ""
    name = settings.secret_name or ""
    if not secret:
        raise Refused(phrase("There is no password or token for {name}.", name=name))
    if settings.auth == BASIC:
        return f"Basic {base64.b64encode(f'{settings.user}:{secret}'.encode()).decode('ascii')}"
    if not secret.isascii() or not secret.isprintable() or " " in secret:
        raise Refused(
            phrase("The token for {name} has characters that can't be sent.", name=settings.secret_name or "")
        )
    return f"Bearer {secret}"

"""Where and how messages are sent by HTTP(S)."""

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any
from urllib.parse import urlsplit

import httpx

from qmonitor.queues.words import phrase
from qmonitor.senders.fields import Field, Kind, Unfit, check_values, shown
from qmonitor.senders.kinds import LINE, OUTCOME, PATH, RETRY, SWITCH, URL, choice
from qmonitor.values import dataclass

CONTENT_TYPE = "application/hl7-v2"
"""Without a character set: the bytes go out as they are stored, and MSH-18 says what they are."""

NONE, BASIC, BEARER = "none", "basic", "bearer"


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """One receiver. Paths are files in PEM form; a secret is never in here. Raises `Unfit`.

    `auth`: "none", "basic" (with `user`) or "bearer". `ca`: whom to trust instead of the system's authorities.
    `ack`: the answer has to hold an HL7 acknowledgement of the message. `on_nack`: what follows where that is
    negative; `on_refused`: what follows where the receiver answers with a status that another attempt won't change
    (4xx but 408, 425 and 429, or a redirect that is not followed), or where the message can't be sent at all.
    """

    url: str
    content_type: str = CONTENT_TYPE
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # a key that gives access may be in there
    auth: str = NONE
    user: str = ""
    ca: str | None = None
    certificate: str | None = None
    key: str | None = None
    ack: bool = False
    on_nack: str = RETRY
    on_refused: str = RETRY

    def __post_init__(self) -> None:
        check_values(FIELDS, self)
        _check_together(self)

    @property
    def to(self) -> str:
        """Whom it sends to, for people: the address, without what stands behind its question mark."""
        return str(httpx.URL(self.url).copy_with(query=None))

    @property
    def secret_name(self) -> str | None:
        """Under what name its password or token is kept; None where there is none to keep."""
        parts = urlsplit(self.url)
        if self.auth == BASIC:
            return f"{parts.scheme}://{self.user}@{parts.netloc}"
        return f"{parts.scheme}://{parts.netloc}{parts.path}" if self.auth == BEARER else None


def _address(value: Any) -> str:
    text: str = URL.read(value)
    try:
        found = bool(httpx.URL(text).host)  # raises ValueError by itself for what is no name in any script
    except httpx.InvalidURL as error:
        raise ValueError from error
    if not found:
        raise ValueError
    return text


_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # a token of RFC 9110
_OURS = {
    *("host", "content-length", "content-type", "transfer-encoding", "connection", "keep-alive", "te", "trailer"),
    *("upgrade", "expect", "accept-encoding"),
}
_SECRET = re.compile(r"authorization|cookie|api-?key|token|secret|passw", re.IGNORECASE)


def _headers(value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, Mapping | tuple):
        raise ValueError
    pairs = tuple(value.items() if isinstance(value, Mapping) else value)
    for name, text in pairs:
        if not _NAME.fullmatch(name) or not isinstance(text, str) or not _fits(text):
            raise ValueError
        _require_plain(name)
    if len({name.lower() for name, _ in pairs}) < len(pairs):
        raise ValueError
    return pairs


def _fits(text: str) -> bool:
    """Whether it may be a header's value as it is."""
    return text.isascii() and text.isprintable() and text == text.strip()


def _require_plain(name: str) -> None:
    key = f"headers.{name}"
    if _SECRET.search(name):
        raise Unfit(
            key,
            phrase("{key} is set, but this file holds no secrets.", key=key),
            phrase('Take it out: with auth = "basic" or "bearer" the secret is kept in the keyring.'),
        )
    if name.lower() in _OURS:
        raise Unfit(
            key,
            phrase("{key} is set, but qmonitor sets it itself.", key=key),
            phrase("Take it out; the type of the content is content_type."),
        )


def _media_type(value: Any) -> str:
    text: str = LINE.read(value)
    if not re.fullmatch(r"[\w!#$&^.+-]+/[\w!#$&^.+-]+( *;.+)?", text, re.ASCII) or not _fits(text):
        raise ValueError
    return text


def _user(value: Any) -> str:
    text: str = LINE.read(value)
    if ":" in text:  # RFC 7617: it would end there
        raise ValueError
    return text


_ADDRESS = Kind(URL.allowed, _address)
_HEADERS = Kind(
    phrase("It is a table of names and texts: {example}, each name once.", example='{ X-Sender = "lab" }'), _headers
)
_MEDIA_TYPE = Kind(phrase('It is a media type such as "application/hl7-v2".'), _media_type)
_USER = Kind(phrase("It is a name without a colon."), _user)

FIELDS = (
    Field("url", _ADDRESS),
    Field("content_type", _MEDIA_TYPE, CONTENT_TYPE),
    Field("headers", _HEADERS, ()),
    Field("auth", choice(NONE, BASIC, BEARER), NONE),
    Field("user", _USER, ""),
    Field("ca", PATH, None),
    Field("certificate", PATH, None),
    Field("key", PATH, None),
    Field("ack", SWITCH, False),
    Field("on_nack", OUTCOME, RETRY),
    Field("on_refused", OUTCOME, RETRY),
)


def _check_together(settings: HttpSettings) -> None:
    """What only shows when all is seen together. Raises `Unfit`."""
    if settings.auth == BASIC and not settings.user:
        key = "user"
        raise Unfit(key, phrase("{key} is missing.", key=key), phrase('auth = "basic" needs it.'))
    _require("user", settings.user, settings.auth == BASIC, 'auth = "basic"')
    secure = urlsplit(settings.url).scheme == "https"
    for name in ("ca", "certificate", "key"):
        _require(name, getattr(settings, name), secure, "https")
    _require("key", settings.key, settings.certificate is not None, "certificate")
    _require("on_nack", settings.on_nack if settings.on_nack != RETRY else None, settings.ack, "ack = true")


def _require(name: str, value: object, holds: bool, what: str) -> None:
    if value and not holds:
        key = name
        raise Unfit(
            key,
            phrase("{key} is {value}.", key=key, value=shown(value)),
            phrase("It has a meaning only with {what}.", what=what),
        )

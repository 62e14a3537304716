"""What an answer means: delivered, to be tried again, or nothing that another attempt would change."""

import math
from collections.abc import Mapping
from dataclasses import field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from qmonitor.queues.sending import NotDelivered, OutcomeUnknown, Rejected
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.hl7.acknowledgement import Acknowledgement
from qmonitor.senders.http.settings import HttpSettings
from qmonitor.senders.kinds import GIVE_UP
from qmonitor.values import dataclass

LONGEST_BODY = 65_536
"""Bytes of an answer that are read at most."""

_AGAIN = (408, 425, 429)
"""Beside all from 500 on: the receiver, or something on the way to it, can't now."""

_FROM_BETWEEN = (502, 504)
"""A gateway says that it had no answer from the receiver, who may well have the message."""

_NO_CONTENT = 204

_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers by lower-case names, and the beginning of the body; `whole`: all of it.

    `hasty`: it came before the whole request had left.
    """

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(default=b"", repr=False)
    whole: bool = True
    hasty: bool = False

    @property
    def succeeded(self) -> bool:
        return 200 <= self.status < 300

    @property
    def length(self) -> int | None:
        """How many bytes its body has on the wire; None: it is in pieces, or not all of it was read."""
        if not self.whole or "transfer-encoding" in self.headers:
            return None
        said = self.headers.get("content-length", "")
        return len(self.body) if said == str(len(self.body)) or (not said and self.status == _NO_CONTENT) else None

    @property
    def called(self) -> str:
        """`503 Service Unavailable`: the standard's words, never the receiver's."""
        try:
            return f"{self.status} {HTTPStatus(self.status).phrase}"
        except ValueError:
            return str(self.status)


def require_delivered(answer: Answer, control_id: bytes | None, settings: HttpSettings, where: str) -> None:
    """Raises `NotDelivered` unless the receiver has the message. `control_id`: where an acknowledgement is wanted."""
    if not answer.succeeded:
        raise refusal(answer, settings, where)
    if control_id is not None:
        _require_acknowledged(answer, control_id, settings, where)


def refusal(answer: Answer, settings: HttpSettings, where: str) -> NotDelivered:
    """What to raise for a status that is no success."""
    cause = phrase("{where} responded with status {status}.", where=where, status=answer.called)
    wait = retry_after(answer.headers, datetime.now(UTC))
    if answer.status in _FROM_BETWEEN:
        return OutcomeUnknown(
            cause, phrase("It stands between, and had no response from the receiver itself."), wait=wait
        )
    if answer.status in _AGAIN or answer.status >= 500:
        return Rejected(cause, wait=wait)
    return Rejected(cause, _remedy(answer), final=settings.on_refused == GIVE_UP)


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that the receiver asks to be left alone for; None: it says nothing that can be understood.

    Where it names a time, its own clock counts, if it tells that.
    """
    said = headers.get("retry-after", "").strip()
    if said.isascii() and said.isdigit():
        return float(said) if len(said) <= _DIGITS else math.inf
    until = _date(said)
    if until is None:
        return None
    return max((until - (_date(headers.get("date", "")) or now)).total_seconds(), 0.0)


def _date(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _remedy(answer: Answer) -> Phrase | str:
    match answer.status:
        case 401 | 403 | 407:
            return phrase("See to auth and user in the settings, and to the password or token in the keyring.")
        case 404 | 405 | 410:
            return phrase("See to the url in the settings.")
        case status if 300 <= status < 400:
            return phrase("It points to another place, and messages are not sent there unasked: see to the url.")
    return ""


def _require_acknowledged(answer: Answer, control_id: bytes, settings: HttpSettings, where: str) -> None:
    found = Acknowledgement.of(answer.body) if answer.whole else None
    if found is None:
        raise OutcomeUnknown(
            phrase(
                "{where} responded with status {status}, but without a complete acknowledgement.",
                where=where,
                status=answer.called,
            )
        )
    if found.control_id != control_id:
        raise OutcomeUnknown(
            phrase("{where} responded with the acknowledgement of another message (MSA-2).", where=where)
        )
    if not found.positive:
        raise Rejected(_refused(found, where), final=settings.on_nack == GIVE_UP)


def _refused(answer: Acknowledgement, where: str) -> Phrase:
    values = {"where": where, "code": answer.code.decode("ascii")}
    said = answer.reason()
    if not said:
        return phrase("{where} refused the message with {code}.", **values)
    return phrase("{where} refused the message with {code}: {said}", said=said, **values)

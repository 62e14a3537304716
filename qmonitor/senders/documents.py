"""Sending what goes out as JSON documents, by HTTP or as files: dead letters, which are never given up, and jobs of
stream queues.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from qmonitor.queues.sending import Policy
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.fields import Unfit, shown
from qmonitor.senders.filedrop.settings import NAME, FileSettings
from qmonitor.senders.http.settings import CONTENT_TYPE, HttpSettings
from qmonitor.senders.kinds import RETRY
from qmonitor.senders.mllp.settings import MllpSettings
from qmonitor.senders.wires import SenderSettings

JSON_TYPE = "application/json"
JSON_NAME = "{sequence}.json"
"""What holds for documents where nothing else is said."""


def of_documents(sender: SenderSettings) -> SenderSettings:
    """A sender's settings as they hold for documents: what holds without a word is another content type and name."""
    if isinstance(sender, HttpSettings) and sender.content_type == CONTENT_TYPE:
        return replace(sender, content_type=JSON_TYPE)
    if isinstance(sender, FileSettings) and sender.name == NAME:
        return replace(sender, name=JSON_NAME)
    return sender


def require_documents(sender: SenderSettings, policy: Policy) -> None:
    """Whether a dead-letter queue can be sent so. Raises `Unfit`."""
    if isinstance(sender, MllpSettings):
        raise _unfit("sender.type", "mllp", _WAYS)
    if policy.max_attempts:
        raise _unfit("policy.max_attempts", policy.max_attempts, _KEPT)
    if isinstance(sender, HttpSettings) and sender.ack:
        raise _unfit("sender.ack", True, _NO_ACK)
    if sender.on_refused != RETRY:
        raise _unfit("sender.on_refused", sender.on_refused, _KEPT)


def require_jobs(sender: Mapping[str, Any]) -> None:
    """Whether a table `sender` can be meant for the jobs of a stream queue; nobody should have to complete it before
    that is said. Raises `Unfit`.
    """
    if sender.get("type") == "mllp":
        raise _unfit("sender.type", "mllp", _WAYS_OF_JOBS)
    if sender.get("type") == "http" and sender.get("ack") is True:
        raise _unfit("sender.ack", True, _NO_ACK_OF_JOBS)


_WAYS = phrase("A dead-letter queue is sent as JSON documents: by http, or as files.")
_KEPT = phrase(
    'A dead-letter queue gives nothing up, what fails stays first in it: max_attempts is 0, and on_refused "retry".'
)
_NO_ACK = phrase("A dead-letter queue is sent as JSON documents, which no HL7 acknowledgement can name.")
_WAYS_OF_JOBS = phrase("The jobs of a stream queue are sent as JSON documents: by http, or as files.")
_NO_ACK_OF_JOBS = phrase(
    "The jobs of a stream queue are sent as JSON documents, which no HL7 acknowledgement can name."
)


def _unfit(key: str, value: Any, allowed: Phrase) -> Unfit:
    return Unfit(key, phrase("{key} is {value}.", key=key, value=shown(value)), allowed)

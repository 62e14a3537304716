"""Error texts where they are shown: as they were recorded, or only their kind while a message's contents are masked.

An engine records what a receiver answered, and that may quote the message. So within sentences such a text is a
`Recorded`, which whoever shows the sentence can tell from everything else.
"""

import re
from dataclasses import replace

from qmonitor.monitor.alerts.model import Alert, Signature
from qmonitor.monitor.failures.abstraction import abstract
from qmonitor.queues.audit import AuditEntry
from qmonitor.queues.model import Item
from qmonitor.queues.words import Phrase
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Recorded:
    """A text from outside, within a sentence of ours."""

    text: str

    def __str__(self) -> str:
        return self.text


_OURS = re.compile(
    r"(?:skipped|drained|resent) by [\w.+-]{1,64}@[\w.-]{1,64}(?: from [\w:.-]{1,64})?"
    r"|engine stopped|(?:engine stopped: )?qmonitor worker"
)
"""What qmonitor itself writes into the place of an error or a reason: who or what acted, and nothing of the message."""


def said(text: str, *, masked: bool) -> str:
    """An error text as it may be shown, line by line."""
    if not masked or _OURS.fullmatch(text):
        return text
    return "\n".join(map(abstract, text.splitlines()))


def veiled_item(item: Item, *, masked: bool) -> Item:
    """The same message, with the kinds of what was recorded of it. (Why it was queued may be an error, too.)"""
    if not masked:
        return item
    return replace(item, last_error=said(item.last_error, masked=True), reason=said(item.reason, masked=True))


def veiled_entry(entry: AuditEntry, *, masked: bool) -> AuditEntry:
    """The same act, with the kind of its reason: whoever wrote that may have named the patient."""
    return replace(entry, reason=said(entry.reason, masked=True)) if masked else entry


def veiled_alert(alert: Alert, *, masked: bool) -> Alert:
    """The same alert, with the kinds of what people noted when they acknowledged or snoozed it."""
    if not masked:
        return alert
    return replace(alert, acknowledged=_noted(alert.acknowledged), snoozed=_noted(alert.snoozed))


def _noted(signature: Signature | None) -> Signature | None:
    return signature and replace(signature, reason=said(signature.reason, masked=True))


def veiled(words: Phrase, *, masked: bool = True) -> Phrase:
    """The same sentence, with the kinds of what was recorded in it."""
    if not masked:
        return words
    return replace(words, values={name: _veiled(value) for name, value in words.values.items()})


def _veiled(value: object) -> object:
    if isinstance(value, Recorded):
        return said(value.text, masked=True)
    return veiled(value) if isinstance(value, Phrase) else value

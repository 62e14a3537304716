"""Dead letters: messages that a notification daemon could not send, told among CBOR by the names of their members."""

import re
from collections.abc import Collection

from qmonitor.payloads.model import Document, Element, Format, Kind
from qmonitor.queues.words import Phrase, phrase

TITLE = "dead letter"
"""What a document of such messages is titled."""

KEYS = ("Timestamp", "QueuedAt", "Username", "Subject", "Descriptions", "Fields", "SkipRecipients", "Code")
"""The members of a message that are known, in the order in which they are written."""

ENOUGH = 4
"""So many of them make a map one."""

_CODES = (phrase("grade"), phrase("exam"), phrase("reading"), phrase("final grade"), phrase("national exam"))
_PLAIN = re.compile(r"(?:/[0-9]+)?/(Timestamp|QueuedAt|Code)\Z")
"""Paths of members that say nothing of a person, if they look like what they are."""
_CODE = re.compile(r"-?[0-9]{1,6}\Z")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9.:Z+-]{1,24}\Z|-?[0-9]{1,20}(?:\.[0-9]{1,9})?\Z")


def is_letter(names: Collection[str]) -> bool:
    """Whether a map with members of these names is a message."""
    return len(set(KEYS).intersection(names)) >= ENOUGH


def kind(code: str) -> Phrase | None:
    """What a message is about, in words; None for a code that is not known."""
    return _CODES[int(code)] if len(code) == 1 and code in "01234" else None


def shown(path: str, value: str) -> bool:
    """Whether a value of a message may be seen where names are masked: its code and its times, nothing else."""
    found = _PLAIN.match(path)
    return found is not None and bool((_CODE if found[1] == "Code" else _TIME).match(value))


def letters(document: Document) -> list[dict[str, Element]]:
    """The members of each message by their names; of a document of anything else none."""
    if document.format is not Format.CBOR:
        return []
    found = []
    for segment in document.segments():
        if segment.title == TITLE:
            parts = segment.elements
            maps = [one.children for one in parts] if all(one.kind is Kind.OBJECT for one in parts) else [parts]
            found += [{one.path.rpartition("/")[2]: one for one in each} for each in maps]
    return found

"""Why an attempt failed, with nothing in it of the message, nor of what the receiver quoted of it.

A sender's own sentence stays, so that it can be translated; of what it says there, only what is known not to be the
receiver's stays as it is, and of all else the words that tell the kind of an error.
"""

from dataclasses import replace

from qmonitor.monitor.failures.abstraction import abstract
from qmonitor.queues.words import Phrase, phrase

OWN = frozenset({"where", "folder", "file", "host", "seconds", "pause", "status"})
"""Gaps that senders fill by what the settings say, or by a standard's words for a number."""


def veiled(cause: Phrase) -> Phrase:
    """A sender's sentence as it may be kept."""
    return replace(cause, values={name: _veiled(name, value) for name, value in cause.values.items()})


def of_text(text: str) -> Phrase:
    """The kind of any other text."""
    return phrase("{text}", text=abstract(" ".join(text.split())))


def _veiled(name: str, value: object) -> object:
    if isinstance(value, Phrase):
        return veiled(value)
    if name in OWN or isinstance(value, int | float):
        return value
    return abstract(" ".join(str(value).split()))

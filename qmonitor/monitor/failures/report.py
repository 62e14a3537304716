"""A fault of ours as a report: where it arose, and of its words only what says nothing of a message.

An exception may quote what it stumbled over, so its words are shown as error texts are while names are masked; the
sentences of our own errors hold nothing of a payload and stay.
"""

import traceback
from collections.abc import Iterator

from qmonitor.monitor.failures.abstraction import abstract
from qmonitor.queues.errors import QueueError

DEEPEST = 20
"""Errors of a chain that are told at most."""


def report(error: BaseException) -> str:
    """As Python writes it, the first cause on top."""
    chain: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and len(chain) < DEEPEST and following not in chain:
        chain.append(following)
        following = following.__cause__ or (None if following.__suppress_context__ else following.__context__)
    return "\nThis led to:\n\n".join("".join(_lines(one)) for one in reversed(chain))


def _lines(error: BaseException) -> Iterator[str]:
    if error.__traceback__ is not None:
        yield "Traceback (most recent call last):\n"
        yield from traceback.format_tb(error.__traceback__)
    words = str(error) if isinstance(error, QueueError) else abstract(_words(error))
    yield f"{type(error).__qualname__}: {words}\n" if words else f"{type(error).__qualname__}\n"


def _words(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - whatever a broken error does, there is a report of it
        return ""

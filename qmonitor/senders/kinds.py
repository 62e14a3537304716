"""The kinds of values that settings have."""

import math
import os
import re
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlsplit

from qmonitor.queues.sending import LONGEST_BACKOFF, LONGEST_TIMEOUT
from qmonitor.queues.targets import tells_password
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.fields import Kind

RETRY, GIVE_UP = "retry", "give_up"

_TOKEN_NAMES = re.compile(r"pass|pwd|secret|token|api_?key|^key$|^sig", re.IGNORECASE)


def choice(*names: str) -> Kind:
    """One of these words."""

    def read(value: Any) -> str:
        if value not in names:
            raise ValueError
        return str(value)

    return Kind(phrase("Allowed are: {names}.", names=", ".join(f'"{name}"' for name in names)), read)


def whole(least: int, most: int | None, allowed: Phrase) -> Kind:
    """A whole number."""

    def read(value: Any) -> int:
        if (
            not isinstance(value, int)
            or isinstance(value, bool)
            or value < least
            or (most is not None and value > most)
        ):
            raise ValueError
        return value

    return Kind(allowed, read)


def seconds(allowed: Phrase, *, zero: bool = False, most: float = math.inf) -> Kind:
    """A number of seconds, as a float."""

    def read(value: Any) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise ValueError
        if not (value > 0 or (zero and value == 0)) or math.isinf(value) or value > most:
            raise ValueError
        return float(value)

    return Kind(allowed, read)


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _line(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError
    return value


def _path(value: Any) -> str:
    if not os.path.isabs(_line(value)):
        raise ValueError
    return str(value)


def _source(value: Any) -> str:
    if tells_password(_line(value)):
        raise ValueError
    if "://" in value:
        parts = urlsplit(value)
        if not parts.scheme or parts.password is not None:
            raise ValueError
        return str(value)
    return _path(value)


def _web(value: Any) -> str:
    parts = urlsplit(_line(value))
    if parts.scheme not in ("http", "https") or not parts.hostname or " " in value or "\\" in value:
        raise ValueError
    if parts.port == 0 or parts.fragment or "@" in parts.netloc or not value.isascii() or _tells_a_secret(parts):
        raise ValueError  # `port` raises by itself where it is no number
    return str(value)


def _tells_a_secret(parts: SplitResult) -> bool:
    return any(_TOKEN_NAMES.search(name) for name, _ in parse_qsl(parts.query, keep_blank_values=True))


SWITCH = Kind(phrase("Allowed are: true, false."), _switch)
LINE = Kind(phrase("It is a text in quotes, of one line, and not empty."), _line)
PATH = Kind(phrase("It is the whole path of a file, from the root."), _path)
FOLDER = Kind(phrase("It is the whole path of a folder, from the root."), _path)
SOURCE = Kind(phrase("It is the whole path of a queue's file, or a URL without a password."), _source)
PATTERN = Kind(phrase('It is a name, or a pattern with *, ? and […]; "*" stands for all.'), _line)
PORT = whole(1, 65_535, phrase("It is a whole number from 1 to 65535."))
COUNT = whole(0, None, phrase("It is a whole number: 0 for ever, or exactly so many attempts."))
CONSUMERS = whole(1, 256, phrase("It is a whole number from 1 to 256: so many messages are sent at a time."))
HOURS = seconds(phrase("It is a number of hours, at most ten years (87660); 0: for ever."), zero=True, most=87_660.0)
RECLAIM = seconds(
    phrase("It is a number of seconds above 0, at most a day (86400): longer than any message takes."), most=86_400.0
)
SPAN = seconds(
    phrase("It is a number of seconds above 0, at most an hour (3600); without it the default holds."),
    most=LONGEST_TIMEOUT,
)
BACKOFF = seconds(
    phrase(
        "It is a number of seconds above 0, at most an hour (3600): a receiver that is back must not wait longer than "
        "that for its first message."
    ),
    most=LONGEST_BACKOFF,
)
URL = Kind(
    phrase("It is an address like https://host:8443/path; user and password don't belong into it, nor does a token."),
    _web,
)
OUTCOME = choice(RETRY, GIVE_UP)

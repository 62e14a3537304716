"""What somebody names as a source, as text: whether it looks like an address, whether a password is in it, and how it
may be shown then. Nothing is opened.

A slip of the finger must not show a password to everybody: `redis:/user:password@host` has one slash too few, is no
address, and is told, logged and remembered like any other name that leads nowhere. So this goes by the look.
"""

import re
from functools import cache

HIDDEN = "…@"
"""What stands in an address that is shown, in the place of what may be a password."""

_HEAD = r"[a-z][a-z0-9+.-]+:/*"
"""What an address begins with; two characters at least before the colon, so that no drive letter is meant."""

_ODD_HEAD = r"[\s\"'<(\[-]*(?:[a-z][a-z0-9+.-]+[:;,.]*[/\\]+|[a-z][a-z0-9+.-]+:)?"
"""The same as it may be mistyped or quoted; also nothing at all."""

_BOTH = r"[^\s/\\:@]*(?::|%3a)[^/\\]*@"
_AFTER_HEAD = r"[^@:]*(?::|%3a)[^@]*@"
_IN_QUERY = r".*[?&;](?:pass|passwd|password|pwd)="
_FILE = r".*\.(?:db|db3|sqlite|sqlite3)$"
_NO_PORT = r"(?<![:\[]):(?!\d{1,5}(?:[/?#]|$))[^/?#:\]]+(?=[/?#]|$)"
"""After a colon something that is no port: maybe a password to which the host is missing."""


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """Made where it is needed first: most names are mere paths, and no start waits for it."""
    return re.compile(text, re.IGNORECASE | re.DOTALL)


def tells_password(target: str) -> bool:
    """Whether a name looks like an address with a password in it, however mistyped; a file is hardly called so."""
    if "@" not in target and "=" not in target:
        return False
    head = _pattern(_HEAD).match(target)
    if head and _pattern(_AFTER_HEAD).match(target, head.end()):
        return True
    if head and "//" in head.group() and _pattern(_IN_QUERY).match(target):
        return True
    odd = _pattern(_ODD_HEAD).match(target)
    ends = {0, odd.end() if odd else 0}
    return not _pattern(_FILE).match(target) and any(_pattern(_BOTH).match(target, end) for end in ends)


def without_password(target: str) -> str:
    """An address as it may be shown where it could not be read: without whatever may be a password."""
    head = _pattern(_HEAD).match(target)
    scheme = head.group() if head else ""
    before, at, place = target[len(scheme) :].rpartition("@")
    bare, sign, _ = _split(place if at else before or place)
    shown = bare if at else _pattern(_NO_PORT).sub(":…", bare)
    return scheme + (HIDDEN if before else at) + shown + (f"{sign}…" if sign else "")


def in_words(words: str, *given: str) -> str:
    """Words that may repeat what was given, without a password of it."""
    for one in given:
        for part in (one, one.partition("=")[2]):
            if tells_password(part):
                words = words.replace(part, without_password(part))
    return words


def _split(place: str) -> tuple[str, str, str]:
    """Before, at and after the first question mark or hash."""
    found = _pattern(r"[?#]").search(place)
    return (place, "", "") if found is None else (place[: found.start()], found.group(), place[found.end() :])

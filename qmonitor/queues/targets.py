"""What somebody names as a source, as text: whether it looks like an address, whether a password is in it, and how it
may be shown then. Nothing is opened.

A slip of the finger must not show a password to everybody: `redis:/user:password@host` has one slash too few, is no
address, and is told, logged and remembered like any other name that leads nowhere. So this goes by the look.
"""

import re

HIDDEN = "…@"
"""What stands in an address that is shown, in the place of what may be a password."""

_HEAD = re.compile(r"[a-z][a-z0-9+.-]+:/*", re.IGNORECASE)
"""What an address begins with; two characters at least before the colon, so that no drive letter is meant."""

_ODD_HEAD = re.compile(r"[\s\"'<(\[-]*(?:[a-z][a-z0-9+.-]+[:;,.]*[/\\]+|[a-z][a-z0-9+.-]+:)?", re.IGNORECASE)
"""The same as it may be mistyped or quoted; also nothing at all."""

_USER_AND_PASSWORD = re.compile(r"[^\s/\\:@]*(?::|%3a)[^/\\]*@", re.IGNORECASE)
_AFTER_HEAD = re.compile(r"[^@:]*(?::|%3a)[^@]*@", re.IGNORECASE)
_IN_QUERY = re.compile(r"[?&;](?:pass|passwd|password|pwd)=", re.IGNORECASE)
_FILE = re.compile(r"\.(?:db|db3|sqlite|sqlite3)$", re.IGNORECASE)
_NO_PORT = re.compile(r"(?<![:\[]):(?!\d{1,5}(?:[/?#]|$))[^/?#:\]]+(?=[/?#]|$)")
"""After a colon something that is no port: maybe a password to which the host is missing."""


def tells_password(target: str) -> bool:
    """Whether a name looks like an address with a password in it, however mistyped; a file is hardly called so."""
    head = _HEAD.match(target)
    if head and (_AFTER_HEAD.match(target, head.end()) or ("//" in head.group() and _IN_QUERY.search(target))):
        return True
    odd = _ODD_HEAD.match(target)
    return not _FILE.search(target) and any(
        _USER_AND_PASSWORD.match(target, end) for end in {0, odd.end() if odd else 0}
    )


def without_password(target: str) -> str:
    """An address as it may be shown where it could not be read: without whatever may be a password."""
    head = _HEAD.match(target)
    scheme = head.group() if head else ""
    before, at, place = target[len(scheme) :].rpartition("@")
    bare, sign, _ = _split(place if at else before or place)
    shown = bare if at else _NO_PORT.sub(":…", bare)
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
    found = re.search(r"[?#]", place)
    return (place, "", "") if found is None else (place[: found.start()], found.group(), place[found.end() :])

"""Names of envelopes, which are bytes on the server, as texts that are shown, typed and told apart.

A name is whatever a worker wrote: it may hold bytes that are no text, line ends, marks that turn the reading direction,
blanks that look like others. All of them are written as `\\xff`, byte by byte, and a backslash as two. So each name has
one text, each text stands for one name at most, and what is shown can be copied and typed again.
"""

import re

_UNSAFE = re.compile(
    "[\\\\\x00-\x1f\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680\u17b4\u17b5"
    "\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ud800-\uf8ff\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U00040000-\U0010ffff]"
)
"""A fixed list, and not what a version of Unicode says: what is kept today has to be found in ten years."""

_ESCAPED = re.compile(rb"\\(?:\\|x([0-9a-f]{2}))")

_REPLACED = re.compile("[\ud800-\udfff]")


def text(name: bytes) -> str:
    """The one text that stands for a name; of an ordinary name it is the name."""
    return _UNSAFE.sub(_escaped, plain(name))


def member(text_: str) -> bytes | None:
    """The name that a text stands for; None where it stands for none (another text would be meant)."""
    try:
        raw = text_.encode("utf-8")
    except UnicodeEncodeError:
        return None
    name = _ESCAPED.sub(_unescaped, raw)
    return name if text(name) == text_ else None


def plain(name: bytes) -> str:
    """As Python keeps bytes that are no text within one; to work with, never to be shown."""
    return name.decode("utf-8", "surrogateescape")


def raw(name: str) -> bytes:
    """The bytes of what `plain` gave. Raises ValueError for half a character, which is none of them."""
    return name.encode("utf-8", "surrogateescape")


def visible(name: str) -> str:
    """A part of what `plain` gave, as other texts of a server are shown: to be read, not to tell apart by."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def repeats(name: bytes, said: object) -> bool:
    """Whether an envelope says that this is its name.

    JSON can't hold bytes that are no text: writers put U+FFFD in their place, one for each byte or for several.
    """
    known = plain(name)
    if said == known:
        return True
    if _REPLACED.search(known) is None:
        return False
    return said in (name.decode("utf-8", "replace"), _REPLACED.sub("\ufffd", known))


def _escaped(found: re.Match[str]) -> str:
    character = found[0]
    return "\\\\" if character == "\\" else "".join(f"\\x{byte:02x}" for byte in raw(character))


def _unescaped(found: re.Match[bytes]) -> bytes:
    return b"\\" if found[1] is None else bytes([int(found[1], 16)])

"""The tokens of JSON as they are written, and what a string means. Takes everything; says what it is not sure of."""

import re
from collections.abc import Iterator

STRING, OPEN, MARK, WORD, ODD = "string", "open", "mark", "word", "odd"
"""Kinds of tokens; `open` is a string that never ends."""

_TOKEN = re.compile(
    r"""[ \t\r\n]*+(?:
    (?P<string>"[^"\\]*+(?:\\.[^"\\]*+)*+")
    |(?P<open>"[^"\\]*+(?:\\.[^"\\]*+)*+\\?\Z)
    |(?P<mark>[{}\[\],:])
    |(?P<word>[^\s{}\[\],:"]++)
    |(?P<odd>[^\S\ \t\r\n]++)
    )""",
    re.DOTALL | re.VERBOSE,
)
"""Possessive throughout: a string of 20 MB is passed over without memory, and nothing is looked at twice."""

_ESCAPE = re.compile(
    r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(u[0-9a-fA-F]{0,3}\Z|.|\Z))",
    re.DOTALL,
)
_PLAIN = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\Z")
LIKE_A_NUMBER = re.compile(r"[+-]?\.?[0-9][0-9.eE+-]*\Z|[+-]?(?:NaN|Infinity|nan|inf)\Z")
CONTROL = re.compile(r"[\x00-\x1f]")

Token = tuple[str, int, int]
"""Kind, begin and end as characters."""


def tokens(text: str, at: int = 0) -> Iterator[Token]:
    """All of them; between them is nothing but white space."""
    match = _TOKEN.match
    while found := match(text, at):
        kind = found.lastgroup or ODD
        yield kind, found.start(kind), found.end()
        at = found.end()


def unescape(inner: str, *, whole: bool = True) -> tuple[str, bool]:
    """What a string's inside means, and whether every escape sequence was right; wrong ones stay as they are.

    Half of a surrogate pair stands for no character: it stays as it is, too. Not `whole`: the end is missing, and an
    escape sequence that it cuts is left out.
    """
    if "\\" not in inner:
        return inner, True
    right = True

    def meaning(found: re.Match[str]) -> str:
        nonlocal right
        high, low, unit, rest = found.groups()
        if high:
            return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))
        if unit and not 0xD800 <= int(unit, 16) <= 0xDFFF:
            return chr(int(unit, 16))
        if rest in _PLAIN:
            return _PLAIN[rest]
        if not whole and found.end() == len(inner):
            return ""
        right = False
        return found.group()

    return _ESCAPE.sub(meaning, inner), right

"""The parts of an XML text as they are written. Takes everything: what is no markup is text, what is cut is told.

Nothing is looked up or put in for anything: of references only those are read that every XML has (`&lt;`, `&#228;`).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

TEXT, CDATA, COMMENT, INSTRUCTION, DECLARATION = "text", "cdata", "comment", "instruction", "declaration"
START, EMPTY, END, BROKEN = "start", "empty", "end", "broken"
"""Kinds of tokens. `empty` is a tag that opens and closes an element; `broken` begins like a tag and is none."""

NAME = r"[A-Za-z_:\u0080-\U0010ffff][^\s/<>=\"'&;@#!?*+,()\[\]{}|\\^~`$%]*+"
_TAG = re.compile(rf"""<(/?)({NAME})(?=[\s/>"']|\Z)((?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+(?:["'][^<]*+\Z)?+)(>?)""")
"""A value has no `<` in it: so a quotation mark that is missing does not swallow what follows."""
_ATTRIBUTE = re.compile(r"""([^\s=/"']++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"']++)))?|["'=]++""")
_BRACKETED = (("<!--", "-->", COMMENT), ("<![CDATA[", "]]>", CDATA), ("<?", "?>", INSTRUCTION))
_IN_DECLARATION = re.compile(r"""[\[\]>]|"[^"]*+"?|'[^']*+'?|<!--|<\?""")
_ASIDES = {"<!--": "-->", "<?": "?>"}

_REFERENCE = re.compile(r"&(?:#([0-9]{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));|&")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_SECTION = re.compile(r"<!\[CDATA\[(.*?)(?:\]\]>|\Z)", re.DOTALL)


class Token(NamedTuple):
    """A part of the text, by characters. `inner` is where its content begins and ends; `closed`: its end is there."""

    kind: str
    begin: int
    end: int
    inner: tuple[int, int]
    name: str = ""
    closed: bool = True


class Attribute(NamedTuple):
    """An attribute as it is written, by characters; `inner` is where its value begins and ends."""

    name: str
    begin: int
    end: int
    inner: tuple[int, int]
    right: bool


def tokens(text: str, at: int = 0) -> Iterator[Token]:
    """All of them; joined, they are the text."""
    while at < len(text):
        if text[at] != "<":
            end = text.find("<", at)
            token = Token(TEXT, at, end if end >= 0 else len(text), (at, end if end >= 0 else len(text)))
        else:
            token = _markup(text, at)
        yield token
        at = token.end


def _markup(text: str, at: int) -> Token:
    for start, stop, kind in _BRACKETED:
        if text.startswith(start, at):
            begin = at + len(start)
            found = text.find(stop, begin)
            end = found if found >= 0 else len(text)
            return Token(kind, at, end + len(stop) if found >= 0 else end, (begin, end), closed=found >= 0)
    if tag := _TAG.match(text, at):
        return _tag(tag)
    if text.startswith("<!", at) and text[at + 2 : at + 3].isalpha():
        return _declaration(text, at)
    end = text.find("<", at + 1)
    end = end if end >= 0 else len(text)
    return Token(BROKEN, at, end, (at, end))


def _declaration(text: str, at: int) -> Token:
    """`<!DOCTYPE …>` with all that is defined in it; whatever has no end in it goes to the end of the text."""
    inside, place = False, at + 2
    while found := _IN_DECLARATION.search(text, place):
        mark, place = found.group(), found.end()
        if mark in _ASIDES:
            stop = text.find(_ASIDES[mark], place)
            place = stop if stop >= 0 else len(text)
        elif mark in "[]":
            inside = mark == "["
        elif mark == ">" and not inside:
            return Token(DECLARATION, at, place, (at, place))
    return Token(DECLARATION, at, len(text), (at, len(text)), closed=False)


def _tag(found: re.Match[str]) -> Token:
    slash, name, rest, close = found.groups()
    begin, end = found.span(3)
    if not close:
        return Token(BROKEN, found.start(), found.end(), found.span(), name, closed=found.end() < len(found.string))
    if slash:
        return Token(END, found.start(), found.end(), (begin, end), name)
    if rest.endswith("/"):
        return Token(EMPTY, found.start(), found.end(), (begin, end - 1), name)
    return Token(START, found.start(), found.end(), (begin, end), name)


def attributes(text: str, token: Token) -> Iterator[Attribute]:
    """Those of a tag, in the order in which they stand there."""
    for found in _ATTRIBUTE.finditer(text, *token.inner):
        group = next((number for number in (2, 3, 4) if found.group(number) is not None), 0)
        inner = found.span(group) if group else (found.end(), found.end())
        yield Attribute(found.group(1) or "", found.start(), found.end(), inner, right=group in (2, 3))


def resolved(text: str) -> tuple[str, bool]:
    """Text with its references read, and whether all were; what is none, or is not known, stays as it is."""
    if "&" not in text:
        return text, True
    right = True

    def meaning(found: re.Match[str]) -> str:
        nonlocal right
        decimal, hexadecimal, entity = found.groups()
        if entity:
            return _ENTITIES[entity]
        code = int(decimal) if decimal else int(hexadecimal, 16) if hexadecimal else 0
        if code in (9, 10, 13) or 32 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0xFFFF < code < 0x110000:
            return chr(code)
        right = False
        return found.group()

    return _REFERENCE.sub(meaning, text), right


def content(text: str) -> str:
    """What text and CDATA sections mean together."""
    parts, at = [], 0
    for section in _SECTION.finditer(text):
        parts += [resolved(text[at : section.start()])[0], section.group(1)]
        at = section.end()
    return "".join([*parts, resolved(text[at:])[0]])

"""The end of a long JSON or XML payload, which is not described: masked without being understood.

All letters and figures go; what divides it stays, so that the copy stays JSON or XML. Where the end is something else
than it seems, all of it goes but brackets and quotes. As long as before, and masked twice it is the same.
"""

import re

from qmonitor.payloads.mask.marks import FILL
from qmonitor.payloads.model import Format

_JSON = re.compile(rb'"(?:[^"\\]|\\.)*+"?|(?:true|false|null)(?!\w)|[^\s{}\[\],:"]+', re.DOTALL)
_FIGURE = re.compile(rb"[-+.0-9eE]+\Z")
_LITERALS = frozenset((b"true", b"false", b"null"))

_QUOTED = re.compile(rb""""[^"]*"|'[^']*'""")
_XML = re.compile(
    rb"<!--(?P<comment>(?:(?!--).)*)-->|<!\[CDATA\[(?P<data>(?:(?!\]\]>).)*)\]\]>"
    rb"""|(?P<tag></?[A-Za-z_][\w:.-]{0,80}(?:\s+[A-Za-z_][\w:.-]{0,80}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*+\s*/?>)"""
    rb"|(?P<text>[^<\s]+|<)",
    re.DOTALL,
)


def mask_tail(tail: bytes, format: Format) -> bytes:  # noqa: A002 - the model's word
    """The same end without whatever it says."""
    if format is Format.JSON:
        return _JSON.sub(_json, tail)
    return _XML.sub(_xml, tail)


def _json(found: "re.Match[bytes]") -> bytes:
    token = found[0]
    if token in _LITERALS:
        return token
    if not token.startswith(b'"'):
        return (b"9" if _FIGURE.match(token) else FILL) * len(token)
    closed = len(token) > 1 and token.endswith(b'"')
    return b'"' + FILL * (len(token) - 1 - closed) + b'"' * closed


def _xml(found: "re.Match[bytes]") -> bytes:
    kind = found.lastgroup or ""
    if kind == "tag":
        return _QUOTED.sub(lambda quoted: quoted[0][:1] + FILL * (len(quoted[0]) - 2) + quoted[0][-1:], found[0])
    begin, end = (at - found.start() for at in found.span(kind))
    return found[0][:begin] + FILL * (end - begin) + found[0][end:]

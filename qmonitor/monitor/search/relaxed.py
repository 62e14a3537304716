"""A regular expression without what it looks for around a match: whatever it finds, this finds, too.

While values are masked, an expression is run on masked bytes alone, and masking takes some milliseconds for each
message. So messages are sieved before: a match outside of what is masked is the same bytes in the stored message,
where the relaxed expression finds them at once.
"""

import re

_PARTS = re.compile(
    r"\\(?P<escape>.)|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<around>\(\?<?[=!])|(?P<atomic>\(\?>)"
    r"|(?P<open>\((?!\?#))|(?P<comment>\(\?#[^)]*\))|(?P<close>\))|(?P<possessive>[*+?}]\+)|(?P<edge>[\^$])|.",
    re.DOTALL,
)
_EDGES = frozenset("bBAZ")
_VERBOSE = re.compile(r"\(\?[a-zA-Z]*x")


def relaxed(pattern: str) -> str | None:
    """The expression, as it is where it looks at nothing around a match.

    None where it can't be relaxed: it refers to groups, or sets flags that change how it reads.
    """
    if not _VERBOSE.search(pattern) and not any(map(_looks_beyond, _PARTS.finditer(pattern))):
        return pattern
    if re.search(r"\(\?[aiLmsux-]+[):]|\(\?P=|\(\?\(", pattern):
        return None
    found: list[str] = []
    around: list[bool] = []  # for each open group, whether it or one around it is left out
    for part in _PARTS.finditer(pattern):
        kind, hidden = part.lastgroup, bool(around) and around[-1]
        if kind == "escape" and part["escape"].isdigit():
            return None
        if kind == "close":
            if not around:
                return None
            hidden = around.pop()
        elif kind in ("around", "atomic", "open"):
            hidden = hidden or kind == "around"
            around.append(hidden)
        if not hidden:
            found.append(_kept(part))
    return _compiled("".join(found))


def _looks_beyond(part: "re.Match[str]") -> bool:
    if part.lastgroup == "escape":
        return part["escape"] in _EDGES
    return part.lastgroup in ("around", "atomic", "possessive", "edge")


def _kept(part: "re.Match[str]") -> str:
    kind = part.lastgroup
    if kind in ("edge", "comment") or (kind == "escape" and part["escape"] in _EDGES):
        return ""
    if kind == "atomic":
        return "(?:"
    return part[0][:1] if kind == "possessive" else part[0]


def _compiled(pattern: str) -> str | None:
    try:
        return None if re.compile(pattern).match("") else pattern
    except re.error:
        return None

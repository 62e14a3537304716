"""What kind of error a text tells of, and nothing of the message that it is about.

`abstract` is the key by which failures are grouped, and what is shown in place of an error text while names are masked.
Receivers quote what they were sent, so nothing of a text gets through by being overlooked: only the words of a list do,
in which programs speak of errors (`vocabulary`), and signs of punctuation. Figures become `#`, all else `…`:

- anything that is quoted, or stands behind `=`, or behind `value:` and its like, up to the next comma or the end;
- what HL7 is in: from the first word with `^` to the last, and from the first with `|` to the end of the text;
- ids, times, addresses, paths, names of files and hosts, codes: whatever holds a figure or a sign within a word,
  unless all its parts are such words (`read/write`, `SocketTimeoutException`, `UTF-8`);
- what begins with a capital letter after `patient`, `name` or the like, even where it is such a word; and words that
  are names as well (`Long`, `Page`, `Max`), unless in small letters.

Names of places in a message stay (`PID-11.5`, see `places`): they lead whoever has to mend it to the field.

What can't be told from an error's own words is a name in small letters that is one of them. Pure, and linear in the
text's length.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from qmonitor.monitor.failures import places
from qmonitor.monitor.failures.vocabulary import CODES, LABELS, NAMELIKE, PERSONS, UNITS, WORDS

FIGURE, HIDDEN = "#", "…"
"""What stands in place of a figure, and of everything else that is not shown."""

LOOKED_AT = 2_000
"""Characters of a text that count, each figure as one."""

MOST = 240
"""Characters that are left at most."""

_FIGURES = re.compile(r"[\d#]+")
_QUOTED = re.compile(
    "\"[^\"]*\"?|“[^”“]*[”“]?|„[^“”]*[“”]?|«[^»]*»?|`[^`'´]*[`'´]?|[‘‚][^’‘]*[’‘]?|(?<![^\\W_])'[^']*'?"
)
_ASSIGNED = re.compile(r"=[^,;]*")
_LABELLED = re.compile(rf"(?i)\b({LABELS}):[^,;]*")
_JOINED = re.compile(r"([,;])(?=\S)")
_TOKEN = re.compile(r"\S+")
_SIDES = "()[]{}<>.,;:!?=%*&+-–—'’"
_SHOWN = frozenset("()[]{}<>.,;:!?=%*&+-–—/")
_BRACKETS = re.compile(r"[()\[\]{}<>]")
_TIME = re.compile(r"[#:.,/TZ+-]+")
_ADDRESS = re.compile(r"#\.#\.#\.#(?::#)?")
_MEASURED = re.compile(r"#([^\W\d_]+)")
_APART = re.compile(r"[-/_:#.]+")
_CAMEL = re.compile(r"[A-ZÄÖÜ]+(?![a-zäöüß])|[A-ZÄÖÜ]?[a-zäöüß]+")
_CLASS = re.compile(r"\w*(?:Exception|Error|Fault)")
_HIDDEN_RUN = re.compile(rf"{HIDDEN}(?:[\s.:/&+*–—-]*{HIDDEN})+")
_HIDDEN_LIST = re.compile(rf"{HIDDEN}(?:\s*[,;]\s*{HIDDEN})+")
_FIGURE_LIST = re.compile(rf"{FIGURE}(?:[\s,;]+{FIGURE}(?![^\s,;.)\]]))+")


def abstract(text: str) -> str:
    """The kind of error that a text tells of, as a sentence in which nothing of a message is left."""
    return kind(without_figures(text))


def without_figures(text: str) -> str:
    """What counts of a text, each figure as one sign: texts of which that is equal are of one kind."""
    return _FIGURES.sub(FIGURE, places.marked(text[: 4 * LOOKED_AT]))[:LOOKED_AT]


def kind(figureless: str) -> str:
    """`abstract` of a text whose figures are signs by now: ten times as long as that takes, so worth remembering."""
    seen = _without_hl7(_QUOTED.sub(_quoted, figureless))
    seen = _ASSIGNED.sub(_assigned, _LABELLED.sub(_labelled, seen))
    seen = _JOINED.sub(r"\1 ", seen)
    return places.plain(_bounded(_merged(" ".join(_shown(seen)))))


def _quoted(found: re.Match[str]) -> str:
    shown = _only_a_place(found[0][1:-1])
    return f" {shown} " if shown == HIDDEN else f" {shown}"


def _assigned(found: re.Match[str]) -> str:
    return f"= {_only_a_place(found[0][1:])}"


def _labelled(found: re.Match[str]) -> str:
    label, _, rest = found[0].partition(":")
    return f"{label}: {_only_a_place(rest)}"


def _only_a_place(value: str) -> str:
    """What is shown where values of messages stand."""
    value = value.strip()
    return value if places.is_place(value) else HIDDEN


def _without_hl7(text: str) -> str:
    """Without fragments of messages: fields are parted by bars and blanks are allowed in them, so all to the end."""
    bar = text.find("|")
    if bar >= 0:
        text = f"{text[: _begin(text, bar)]} {HIDDEN}"
    first, last = text.find("^"), text.rfind("^")
    if first < 0:
        return text
    behind = re.compile(r"\s").search(text, last)
    return f"{text[: _begin(text, first)]} {HIDDEN} {text[behind.start() :] if behind else ''}"


def _begin(text: str, at: int) -> int:
    """Where the word begins that a place is in."""
    while at > 0 and not text[at - 1].isspace():
        at -= 1
    return at


def _shown(text: str) -> Iterator[str]:
    """The words as they are shown; one that says nothing more is left out."""
    named = counted = False
    for found in _TOKEN.finditer(text):
        token = found.group()
        core = token.strip(_SIDES)
        person, word = core.lower() in PERSONS, _word(core)
        named = person or (named and (word in ("", HIDDEN, FIGURE) or word[0].isupper()))
        if counted and core in UNITS:
            word = core
        elif named and not person and word != FIGURE and not places.is_place(word):
            word = HIDDEN if core else ""
        counted = word == FIGURE
        left = len(token) - len(token.lstrip(_SIDES)) if core else len(token)
        before, behind = token[:left], token[left + len(core) :]
        if word == HIDDEN and _BRACKETS.search(core):  # those around it belong to what is in it
            before, behind = _BRACKETS.sub("", before), _BRACKETS.sub("", behind)
        shown = f"{_signs(before)}{word}{_signs(behind)}"
        if shown:
            yield shown


def _signs(around: str) -> str:
    return "".join(sign for sign in around[:3] if sign in _SHOWN)


@lru_cache(maxsize=4096)
def _word(core: str) -> str:
    """What is shown of one word, without the punctuation around it."""
    if not core or core in CODES or places.is_place(core):
        return core
    if core.lower() in NAMELIKE and not core.islower():
        return HIDDEN
    if core.lower() in WORDS:
        return core
    if FIGURE in core:
        return _with_figures(core)
    if "." in core:
        last = core.rpartition(".")[2]
        return last if _CLASS.fullmatch(last) and _known(last) else HIDDEN
    if core[0] in "/\\~" or core[-1] in "/\\":
        return HIDDEN
    return core if all(map(_known, _APART.split(core))) else HIDDEN


def _with_figures(core: str) -> str:
    """A figure for itself or with its unit, a time, or a word with a number in it."""
    if _TIME.fullmatch(core):
        return HIDDEN if _ADDRESS.fullmatch(core) else FIGURE
    measured = _MEASURED.fullmatch(core)
    if measured and measured[1].lower() in UNITS:
        return core
    parts = [part for part in _APART.split(core) if part]
    return core if core[0] != "/" and all(len(part) > 1 and _known(part) for part in parts) else HIDDEN


def _known(part: str) -> bool:
    """Whether it is a word of the list, or written together of such words."""
    if part.lower() in WORDS:
        return part.islower() or part.lower() not in NAMELIKE
    pieces = [piece.lower() for piece in _CAMEL.findall(part)]
    return "".join(pieces) == part.lower() and WORDS.issuperset(pieces) and not NAMELIKE.issuperset(pieces)


def _merged(text: str) -> str:
    """What can't be seen counts once, however long the list was."""
    hidden = _HIDDEN_LIST.sub(f"{HIDDEN}, {HIDDEN}", _HIDDEN_RUN.sub(HIDDEN, text))
    return _FIGURE_LIST.sub(FIGURE, hidden)


def _bounded(text: str) -> str:
    if len(text) <= MOST:
        return text
    kept = text[: MOST - 1].rpartition(" ")[0]
    return _merged(f"{kept} {HIDDEN}")

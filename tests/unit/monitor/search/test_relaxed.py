"""The sieve before expressions that look around themselves: it never misses what they find."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.search.asked import Asked, How
from qmonitor.monitor.search.patterns import Patterns
from qmonitor.monitor.search.relaxed import relaxed


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("(?<=Analyte )3(?=\\^LN)", "3"),
        ("(?<!x)zzz", "zzz"),
        ("Mill(?! (Lane|Road))s?", "Mills?"),
        ("\\bMill\\b$", "Mill"),
        ("a*+b(?>c|d)", "a*b(?:c|d)"),
        ("[(?=]x\\(?=(?=y)", "[(?=]x\\(?="),
        ("a(?#note)b(?=c)", "ab"),
        ("(?=a)", None),
        ("(?=a)*b", None),
        ("(a)\\1(?=b)", None),
        ("(?P<n>a)(?P=n)(?=b)", None),
        ("(?i:a)(?=b)", None),
        ("(?=a)|b", None),
        ("a)(?=b", None),
        ("(?i)(a)[^|]\\1", "(?i)(a)[^|]\\1"),
        ("(?i)^a", None),
        ("(?x)a # [\n^b", None),
    ],
)
def test_what_is_left(pattern, expected):
    assert relaxed(pattern) == expected


PIECES = [
    "a",
    "b",
    "[ab]",
    "(?=a)",
    "(?!b)",
    "(?<=a)",
    "(?<!b)",
    "(?>a|b)",
    "(?:ab|b)",
    "a*+",
    "b?",
    "\\b",
    "^",
    "$",
    "|",
    ".",
]


@given(st.lists(st.sampled_from(PIECES), max_size=7).map("".join), st.text("ab ", max_size=12))
def test_it_finds_whatever_the_expression_finds(pattern, text):
    wider = relaxed(pattern)
    if wider is not None and re.search(pattern, text):
        assert re.search(wider, text)


class Veil:
    """Hides a name of seven letters, and counts what it was asked for."""

    def __init__(self) -> None:
        self.asked = 0

    def spans(self, raw, _hint):
        self.asked += 1
        name = re.search(b"Quentin|Antonio|XXXXXXX", raw)
        return () if name is None else (name.span(),)


def test_only_what_could_hold_it_is_masked():
    veil = Veil()
    patterns = Patterns(Asked(How.PATTERN, "glucose(?= high)"), veil)
    try:
        found = patterns.find([b"urea high"] * 50 + [b"glucose high", b"glucose low", b"glucose Quentin"])
    finally:
        patterns.close()
    assert [hit is not None for hit in found] == [False] * 50 + [True, False, False]
    assert veil.asked == 3


@pytest.mark.parametrize(
    "pattern",
    [
        "(?=Quentin)", "of (?=Quentin)", "of (?!Quentin)", "(?<!Q)uentin", "Quentin(?=x?)", "of (?:Quen|X|)",
        "of (?:Q|.|)", "of \\b", "of (?:X|)", "(?m) $", "(?i)of (?:quen|x|)", "[a-z]+ here|of (?:Q|X{7}|)",
    ],
)  # fmt: skip
def test_what_is_masked_is_not_told_by_what_is_found_beside_it(pattern):
    answers = []
    for name in (b"Quentin", b"XXXXXXX", b"Antonio"):
        patterns = Patterns(Asked(How.PATTERN, pattern), Veil())
        try:
            answers.append(patterns.find([b"seen of " + name + b" here"])[0])
        finally:
            patterns.close()
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("pattern", ["Quentin(?:[a ]+)+#", "(?<=Quentin)(?:[a ]+)+#", "\\bQuentin(?:[a ]+)+#"])
def test_how_long_it_takes_in_what_is_masked_is_not_told(pattern):
    patterns = Patterns(Asked(How.PATTERN, pattern), Veil())
    try:
        assert patterns.find([b"Quentin" + b"a " * 40, b"Xavier" + b"a " * 40]) == [None, None]
    finally:
        patterns.close()

"""XML: whatever is generated is read as ElementTree reads it; what is no XML is read as far as it goes."""

import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.describe import describe
from qmonitor.payloads.model import Document, Format
from qmonitor.payloads.tree import DEEPEST, KEPT
from qmonitor.payloads.values import whole_value
from qmonitor.payloads.xml_tokens import content, tokens

NAMES = st.sampled_from(["a", "b", "Größe", "v3:id", "x-1", "_"])
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"))


@st.composite
def elements(draw: st.DrawFn, depth: int = 0) -> ET.Element:
    made = ET.Element(draw(NAMES), draw(st.dictionaries(NAMES, TEXTS, max_size=3)))
    made.text = draw(TEXTS)
    for _ in range(draw(st.integers(0, 3 - depth))):
        child = draw(elements(depth + 1))
        child.tail = draw(TEXTS)
        made.append(child)
    return made


def expected(element: ET.Element, path: str) -> list[tuple[str, str]]:
    """Leaves by XPath, in the order in which they stand there."""
    found = [(path, element.text or "")] if not len(element) else []
    found += [(f"{path}/@{name}", value) for name, value in element.attrib.items()]
    texts = [element.text or "", *(child.tail or "" for child in element)] if len(element) else []
    present = [text for text in texts if text]
    names, seen, number = Counter(child.tag for child in element), Counter[str](), 0
    for position, text in enumerate(texts):
        if position:
            child = element[position - 1]
            seen[child.tag] += 1
            index = f"[{seen[child.tag]}]" if names[child.tag] > 1 else ""
            found += expected(child, f"{path}/{child.tag}{index}")
        number += bool(text)
        if text.strip(" \t\r\n"):
            found.append((f"{path}/text()" + (f"[{number}]" if len(present) > 1 else ""), text))
    return found


def leaves(document: Document) -> list[tuple[str, str]]:
    found = (leaf for segment in document.segments() for element in segment.elements for leaf in element.leaves())
    return [(leaf.path, leaf.value or "") for leaf in found]


@given(elements(), st.sampled_from(["utf-8", "utf-16", "iso-8859-1", "iso-8859-15"]))
def test_it_is_read_as_elementtree_reads_it(element: ET.Element, codec: str) -> None:
    raw = ET.tostring(element, encoding=codec, xml_declaration=True)
    document = describe(raw)

    assert document.format is Format.XML
    assert leaves(document) == expected(element, f"/{element.tag}")
    assert document.notices == ()
    assert document.described == document.size == len(raw)


@given(elements(), st.sampled_from(["utf-8", "utf-16-le"]))
def test_each_value_lies_where_it_says(element: ET.Element, codec: str) -> None:
    raw = ET.tostring(element, encoding="unicode").encode(codec)
    document = describe(raw)

    for segment in document.segments():
        for found in (leaf for part in segment.elements for leaf in part.leaves()):
            assert content(raw[slice(*found.place)].decode(codec)) == found.value


@given(st.text(st.sampled_from("<>/a=\"' &;![]-?xmlCDATA")) | st.text())
def test_tokens_joined_are_the_text(text: str) -> None:
    found = list(tokens(text))

    assert "".join(text[token.begin : token.end] for token in found) == text
    assert all(token.begin <= token.inner[0] <= token.inner[1] <= token.end for token in found)


@pytest.mark.parametrize(
    ("raw", "taken"),
    [
        (b"<a/>", Format.XML),
        (b"<a><b></a>", Format.XML),
        (b"  <!-- x --><a/>", Format.XML),
        (b"<?xml version='1.0'?>", Format.XML),
        (b"<a> said nobody", Format.TEXT),
        (b"<ida@example.org> wrote", Format.TEXT),
        (b"< 5 and > 3", Format.TEXT),
        (b"<", Format.TEXT),
        (b"<<<>>>", Format.TEXT),
        (b"<a>MSH|^~\\&amp;|A|B|C|D|1||ADT^A01|1|P|2.5\r</a>", Format.XML),
    ],
)
def test_it_is_taken_for_xml_if_it_clearly_is(raw: bytes, taken: Format) -> None:
    assert describe(raw).format is taken


def test_elements_go_from_tag_to_tag() -> None:
    raw = b'<a><b x = "1">t&lt;</b></a>'
    (outer,) = describe(raw).messages[0].segments[0].elements
    (inner,) = outer.children
    (attribute,) = inner.children

    assert raw[outer.begin : outer.end] == raw
    assert raw[inner.begin : inner.end] == b'<b x = "1">t&lt;</b>'
    assert raw[slice(*inner.place)] == b"t&lt;"
    assert raw[attribute.begin : attribute.end] == b'x = "1"'
    assert raw[slice(*attribute.place)] == b"1"


def test_a_long_value_is_kept_in_part_and_no_reference_is_cut() -> None:
    raw = b"<a>" + b"x" * (KEPT - 3) + b"&amp;" * 5 + b"</a>"
    (element,) = (document := describe(raw)).messages[0].segments[0].elements

    assert (element.value, element.whole) == ("x" * (KEPT - 3), False)
    assert whole_value(document, element, raw) == "x" * (KEPT - 3) + "&" * 5
    assert document.notices == ()


def test_depth_is_bounded() -> None:
    document = describe(b"<a>" * 50_000 + b"x" + b"</a>" * 50_000)

    (leaf,) = leaves(document)
    assert leaf[0] == "/a" * (DEEPEST + 1)
    assert leaf[1].startswith("<a><a>")
    assert [notice.code for notice in document.notices] == ["deep"]


def test_an_entity_is_never_put_in() -> None:
    bomb = b'<!DOCTYPE a [<!ENTITY x "' + b"y" * 1000 + b'"><!ENTITY z "' + b"&x;" * 1000 + b'">]><a>&z;</a>'

    assert leaves(describe(bomb)) == [("/a", "&z;")]


def test_a_title_never_is_what_only_the_payload_says() -> None:
    def title(raw: bytes) -> str:
        return describe(raw).messages[0].segments[0].title

    assert title(b'<Nordmann xmlns="urn:hl7-org:v3"/>') == "HL7 v3"
    assert title(b'<Nordmann xmlns="http://hl7.org/fhir"/>') == ""
    assert title(b'<x:ClinicalDocument xmlns:x="urn:hl7-org:v3"/>') == "HL7 CDA"
    assert title(b"<Nordmann/>") == ""

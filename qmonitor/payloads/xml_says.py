"""What an XML document says of itself: its encoding, as far as the bytes bear that out, and what kind it is of."""

import re

from qmonitor.payloads.decoding import called, known, mark_of, wide_of
from qmonitor.payloads.fhir import RESOURCES
from qmonitor.payloads.tree import Node
from qmonitor.queues.words import Phrase, phrase

_LABEL = re.compile(r"""\s*+<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([^"']{1,40})["']""")
_V3, _V2XML, _FHIR = "urn:hl7-org:v3", "urn:hl7-org:v2xml", "http://hl7.org/fhir"
_INTERACTION = re.compile(r"[A-Z]{4}_[A-Z]{2}[0-9]{6}(?:[A-Z]{2}[0-9]{2})?\Z")


def label_of(text: str, head: bytes) -> tuple[str, Phrase | None]:
    """The declared encoding if the bytes can be that, and what is odd about it. Of `head`, `text` is what it says."""
    found = _LABEL.match(text)
    if not found:
        return "", None
    label = found.group(1)
    codec, evident = known(label), mark_of(head)[1] or wide_of(head)
    if not codec:
        return "", phrase("The declared encoding is not known here")
    fits = evident.startswith(codec) if evident else "<" in head.decode(codec, "replace")[:200]
    if fits:
        return label, None
    if not evident:
        return "", phrase("Declared as {declared}, which the bytes are not", declared=called(codec))
    declared = {"declared": called(codec), "evident": called(evident)}
    return "", phrase("Declared as {declared}, but the bytes are {evident}", **declared)


def title_of(root: Node | None) -> str:
    """What kind of document it is, by root and namespace: never just what a payload says."""
    if root is None:
        return ""
    prefix, _colon, name = root.step[1:].rpartition(":")
    declared = f"/@xmlns:{prefix}" if prefix else "/@xmlns"
    space = next((child.value for child in root.children if child.step == declared), "")
    if space == _V3 or (name == "ClinicalDocument" and not space):
        interaction = name if _INTERACTION.match(name) else ""
        return "HL7 CDA" if name == "ClinicalDocument" else f"HL7 v3 {interaction}".rstrip()
    if space == _FHIR and name in RESOURCES:
        return f"FHIR {name}"
    return "HL7 v2 XML" if space == _V2XML else ""

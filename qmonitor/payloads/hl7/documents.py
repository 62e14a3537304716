"""Documents inside messages: OBX-5 as ED, base64 in a text, attachments of FHIR, `nonXMLBody` of CDA.

What a document is, its first bytes say; what the message says it is, is held against that. Its size comes from the
length of what is stored, without decoding it; `encoded.decode` decodes it in pieces for whoever saves it. Nothing is
opened, fetched or put into a temporary file. (v2.5.1, chapter 2A: ED, RP; tables 0191, 0291, 0299.)
"""

import re
from dataclasses import replace

from qmonitor.payloads.file_types import FileType, file_type
from qmonitor.payloads.hl7.encoded import Encoding, Fault, beginning, measure
from qmonitor.queues.words import Phrase, counted, phrase
from qmonitor.values import dataclass

LOOK_AT = 4_096
"""Bytes of what is stored that tell the type."""

SMALLEST = 64
"""Bytes: in a text that doesn't say so, nothing shorter is taken for a document."""

TEXT = FileType("text", ".txt")
_RTF, _HTML, _XML, _PDF = (
    FileType("RTF", ".rtf"),
    FileType("HTML", ".html"),
    FileType("XML", ".xml"),
    FileType("PDF", ".pdf"),
)

_URI = re.compile(rb"data:(?P<claimed>[\w.+/-]*)(?:;[\w.=-]+?)*?(?P<base64>;base64)?,", re.ASCII)
_TAG = re.compile(rb"</?[A-Za-z_]")
_CLOSED = re.compile(rb"</[A-Za-z_]|/>|\bxmlns\b")
_WHOLE = re.compile(rb"\s*(?:<\?xml|<!doctype|<html|<[\w.:-]+\s[^>]*\bxmlns\b)", re.IGNORECASE)
_HTML_TAG = re.compile(
    rb"<(?:!doctype html|/?(?:html|head|body|div|p|br|table|span|b|i|u|h[1-6]|font|pre|ul|ol)\b)", re.IGNORECASE
)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")

_ENCODINGS = {
    "base64": Encoding.BASE64,
    "b64": Encoding.BASE64,
    "hex": Encoding.HEX,
    "a": Encoding.PLAIN,
    "txt": Encoding.PLAIN,
}

_SAID: dict[str, tuple[str, ...]] = {
    "pdf": ("PDF",),
    "png": ("PNG",),
    "jpeg": ("JPEG",),
    "jpg": ("JPEG",),
    "pjpeg": ("JPEG",),
    "jp2": ("JPEG 2000",),
    "tiff": ("TIFF",),
    "tif": ("TIFF",),
    "gif": ("GIF",),
    "bmp": ("BMP",),
    "rtf": ("RTF",),
    "html": ("HTML", "XML"),
    "htm": ("HTML",),
    "xhtml": ("HTML", "XML"),
    "xml": ("XML", "HTML"),
    "cda": ("XML",),
    "x-hl7-cda-level-one": ("XML",),
    "dicom": ("DICOM",),
    "dcm": ("DICOM",),
    "zip": ("ZIP", "Word", "Excel", "PowerPoint"),
    "docx": ("Word", "ZIP"),
    "vnd.openxmlformats-officedocument.wordprocessingml.document": ("Word", "ZIP"),
    "doc": ("Microsoft Office", "Word"),
    "msword": ("Microsoft Office", "Word", "RTF"),
    "plain": ("text",),
    "txt": ("text",),
}
"""What messages say (subtypes of table 0291 and of MIME, endings) and what the bytes may then be."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """A document in a message.

    `size` counts the bytes that can be decoded: all of them, or those before a fault. Not `exact`: reckoned from the
    beginning only.
    """

    type: FileType | None
    """By its first bytes; None: they are like nothing known, or there are none."""
    claimed: str
    """What the message says it is (`PDF`); empty where it says nothing that is known."""
    size: int
    encoding: Encoding
    matches: bool | None
    """Whether it is what the message says. None: nothing to compare."""
    exact: bool = True
    fault: Fault | None = None
    """What is wrong with how it is written; `at` counts from the beginning of what was given."""
    begin: int = 0
    """Where the encoded bytes begin: after `data:application/pdf;base64,`."""

    def said(self) -> Phrase:
        """What it is in a line: type, encoding, size."""
        kind: object = self.type.name if self.type else phrase("unknown kind of file")
        if self.type == TEXT:
            kind = phrase("text")
        if self.encoding is Encoding.PLAIN:
            return counted(self.size, "{kind}, 1 byte", "{kind}, {count} bytes", kind=kind)
        encoding = str(self.encoding)
        if self.fault and self.fault.lost:
            return phrase(
                "{kind}, {encoding}, broken after {count} bytes", kind=kind, encoding=encoding, count=self.size
            )
        if not self.exact:
            return phrase("{kind}, {encoding}, about {count} bytes", kind=kind, encoding=encoding, count=self.size)
        return counted(
            self.size,
            "{kind}, {encoding}, 1 byte",
            "{kind}, {encoding}, {count} bytes",
            kind=kind,
            encoding=encoding,
        )

    def mismatch(self) -> Phrase | None:
        """What is odd about it, if the message says something else."""
        if self.matches is not False:
            return None
        if self.type is None:
            return phrase("The message says {claimed}, but it does not begin like one.", claimed=self.claimed)
        kind = phrase("text") if self.type == TEXT else self.type.name
        return phrase("The message says {claimed}, but it begins like {kind}.", claimed=self.claimed, kind=kind)


def document(data: bytes, size: int, claimed: str = "", encoding: str = "") -> Embedded:
    """What is known of a document: `data` as stored, or its beginning, of `size` bytes in all.

    `claimed` is what the message says that it is (`PDF`, `application/pdf`, `TEXT^PDF`), `encoding` how it says that it
    is written (ED-4, `representation` of CDA). What the first bytes show counts for more than either.
    """
    begin = 0
    if uri := _URI.match(data[:200]):
        begin = uri.end()
        claimed = claimed or uri["claimed"].decode("ascii")
        encoding = encoding or ("base64" if uri["base64"] else "")
    head = data[begin : begin + LOOK_AT]
    written, kind = _told(head, _ENCODINGS.get(encoding.strip().lower()))
    name, allowed = _claim(claimed)
    matches = kind is not None and kind.name in allowed if name and _evidence(head, written) else None
    if written is Encoding.PLAIN:
        return Embedded(kind, name, max(size, len(data)) - begin, written, matches, begin=begin)
    length, exact, fault = _length(data[begin:] if begin else data, max(size, len(data)) - begin, written)
    moved = replace(fault, at=fault.at + begin) if fault else None
    return Embedded(kind, name, length, written, matches, exact, moved, begin)


def found(data: bytes, size: int) -> Embedded | None:
    """The document in a text that doesn't say that it is one; None for what is only text, with some tags or without."""
    if max(size, len(data)) < SMALLEST:
        return None
    seen = document(data, size)
    if seen.type in (None, TEXT) or len(beginning(data[:LOOK_AT], seen.encoding)) < 16:
        return None
    tagged = seen.encoding is Encoding.PLAIN and seen.type in (_HTML, _XML)
    return None if tagged and not _WHOLE.match(data) else seen


def reference(claimed: str = "") -> Phrase:
    """What an RP is: it points to a document elsewhere, which nobody fetches."""
    name, _ = _claim(claimed)
    if name:
        return phrase("reference to a document ({claimed}) that is not in the message", claimed=name)
    return phrase("reference to a document that is not in the message")


def _told(head: bytes, said: Encoding | None) -> tuple[Encoding, FileType | None]:
    """How the document is written and what it is: the first way to read it that gives a known kind of file."""
    for one in dict.fromkeys((said or Encoding.BASE64, Encoding.BASE64, Encoding.HEX, Encoding.PLAIN)):
        kind = _kind(beginning(head, one))
        if kind not in (None, TEXT):
            return one, kind
    written = said or Encoding.PLAIN
    return written, _kind(beginning(head, written))


def _kind(head: bytes) -> FileType | None:
    """The kind of file, also of those that are text."""
    if not head:
        return None
    if binary := file_type(head):
        return binary
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"{\\rtf"):
        return _RTF
    if start.startswith((b"<?xml", b"<!")) or (_TAG.match(start) and _CLOSED.search(start)):
        return _HTML if _HTML_TAG.search(start[:512]) else _XML
    if b"%PDF-" in head[:1024]:
        return _PDF
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or not _CONTROL.search(head):
        return TEXT
    return None


def _claim(claimed: str) -> tuple[str, tuple[str, ...]]:
    """What a message says that a document is, by the name used here, and the kinds of file that this may be."""
    for word in re.split(r"[/^&;+,\s]", claimed.strip().lower().removeprefix("."))[:8]:
        if allowed := _SAID.get(word):
            return allowed[0], allowed
    return "", ()


def _evidence(head: bytes, written: Encoding) -> bool:
    """Whether there are bytes enough to tell anything from."""
    return len(beginning(head, written)) >= 4


def _length(data: bytes, size: int, written: Encoding) -> tuple[int, bool, Fault | None]:
    """Bytes once decoded, whether that is exact, and the fault; what is not given is taken to be like what is."""
    whole = len(data) >= size
    letters = measure(data, written, whole=whole)
    if whole or letters.fault:
        return letters.size, True, letters.fault
    return letters.size * size // max(len(data), 1), False, None

"""Whether a text is well-formed XML, asked of defusedxml's parser: it reads no definitions and fetches nothing."""

import re
from collections.abc import Mapping
from xml.parsers.expat import errors
from xml.sax import SAXParseException

from defusedxml.common import DefusedXmlException
from defusedxml.expatreader import create_parser

from qmonitor.queues.words import Phrase, phrase

_LONE = re.compile("[\ud800-\udfff]")
_ENDS = re.compile(r"\r\n|\r|\n")

_ELSE = phrase("Not well-formed from here on")
_REASONS: Mapping[int, Phrase] = {
    errors.codes[message]: reason
    for message, reason in (
        (errors.XML_ERROR_INVALID_TOKEN, phrase("A character that XML does not allow here")),
        (errors.XML_ERROR_TAG_MISMATCH, phrase("A closing tag for another element than the one that is open")),
        (
            errors.XML_ERROR_DUPLICATE_ATTRIBUTE,
            phrase("An attribute that the same element has already: both are shown"),
        ),
        (errors.XML_ERROR_UNDEFINED_ENTITY, phrase("An entity that nothing defines: shown as it is written")),
        (errors.XML_ERROR_BAD_CHAR_REF, phrase("A reference to a character that XML does not allow")),
        (errors.XML_ERROR_MISPLACED_XML_PI, phrase("An XML declaration that is not at the very beginning")),
        (errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT, phrase("More after the end of the document")),
        (errors.XML_ERROR_NO_ELEMENTS, phrase("No element at all")),
        (errors.XML_ERROR_UNCLOSED_TOKEN, phrase("Ends within markup")),
    )
}


def first_fault(text: str, *, end: bool) -> tuple[Phrase, int] | None:
    """What is wrong first and where, as a character; None if nothing is, or if a definition keeps it from being known.

    `end`: the text goes to the end of the document (else it may well stop anywhere).
    """
    parser = create_parser(forbid_dtd=True)
    clean = _LONE.sub("?", text)
    try:
        parser.feed(clean)  # at once: in pieces, a token of 20 MB would be looked at again with each of them
        if end:
            parser.close()
    except SAXParseException as error:
        code = getattr(error.getException(), "code", -1)
        return _REASONS.get(code, _ELSE), _at(clean, error.getLineNumber() or 1, error.getColumnNumber() or 0)
    except DefusedXmlException:
        pass
    return None


def _at(text: str, line: int, column: int) -> int:
    begin = 0
    for _line in range(line - 1):
        found = _ENDS.search(text, begin)
        if not found:
            break
        begin = found.end()
    return min(begin + column, len(text))

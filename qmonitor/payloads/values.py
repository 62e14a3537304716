"""Values that are longer than what an element keeps, read again from the stored bytes when somebody wants them."""

from qmonitor.payloads import cbor, json_tokens, xml
from qmonitor.payloads.decoding import BY_HAND, decode_part
from qmonitor.payloads.hl7.escapes import Decoder
from qmonitor.payloads.hl7.walk import Walk
from qmonitor.payloads.model import Document, Element, Format, Hint


def whole_value(document: Document, element: Element, raw: bytes) -> str:
    """The value of a leaf in full, as far as `raw` has it; empty for what is divided."""
    if element.value is None or element.whole:
        return element.value or ""
    if document.format is Format.HL7V2:
        return _of_hl7(document, element, raw)
    begin, end = element.place
    data = raw[begin:end]
    if document.format is Format.CBOR:
        return cbor.value_of(element, data)
    if document.format is Format.BINARY:
        return data.hex()
    text = decode_part(data, document.codec)
    if document.format is Format.JSON and element.type == "string":
        return json_tokens.unescape(text)[0]
    if document.format is Format.XML:
        return xml.meaning(element, text)
    return text


def _of_hl7(document: Document, element: Element, raw: bytes) -> str:
    """The delimiters and the character set are those of the segment that the element stands in."""
    by_hand = document.source == BY_HAND
    walk = Walk(raw, Hint(encoding=document.codec) if by_hand else Hint(assumed=document.codec))
    for place in walk.places():
        if place.first <= element.begin < place.last:
            decoder = Decoder(walk.charset(place.header), place.header.delimiters)
            first, last = ((at - place.origin) // place.width for at in element.place)
            return decoder.whole(raw[element.place[0] : element.place[1]], place.data[first:last])
    return element.value or ""

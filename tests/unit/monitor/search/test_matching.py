"""What is found in one payload, and where: the same bytes that decoding by hand gives."""

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.search import Asked, How, Unveiled, Veil
from qmonitor.monitor.search import texts as texts_module
from qmonitor.monitor.search.asked import Nonsense
from qmonitor.monitor.search.masked import Masked
from qmonitor.monitor.search.matching import (
    Hit,
    PathMatcher,
    PersonMatcher,
    TextMatcher,
    compiled,
    path_at,
    path_query,
    unfolded,
)
from qmonitor.monitor.search.texts import Text, long_texts, texts
from qmonitor.payloads.model import Hint
from qmonitor.queues.errors import Refused

HL7 = "MSH|^~\\&|HIS|N|R|S|20261129||ADT^A01|C1|P|2.5.1||||||{}\rPID|1||12345^^^N^MR~9^^^X||Exampel^Ann\rNTE|1||{}\r"


def text(what: str, raw: bytes, veil: Veil | None = None, **more: object) -> Hit | None:
    return TextMatcher(Asked(How.TEXT, what, **more), veil or Unveiled()).find(raw)  # type: ignore[arg-type]


def path(what: str, raw: bytes, veil: Veil | None = None) -> Hit | None:
    return PathMatcher(Asked(How.PATH, what), veil or Unveiled()).find(raw)


def person(what: str, raw: bytes) -> Hit | None:
    return PersonMatcher(Asked(How.PERSON, what), Unveiled()).find(raw)


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("8859/1", "latin-1"), ("UNICODE UTF-8", "utf-8"), ("", "utf-8"), ("", "cp1252"), ("8859/15", "iso8859-15"),
        ("UNICODE UTF-16", "utf-16-le"), ("UNICODE UTF-16", "utf-16-be"), ("UNICODE UTF-32", "utf-32-le"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("needle", ["Müßig", "ann", "Exampel^A"])
def test_text_in_every_character_set(label: str, codec: str, needle: str) -> None:
    message = HL7.format(label, "sehr Müßig, ann")
    raw = message.encode(codec)

    found = text(needle, raw)

    assert found is not None
    assert raw[found.begin : found.end].decode(codec) == needle
    assert found.begin == len(message[: message.index(needle)].encode(codec))


@pytest.mark.parametrize(
    ("label", "codec", "word"),
    [
        ("ISO IR87", "iso2022_jp", "山田"), ("GB 18030-2000", "gb18030", "王小明"), ("BIG-5", "cp950", "功"),
        ("SHIFT-JIS", "cp932", "ソース"), ("KS X 1001", "cp949", "김철수"),
    ],
)  # fmt: skip
def test_text_in_asian_character_sets(label: str, codec: str, word: str) -> None:
    raw = HL7.format(label, f"x {word} y").encode(codec)

    found = text(word, raw)

    assert found is not None
    assert word in raw[found.begin :].decode(codec, "ignore")[: len(word) + 2]
    assert text("|P|2.5.1", raw) is not None


def test_each_message_of_a_batch_in_its_own_set() -> None:
    first, second = HL7.format("8859/1", "Süd").encode("latin-1"), HL7.format("UNICODE UTF-8", "Öst").encode()
    raw = b"FHS|^~\\&|A\r" + first + second + b"FTS|2\r"

    for needle, codec in (("Süd", "latin-1"), ("Öst", "utf-8")):
        found = text(needle, raw)
        assert found is not None
        assert raw[found.begin : found.end].decode(codec) == needle


def test_case_and_what_it_is_written_with() -> None:
    raw = HL7.format("", "Smith \\T\\ Söhne").encode()

    assert text("smith", raw) is None
    assert text("SMITH", raw, ignore_case=True) is not None
    assert text("SÖHNE", raw, ignore_case=True) is not None
    assert text("Smith & Söhne", raw) is not None
    assert text("Süd", b'{"a":"S\\u00fcd"}') is not None
    assert text("a < b", b"<p>a &lt; b</p>") is not None
    assert text("nowhere", raw) is None


@pytest.mark.parametrize("raw", [b"", b"\0", b"\xff\xfe", b"\x0bMSH", b"MSH|", bytes(range(256)), b"\xef\xbb\xbf"])
def test_odd_payloads_are_searched_too(raw: bytes) -> None:
    for what in ("x", "ä", "MSH|^~"):
        text(what, raw)
        person(what, raw)
    path("PID-3=1", raw)
    path_at(raw, Hint(), 0, Unveiled())


def test_a_value_by_its_path() -> None:
    raw = HL7.format("", "x").encode()

    found = path("PID-3[2].1=9", raw)

    assert found == Hit(raw.index(b"9^^^X"), raw.index(b"9^^^X") + 1, "PID-3[2].1", 0)
    assert path("PID-3.1=1234", raw) is None
    for nonsense in ("PI", "", "PID-x"):
        with pytest.raises(Nonsense):
            path_query(nonsense, Unveiled())


@pytest.mark.parametrize(
    ("raw", "where"),
    [
        (b"MSH|^~\\&|A\rPID|1||12345^^^N\r", "PID-3.1"),
        (b"MSH|^~\\&|A\rPID|1||7\rMRG|12345\r", "MRG-1"),
        (b"MSH|^~\\&|A\rZPI|1|x^12345\rPV1|||||||||||||||||||12345\r", "PV1-19"),
        (b"MSH|^~\\&|A\rZPI|1|x^12345\r", "ZPI-2.2"),
        (b"MSH|^~\\&|A\rPID|1||7\rMSH|^~\\&|B\rPID|1||12345\r", "PID-3"),
        (b'{"identifier":[{"value":"12345"}]}', "/identifier/0/value"),
        (b'{"identifier":12345}', "/identifier"),
        (b'<p><id extension="12345"/></p>', "/p/id/@extension"),
    ],
)
def test_a_person_wherever_the_identifier_stands(raw: bytes, where: str) -> None:
    found = person("12345", raw)

    assert found is not None
    assert found.path == where
    assert raw[found.begin : found.end].strip(b'"') == b"12345"


@pytest.mark.parametrize(
    "raw",
    [
        b"MSH|^~\\&|A\rPID|1||123456^^^N\r",
        b"MSH|^~\\&|A\rPID|1||012345\r",
        b'{"a":"x12345"}',
        b"12345678",
        b"<a>1234</a>",
    ],
)
def test_another_person_is_not_meant(raw: bytes) -> None:
    assert person("12345", raw) is None
    assert person("*", raw) is None


def test_where_a_text_stands() -> None:
    raw = (HL7 + "NTE|2||a~b^c&d\r").format("", "x").encode()

    assert path_at(raw, Hint(), raw.index(b"c&d") + 2, Unveiled()) == ("NTE[2]-3[2].2.2", 0)
    assert path_at(raw, Hint(), raw.index(b"Exampel"), Unveiled()) == ("PID-5.1", 0)
    assert path_at(b'{"a":{"b":"word"}}', Hint(), 12, Unveiled()) == ("/a/b", 0)
    assert path_at(raw, Hint(), len(raw), Unveiled()) == ("", 0)


@given(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=12),
    st.text(st.characters(codec="utf-8"), max_size=60),
    st.booleans(),
)
def test_text_is_found_exactly_where_it_is(needle: str, around: str, inside: bool) -> None:
    message = around[:20] + (needle if inside else "") + around[20:]
    raw = message.encode()
    decoded = "".join(stretch.text for stretch in texts(raw, Hint()))

    found = text(needle, raw)

    if found is not None:
        assert found.begin < found.end
    if decoded == message:  # it was not taken for another encoding
        assert (found is not None) >= (needle in message)
        if needle in message and needle.isalnum():
            assert found is not None
            assert raw[found.begin : found.end].decode() == needle


@given(st.text(min_size=1), st.integers(0, 30), st.integers(1, 30))
def test_what_is_found_in_lower_case_is_a_part_of_the_text(whole: str, at: int, length: int) -> None:
    begin, size = unfolded(whole, at, length)

    assert 0 <= begin <= begin + size <= len(whole)


# -- slices ------------------------------------------------------------------------------------------------------


def sliced(raw: bytes) -> Callable[[int, int], bytes]:
    return lambda offset, length: raw[offset : offset + length]


@pytest.mark.parametrize("codec", ["utf-8", "latin-1", "utf-16-le", "gb18030", "iso2022_jp"])
@pytest.mark.parametrize("slice_size", [16, 17, 64])
def test_text_split_over_slices(codec: str, slice_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    word = "山田" if codec in ("gb18030", "iso2022_jp") else "Müller"
    labels = {"latin-1": "8859/1", "gb18030": "GB 18030-2000", "iso2022_jp": "ISO IR87", "utf-16-le": "UNICODE UTF-16"}
    head = f"MSH|^~\\&||||||||||||||||{labels.get(codec, 'UNICODE UTF-8')}\r"
    for gap in range(40):
        monkeypatch.setattr(texts_module, "SLICE", 4 * len(head) + slice_size)
        raw = (head + "PID|" + "x" * (gap + 3 * len(head)) + word + "y" * 50).encode(codec)
        matcher = TextMatcher(Asked(How.TEXT, word), Unveiled())

        found = matcher.find_long(len(raw), sliced(raw))

        assert found is not None
        if codec != "iso2022_jp":
            assert raw[found.begin : found.end].decode(codec) == word
        assert matcher.find_long(len(raw) - 112, sliced(raw[:-112])) is None


@given(st.binary(max_size=300), st.integers(1, 40))
def test_slices_hold_the_same_text(raw: bytes, size: int) -> None:
    whole = "".join(stretch.text for stretch in texts(raw, Hint("utf-8")))
    before = texts_module.SLICE
    texts_module.SLICE = size
    try:
        found = "".join(s.text[s.carried :] for s in long_texts(len(raw), sliced(raw), Hint("utf-8"), 3))
    finally:
        texts_module.SLICE = before
    if not raw.startswith(b"\xef\xbb\xbf"):
        assert found == whole


# -- masked ------------------------------------------------------------------------------------------------------


@given(
    st.text("aé表ソ\\U0001f3e5x", max_size=30),
    st.sampled_from(["utf-8", "utf-16-le", "shift_jis", "iso2022_jp", "latin-1"]),
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=6),
)
def test_places_one_after_the_other_are_where_each_is_alone(
    text: str, codec: str, asked: list[tuple[int, int]]
) -> None:
    data = text.encode(codec, "ignore")
    stretch = Text(data.decode(codec), codec, 7, data)
    place, most = stretch.places(), len(stretch.text)
    for one, other in sorted((min(pair), max(pair)) for pair in asked if max(pair) <= most):
        assert place(one, other) == (stretch.offset(one), stretch.offset(other))


@pytest.mark.parametrize("charset", ["", "8859/15", "UNICODE UTF-8"])
def test_what_is_hidden_in_so_many_places_takes_no_longer(charset: str) -> None:
    head = f"MSH|^~\\&|L|N|R|S|20261129||ORU^R01|C|P|2.5.1||||||{charset}\rPID|1||7\r".encode()
    raw = head + b"".join(b"NTE|1||seen b seen\r" for _ in range(40_000))
    began = time.process_time()
    assert TextMatcher(Asked(How.TEXT, "seen"), Masked()).find(raw) is None
    assert time.process_time() - began < 15


def test_what_is_masked_is_never_found() -> None:
    raw = HL7.format("", "CANARY").encode()

    for hidden in ("12345", "Exampel", "CANARY", "xampe"):
        assert text(hidden, raw) is not None
        assert text(hidden, raw, Masked()) is None
    assert text("ADT^A01", raw, Masked()) is not None
    assert path("MSH-10=C1", raw, Masked()) is not None
    assert path("*=CANARY", raw, Masked()) is None
    assert path("P.D-5", raw, Masked()) is None


@pytest.mark.parametrize("what", ["PID-3", "PID-5.1=X", "pid-3.1=1", "NTE-3", "OBX-5=1", "ZPI-2", "NK1-2", "IN1-16"])
def test_paths_that_are_masked_are_refused(what: str) -> None:
    with pytest.raises(Refused):
        path(what, b"", Masked())
    with pytest.raises(Refused):
        PersonMatcher(Asked(How.PERSON, "1"), Masked())


@pytest.mark.parametrize("what", ["MSH-10", "PID-8=F", "OBX-3.1=718-7", "OBR-4.2", "PV1-2", "MSA-1=AE", "PID"])
def test_other_paths_are_not(what: str) -> None:
    assert path(what, b"", Masked()) is None


@pytest.mark.parametrize("pattern", ["(", "a*", "", "(?P<x", "[", "x{99999999999999}", "^", "(?:a|)"])
def test_no_pattern_of_nonsense(pattern: str) -> None:
    with pytest.raises(Nonsense):
        compiled(pattern, ignore_case=False)


def test_a_path_does_not_say_what_a_member_that_is_keyed_by_a_person_is_called():
    raw = b'{"Vera Quentin": {"here": true}}'
    assert path_at(raw, Hint(), raw.index(b"true"), Unveiled()) == ("/Vera Quentin/here", 0)
    assert path_at(raw, Hint(), raw.index(b"true"), Masked()) == ("/" + "•" * 12 + "[1]/here", 0)
    assert text("Vera Quentin", raw, Masked()) is None

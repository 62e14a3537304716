"""Base64 and hexadecimal are measured and decoded in any pieces, and a fault is told where it is."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.payloads.hl7.encoded import Encoding, Fault, NotDecodable, beginning, decode, measure

BREAKS = [
    b"\r\n",
    b"\n",
    b"\r",
    b" ",
    b"\\.br\\",
    b"\\X0D\\",
    b"\\X0D0A\\",
    b"\\n",
    b"\\r\\n",
    b"\\u000a",
    b"&#13;",
    b"&#xD;",
]
WAYS = [Encoding.BASE64, Encoding.HEX]


def written(data: bytes, encoding: Encoding) -> bytes:
    return base64.b64encode(data) if encoding is Encoding.BASE64 else data.hex().encode()


def cut(data: bytes, places: list[int]) -> list[bytes]:
    ends = sorted(place % (len(data) + 1) for place in places)
    return [data[begin:end] for begin, end in zip([0, *ends], [*ends, len(data)], strict=True)]


def decoded(pieces: list[bytes], encoding: Encoding) -> tuple[bytes, Fault | None]:
    """What was decoded, and the fault that ended it."""
    done = bytearray()
    try:
        for piece in decode(pieces, encoding):
            done += piece
    except NotDecodable as error:
        return bytes(done), error.fault
    return bytes(done), None


FOREIGN = [b"!", b"^", b"~", b"|", b".", b"-", b"_", b"\x00", b"\xff", b"\\E\\", b"\\.", b"&amp;"]
PLACES = st.lists(st.integers(0, 10_000), max_size=8)


@given(
    st.binary(max_size=400),
    st.sampled_from(WAYS),
    st.lists(st.tuples(st.sampled_from(BREAKS), st.integers(0, 900))),
    PLACES,
)
def test_whatever_breaks_the_lines_and_the_pieces(
    data: bytes, encoding: Encoding, breaks: list[tuple[bytes, int]], pieces: list[int]
) -> None:
    parts = cut(written(data, encoding), [place for _, place in breaks])
    stored = b"".join(part + end for part, end in zip(parts, [*(end for end, _ in breaks), b""], strict=True))

    measured = measure(stored, encoding)

    assert measured.fault is None
    assert measured.size == len(data)
    assert b"".join(decode(cut(stored, pieces), encoding)) == data
    assert data.startswith(beginning(stored, encoding))


@given(st.binary(min_size=1, max_size=200), st.sampled_from(WAYS), st.integers(0), st.sampled_from(FOREIGN), PLACES)
def test_a_fault_is_told_where_it_is(
    data: bytes, encoding: Encoding, place: int, foreign: bytes, pieces: list[int]
) -> None:
    whole = written(data, encoding)
    at = place % len(whole.rstrip(b"="))
    stored = whole[:at] + foreign + whole[at:]

    done, fault = decoded(cut(stored, pieces), encoding)

    assert fault is not None
    assert fault.at == at
    assert fault == measure(stored, encoding).fault
    assert data.startswith(done)


@given(st.binary(max_size=300) | st.text("AQ=\\.brnX0DuA/&#13; \r\n").map(str.encode), st.sampled_from(WAYS), PLACES)
def test_pieces_make_no_difference(stored: bytes, encoding: Encoding, pieces: list[int]) -> None:
    outcome = decoded([stored], encoding)
    measured = measure(stored, encoding).fault

    assert decoded(cut(stored, pieces), encoding) == outcome
    assert decoded([stored[n : n + 1] for n in range(len(stored))], encoding) == outcome
    assert outcome[1] == (measured if measured and measured.lost else None)


@pytest.mark.parametrize(
    ("stored", "encoding", "size", "at"),
    [
        pytest.param(b"QUJDRA==", Encoding.BASE64, 4, -1, id="padded"),
        pytest.param(b"QUJDRA=\r\n=\r\n", Encoding.BASE64, 4, -1, id="padding on two lines"),
        pytest.param(b"QUJDRA\\u003d\\u003D", Encoding.BASE64, 4, -1, id="padding as JSON writes it"),
        pytest.param(b"\\/\\u002f\\u002B+", Encoding.BASE64, 3, -1, id="letters as JSON writes them"),
        pytest.param(b"QUJDRA", Encoding.BASE64, 4, 6, id="no padding"),
        pytest.param(b"QUJDR", Encoding.BASE64, 3, 5, id="cut off"),
        pytest.param(b"QUJDRA==QUJD", Encoding.BASE64, 4, 8, id="goes on after its end"),
        pytest.param(b"QUJD====", Encoding.BASE64, 3, 8, id="too much padding"),
        pytest.param(b"QU.JD", Encoding.BASE64, 1, 2, id="foreign letter"),
        pytest.param(b"QUJD_-__", Encoding.BASE64, 3, 4, id="letters of base64url"),
        pytest.param(b"QUJD\\.br", Encoding.BASE64, 3, 4, id="escape without its end"),
        pytest.param(b"41 42\n43", Encoding.HEX, 3, -1, id="hexadecimal"),
        pytest.param(b"41424", Encoding.HEX, 2, 5, id="half a byte"),
        pytest.param(b"4142=", Encoding.HEX, 2, 4, id="hexadecimal has no padding"),
        pytest.param(b"", Encoding.BASE64, 0, -1, id="empty"),
    ],
)
def test_the_end_is_looked_at(stored: bytes, encoding: Encoding, size: int, at: int) -> None:
    measured = measure(stored, encoding)

    assert measured.size == size
    assert (measured.fault.at if measured.fault else -1) == at


def test_missing_padding_loses_nothing() -> None:
    fault = measure(b"QUJDRA", Encoding.BASE64).fault

    assert fault is not None
    assert not fault.lost
    assert b"".join(decode([b"QUJDRA"], Encoding.BASE64)) == b"ABCD"


def test_an_error_says_nothing_of_the_document() -> None:
    with pytest.raises(NotDecodable, match="Not base64 from byte 4 on") as raised:
        list(decode([b"QUJDMeier, Erna!"[:4] + b"!Meier"], Encoding.BASE64))

    assert "Meier" not in str(raised.value)


def test_a_long_document_is_decoded_in_bounded_memory() -> None:
    piece = base64.b64encode(bytes(30_000))
    sizes = [len(part) for part in decode((piece for _ in range(100)), Encoding.BASE64)]

    assert sum(sizes) == 3_000_000
    assert max(sizes) == 30_000

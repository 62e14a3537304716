"""Frames out of bytes that come in any pieces, with anything between them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qmonitor.senders.mllp.framing import END, START, FrameReader, TooLong, frame

ACK = b"MSH|^~\\&|A|B|C|D|2026||ACK|9|P|2.5\rMSA|AA|M1\r"


def read(pieces: list[bytes]) -> tuple[list[bytes], FrameReader]:
    reader = FrameReader()
    return [found for piece in pieces for found in reader.feed(piece)], reader


def cut(data: bytes, at: list[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(data) + 1) for place in at), len(data)]
    return [data[begin:end] for begin, end in zip(edges, edges[1:], strict=False)]


def test_a_frame_is_the_bytes_between_three() -> None:
    assert frame(b"M\xfcller") == b"\x0bM\xfcller\x1c\r"


@pytest.mark.parametrize("at", range(len(frame(ACK)) + 1))
def test_a_frame_is_found_whatever_the_position_at_which_it_is_split(at: int) -> None:
    data = frame(ACK)

    assert read([data[:at], data[at:]])[0] == [ACK]


def test_a_frame_is_found_byte_by_byte() -> None:
    data = frame(ACK) + b"\n" + frame(b"2")

    found, reader = read([data[n : n + 1] for n in range(len(data))])

    assert found == [ACK, b"2"]
    assert (reader.skipped, reader.noise, reader.inside) == (1, 0, False)


def test_several_frames_in_one_piece_are_all_found_and_the_rest_is_kept() -> None:
    reader = FrameReader()

    assert reader.feed(frame(b"1") + frame(b"2") + b"\x0bhalf") == [b"1", b"2"]
    assert reader.inside
    assert reader.feed(b" and half\x1c\r") == [b"half and half"]


def test_junk_between_frames_is_skipped_and_counted() -> None:
    found, reader = read([b"noise\r\n" + frame(b"1") + b"\0\n" + frame(b"2") + b"\x1c\r"])

    assert found == [b"1", b"2"]
    assert reader.skipped == 7 + 2 + 2
    assert reader.noise == 5 + 1 + 1


@pytest.mark.parametrize("inner", [b"\x1c", b"\r", b"\x1c\n\x1c", b"\r\x1c", b"\x0b", b"a\x0bb"])
def test_bytes_of_the_frame_within_a_message_are_its_own(inner: bytes) -> None:
    assert read([START + b"a" + inner + b"b" + END])[0] == [b"a" + inner + b"b"]


def test_a_message_that_ends_with_the_first_byte_of_the_end_is_whole() -> None:
    assert read([frame(b"a\x1c")])[0] == [b"a\x1c"]


def test_a_frame_that_was_cut_off_does_not_take_the_next_one_along() -> None:
    found, reader = read([b"\x0bMSH|cut", b" off" + frame(ACK)])

    assert found == [ACK]
    assert reader.skipped == len(b"MSH|cut off\x0b")


FRAMES = st.binary(max_size=12).filter(lambda content: END not in content and b"\x0bMSH" not in content)
JUNK = st.binary(max_size=6).map(lambda junk: junk.replace(START, b""))


@given(parts=st.lists(st.tuples(JUNK, FRAMES), max_size=6), tail=JUNK, at=st.lists(st.integers(0, 200), max_size=12))
@example(parts=[(b"", b"\x1c"), (b"\r", b"\r")], tail=b"\x1c\r", at=[1, 2, 3])
def test_however_it_is_cut_the_same_frames_come(parts: list[tuple[bytes, bytes]], tail: bytes, at: list[int]) -> None:
    data = b"".join(junk + frame(content) for junk, content in parts) + tail

    found, reader = read(cut(data, at))

    assert found == [content for _, content in parts]
    assert reader.skipped == sum(len(junk) for junk, _ in parts) + len(tail)
    assert not reader.inside


@given(data=st.binary(max_size=200), at=st.lists(st.integers(0, 200), max_size=12))
def test_no_bytes_at_all_are_taken_differently_in_other_pieces(data: bytes, at: list[int]) -> None:
    whole, reader = read([data])
    pieces, other = read(cut(data, at))

    assert pieces == whole
    assert (other.skipped, other.noise, other.inside) == (reader.skipped, reader.noise, reader.inside)


@pytest.mark.parametrize("data", [START + b"x" * 60, b"x" * 60, (START + b"MSH") * 20])
def test_what_has_no_end_is_not_kept_for_ever(data: bytes) -> None:
    reader = FrameReader(longest=50)

    with pytest.raises(TooLong):
        _ = [reader.feed(data[n : n + 1]) for n in range(len(data))]


def test_many_frames_are_not_too_long() -> None:
    reader = FrameReader(longest=50)

    assert sum(len(reader.feed(b"\n" + frame(b"x" * 40))) for _ in range(100)) == 100

"""Addresses of stream queues."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.streams.address import SCHEMES, Address, BadAddress, parse_address


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://h", Address("redis", "h")),
        ("redis://h:6380/3", Address("redis", "h", 6380, database=3)),
        ("rediss://me@h", Address("rediss", "h", user="me")),
        ("redis://a%40b@h", Address("redis", "h", user="a@b")),
        ("redis://[::1]:7/1", Address("redis", "::1", 7, database=1)),
        ("redis+unix:///run/r.sock", Address("redis+unix", path="/run/r.sock")),
        ("redis+unix:///a%20b?database=2&user=me", Address("redis+unix", path="/a b", database=2, user="me")),
        ("redis+cluster://h:1?prefix=%7Bp%7D&group=g", Address("redis+cluster", "h", 1, prefix="{p}", group="g")),
        ("rediss+cluster://h", Address("rediss+cluster", "h")),
        ("redis://h?reclaim=300", Address("redis", "h", reclaim=300.0)),
        ("redis+unix:///s?group=g&reclaim=0.25", Address("redis+unix", path="/s", group="g", reclaim=0.25)),
    ],
)
def test_an_address_is_read_and_written_again(url: str, address: Address) -> None:
    assert parse_address(url) == address
    assert str(address) == url
    assert address.keys.main.startswith(address.prefix)
    assert address.keys.group == address.group


@pytest.mark.parametrize(
    "url",
    [
        "", "h", "http://h", "redis:h", "redis://", "redis://h/x", "redis://h/-1", "redis://h/²", "redis://h/1/2",
        "redis://h:x", "redis://h:99999", "redis://h?x=1", "redis://h?prefix", "redis://h?prefix=", "redis://[::1",
        "redis://h?group=a&group=b", "redis://h?database=1", "redis://h#x", "redis+unix://h/path",
        "redis://h?reclaim=", "redis://h?reclaim=0", "redis://h?reclaim=-1", "redis://h?reclaim=1e3",
        "redis://h?reclaim=86401", "redis://h?reclaim=60s", "redis+unix://",
        "redis+unix:///", "redis+cluster://h/1", "redis://h?prefix=%ff", "redis+unix:s", "redis://%ff@h", "redis+unix:///%ff",
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        parse_address(url)


@pytest.mark.parametrize(
    "url",
    [
        "redis://:CANARY@h",
        "rediss://u:CANARY@h:1/2",
        "redis://u:CANARY@h:x",
        "redis://u:@h",
        "redis://:CANARY@[h",
        "REDIS://u:CANARY@h",
        "redis:/u:CANARY@h",
        "redis:u:CANARY@h",
        "rediss:///u:CANARY@",
        "redis://u%3ACANARY@h",
        "redis+unix:///s?user=u:CANARY",
    ],
)
def test_a_password_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(BadAddress) as told:
        parse_address(url)
    assert "CANARY" not in f"{told.value} {told.value.__cause__}"
    assert told.value.__suppress_context__ or told.value.__context__ is None


@given(st.text())
def test_no_text_raises_anything_else(url: str) -> None:
    for one in (url, f"redis://{url}", f"redis+unix://{url}"):
        try:
            assert parse_address(one).scheme in SCHEMES
        except BadAddress:
            continue


@pytest.mark.parametrize(
    "host",
    ["h h", "a..b", "h" * 64, "h." * 127 + "h", "-h", "h\x07", "h\u202e", "h<x>", "h:0", "[::1", "[::x]", "%20", ""],
)
def test_a_host_that_can_not_be_looked_up_is_told_at_once(host: str) -> None:
    with pytest.raises(BadAddress):
        parse_address(f"redis://{host}")


@pytest.mark.parametrize(
    "host", ["queue.example", "q_1", "127.0.0.1", "[::1]", "[fe80::1%eth0]", "müller.example", "h."]
)
def test_a_host_that_can_be_looked_up_is_taken(host: str) -> None:
    assert parse_address(f"redis://{host}").host == host.strip("[]")


@pytest.mark.parametrize("part", ["prefix", "group"])
@pytest.mark.parametrize("odd", ["%0A", "%0D", "%00", "%09", "%1B", "%7F", "%C2%85", "%E2%80%A8"])
def test_a_name_with_a_control_character_is_refused_and_why_is_said(part: str, odd: str) -> None:
    with pytest.raises(BadAddress) as told:
        parse_address(f"redis://h?{part}=a{odd}b")
    assert part in str(told.value) and "holds a control character, such as a line break." in str(told.value)
    assert parse_address(f"redis://h?{part}=a%20%C3%BCb")


USERS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters=":…"), max_size=8)
NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=8)


RECLAIMS = st.integers(0, 86_400_000).map(lambda ms: ms / 1000)


@given(st.sampled_from(["redis", "rediss"]), st.integers(1, 65535), st.integers(0, 99), USERS, NAMES, NAMES, RECLAIMS)
def test_every_address_survives(
    scheme: str, port: int, database: int, user: str, prefix: str, group: str, reclaim: float
) -> None:
    address = Address(scheme, "host", port, "", database, user, prefix, group, reclaim)
    assert parse_address(str(address)) == address


def test_the_password_is_the_same_whenever_workers_take_over() -> None:
    assert parse_address("redis://me@h?reclaim=5").secret_name == parse_address("redis://me@h").secret_name

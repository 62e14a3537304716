"""What is told apart before any file is looked for."""

from pathlib import Path

import pytest

from qmonitor.queues import errors, open_source
from qmonitor.queues.servers import detail_of, name_path, title_of
from qmonitor.queues.source import SCHEMES, is_url, location
from qmonitor.queues.streams import address
from qmonitor.queues.targets import in_words, tells_password, without_password


@pytest.mark.parametrize("target", ["kafka://h/0", "POSTGRES://h", "http://h/q.db", "git+ssh://h/x", "sqlite:///q.db"])
def test_a_url_of_an_unknown_kind_is_told_as_one(target: str) -> None:
    with pytest.raises(errors.NotAQueue) as caught:
        open_source(target)

    scheme = target.partition("//")[0].lower() + "//"
    assert str(caught.value) == (
        f"qmonitor knows no source of the kind {scheme} (yet)."
        " Name the path of a queue's file, or the URL of a stream queue."
    )


@pytest.mark.parametrize("target", ["c://q.db", "//server/share/q.db", "q:/x.db", "./redis://h", "redis:/h", "1a://x"])
def test_whatever_else_is_a_path(target: str) -> None:
    with pytest.raises(errors.SourceMissing) as caught:
        open_source(target)
    assert caught.value.__cause__ is not caught.value


@pytest.mark.parametrize("target", ["redis:/h", "REDIS:h:6379", "redis:"])
def test_a_missing_file_that_may_be_meant_as_an_address_is_told_with_how_that_is_written(target: str) -> None:
    with pytest.raises(errors.SourceMissing, match="If an address is meant, it has two slashes: redis://host"):
        open_source(target)


@pytest.mark.parametrize("target", ["queue.db", "./queue.db", "folder/../queue.db"])
def test_a_file_lies_where_its_whole_path_says(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert location(target) == str(Path(target).absolute())
    assert location(location(target)) == location(target)


def test_a_url_lies_where_it_says() -> None:
    assert location("postgres://host/queue") == "postgres://host/queue"


@pytest.mark.parametrize(
    ("target", "place"),
    [
        ("redis://Host:6379/0?prefix=anvilkit", "redis://host"),
        ("REDISS://me@h/2?group=g&prefix=p", "rediss://me@h/2?prefix=p&group=g"),
        ("redis+unix:///run/r.sock?database=0", "redis+unix:///run/r.sock"),
    ],
)
def test_two_spellings_of_one_address_lie_at_one_place(target: str, place: str) -> None:
    assert location(target) == location(place) == place


@pytest.mark.parametrize(
    "target",
    [
        "redis://me:geheim@h/0",
        "redis://:geheim@h",
        "postgres://me:geheim@h/db",
        "redis://a:gehe/im@h",
        "redis://h?password=geheim",
        "redis:/me:geheim@h",
        "redis:me:geheim@h",
        "redis:me:geh/eim@h",
        "redis:geheim@h",
        "REDIS://me:geheim@h",
        "rediss:///me:geheim@",
        "redis//me:geheim@h",
        "redis;//me:geheim@h",
        " redis://me:geheim@h",
        "'redis://me:geheim@h'",
        "redis:\\\\me:geheim@h",
        "redis://me%3Ageheim@h",
        "redis://me:geheim",
        "redis://h#geheim",
        "redis+unix:///s?user=me:geheim",
        "https:/me:geheim@h",
        "valkey:me:geheim@h",
        "me:geheim@h:6379",
        ":geheim@h",
    ],
)
def test_where_a_target_lies_never_tells_a_password(target: str) -> None:
    assert "geh" not in location(target)
    assert location(location(target)) == location(target)
    assert is_url(target)
    assert is_url(location(target))
    with pytest.raises(errors.NotAQueue) as caught:
        open_source(target)
    assert "geh" not in str(caught.value)
    assert "geh" not in f"{name_path(target)} {title_of(target)} {detail_of(target)} {without_password(target)}"


@pytest.mark.parametrize(
    "target",
    [
        "/data/10:30/a@b.db",
        "C:\\x@y.db",
        "C:/x/y@z.db",
        "./a:b@c.db",
        "/x/u:pw@h",
        "a@b.db",
        "redis.db",
        "10:30.db",
        r"\\server\share:x@y",
    ],
)
def test_a_file_is_taken_for_a_file(target: str) -> None:
    assert not is_url(target)
    assert not tells_password(target)


def test_words_that_repeat_what_was_given_tell_no_password() -> None:
    said = in_words(
        "Got unexpected extra argument (redis:/me:geheim@h)", "list", "redis:/me:geheim@h", "--x=u:geheim@h"
    )
    assert said == "Got unexpected extra argument (redis:/…@h)"


def test_all_schemes_of_the_stream_queue_are_in_the_registry() -> None:
    assert SCHEMES == address.SCHEMES


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("/srv/north/queue.db", "/srv/north/queue.db"),
        ("redis://queue.example:6380/2?prefix=%7Bmine%7D", "queue.example/mine"),
        ("redis+unix:///run/redis.sock", "redis.sock/anvilkit"),
        ("rediss://[::1]", "1/anvilkit"),
    ],
)
def test_a_source_has_a_name_that_a_file_may_have(target: str, name: str) -> None:
    assert str(name_path(target)) == name


def test_no_password_gets_into_a_name() -> None:
    assert "geheim" not in str(name_path("redis://me:geheim@host/x"))

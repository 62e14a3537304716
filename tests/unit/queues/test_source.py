"""What is told apart before any file is looked for."""

from pathlib import Path

import pytest

from qmonitor.queues import errors, open_source
from qmonitor.queues.source import location


@pytest.mark.parametrize("target", ["redis://h/0", "REDISS://h", "http://h/q.db", "git+ssh://h/x", "sqlite:///q.db"])
def test_a_url_of_an_unknown_kind_is_told_as_one(target: str) -> None:
    with pytest.raises(errors.NotAQueue) as caught:
        open_source(target)

    scheme = target.partition("//")[0].lower() + "//"
    assert str(caught.value) == f"qmonitor knows no source of the kind {scheme} (yet). Name the path of a queue's file."


@pytest.mark.parametrize("target", ["c://q.db", "//server/share/q.db", "q:/x.db", "./redis://h", "redis:/h", "1a://x"])
def test_whatever_else_is_a_path(target: str) -> None:
    with pytest.raises(errors.SourceMissing):
        open_source(target)


@pytest.mark.parametrize("target", ["queue.db", "./queue.db", "folder/../queue.db"])
def test_a_file_lies_where_its_whole_path_says(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert location(target) == str(Path(target).absolute())
    assert location(location(target)) == location(target)


def test_a_url_lies_where_it_says() -> None:
    assert location("postgres://host/queue") == "postgres://host/queue"

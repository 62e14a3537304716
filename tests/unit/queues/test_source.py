"""What is told apart before any file is looked for."""

import pytest

from qmonitor.queues import errors, open_source


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

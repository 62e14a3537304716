"""The administrator's policy: what it forces, and that a file that can't be read forces everything."""

import os
from pathlib import Path

import pytest

from qmonitor.monitor import policy
from qmonitor.monitor.operations import Operations
from qmonitor.monitor.policy import Policy
from qmonitor.queues import open_source
from qmonitor.queues.errors import ReadOnly
from tests.helpers import files


def read(tmp_path: Path, content: str | bytes) -> Policy:
    path = tmp_path / "policy.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return policy.read(path)


def test_without_a_file_the_choice_is_the_users(tmp_path):
    assert policy.read(tmp_path / "policy.toml") == Policy()
    assert policy.read(tmp_path / "policy.toml" / "below") == Policy()


@pytest.mark.skipif(os.name == "nt", reason="making links needs a right there")
def test_a_link_whose_end_is_missing_counts_as_the_strictest(tmp_path):
    (tmp_path / "policy.toml").symlink_to(tmp_path / "share" / "policy.toml")
    (tmp_path / "folder").symlink_to(tmp_path / "share")
    for path in (tmp_path / "policy.toml", tmp_path / "folder" / "policy.toml"):
        found = policy.read(path)
        assert (found.masked, found.read_only, len(found.problems)) == (True, True, 1)
    (tmp_path / "share").mkdir()
    assert policy.read(tmp_path / "folder" / "policy.toml") == Policy()


@pytest.mark.parametrize(
    ("content", "masked", "read_only"),
    [
        ("", False, False),
        ("# nothing\n", False, False),
        ("masked = true", True, False),
        ("masked = false\nread-only = true", False, True),
        ("read_only = true\nmasked = true", True, True),
        ("read_only = false\nread-only = true", False, True),
    ],
)
def test_what_it_says_holds(tmp_path, content, masked, read_only):
    assert read(tmp_path, content) == Policy(masked, read_only)


@pytest.mark.parametrize("value", ['"yes"', '"false"', "0", "1", "[]", "2026-01-01", "{}"])
def test_a_value_that_means_nothing_counts_as_true_and_is_told(tmp_path, value):
    found = read(tmp_path, f"masked = {value}")
    assert (found.masked, found.read_only) == (True, False)
    assert "needs true or false for masked" in str(found.problems[0])


def test_an_unknown_key_is_told(tmp_path):
    found = read(tmp_path, "maskd = true")
    assert (found.masked, found.read_only) == (False, False)
    assert "maskd" in str(found.problems[0])


@pytest.mark.parametrize("content", [b"masked = ", b"\xff\xfe", b"masked = true\nmasked = false", b"[" * 5000, b"\0"])
def test_a_file_that_is_no_toml_counts_as_the_strictest(tmp_path, content):
    found = read(tmp_path, content)
    assert (found.masked, found.read_only) == (True, True)
    assert len(found.problems) == 1


def test_a_file_that_is_none_counts_as_the_strictest(tmp_path):
    (tmp_path / "policy.toml").mkdir()
    found = policy.read(tmp_path / "policy.toml")
    assert (found.masked, found.read_only) == (True, True)


def test_no_environment_moves_it(monkeypatch):
    before = policy.place()
    for name in [*os.environ, "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "QMONITOR_PROFILE", "HOME", "ProgramData"]:
        monkeypatch.setenv(name, "/elsewhere")
    assert policy.place() == before
    assert before.is_absolute()


def test_read_only_is_enforced_where_actions_are_run(tmp_path, monkeypatch):
    path = tmp_path / "policy.toml"
    path.write_text("read-only = true")
    monkeypatch.setattr(policy, "place", lambda: path)
    with pytest.raises(ReadOnly) as told:
        Operations(open_source(files.queue(tmp_path / "engine.db", [{}])))
    assert "administrator" in str(told.value)

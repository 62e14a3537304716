"""The command line where the administrator's policy keeps names masked, and where it does not."""

import json
from pathlib import Path

import pytest

from qmonitor.monitor import policy
from tests.end2end.conftest import run
from tests.helpers import files

CANARY = "Quentin"
RAW = (
    b"MSH|^~\\&|LAB|NORTH|RCV|SOUTH|20261129080000||ORU^R01|C1|P|2.5.1\r"
    b"PID|1||777123^^^NORTH^MR||Quentin^Vera||19700131|F\rOBX|1|TX|GLU^Glucose^L||of Quentin\r"
    b"NTE|1||Quentin\rZPI|Quentin\r"
)


@pytest.fixture
def source(tmp_path) -> Path:
    row = {"raw": RAW, "last_error": "AE: patient Quentin is unknown", "reason": "refused for Quentin", "attempts": 3}
    return files.queue(tmp_path / "engine.db", [row])


@pytest.fixture
def said(tmp_path, monkeypatch):
    path = tmp_path / "policy.toml"
    monkeypatch.setattr(policy, "place", lambda: path)

    def write(content: str) -> None:
        path.write_text(content)

    return write


def test_without_a_policy_nothing_is_masked(source, said):
    assert run("show", source, 1, "--raw").out == RAW
    assert CANARY in run("show", source, 1, "--json").text
    assert CANARY in run("show", source, 1, "--tree").text
    assert CANARY in run("show", source, 1).text
    assert CANARY in run("list", source, "--json").text
    assert json.loads(run("list", source, "--json", "--error", CANARY).text)["total"] == 1


@pytest.mark.parametrize("content", ["masked = true", "masked = 'yes'", "this is no toml"])
def test_with_one_nothing_of_a_person_is_printed(source, said, content):
    said(content)
    for words in (
        ("show", source, 1), ("show", source, 1, "--json"), ("show", source, 1, "--tree"), ("list", source),
        ("list", source, "--json"), ("depth", source), ("depth", source, "--json"), ("check", source),
        ("check", source, "--json"), ("find", source, "--text", CANARY, "--json"),
    ):  # fmt: skip
        done = run(*words)
        assert CANARY not in done.text, words
        assert CANARY not in done.err, words
        assert "777123" not in done.text


def test_why_somebody_acted_is_abstracted_too(source, said):
    run("skip", source, 1, "--reason", "duplicate, asked by Quentin", "--yes")
    assert "Quentin" in run("audit", source).text
    said("masked = true")
    for words in (("audit", source), ("audit", source, "--json")):
        assert "duplicate" in run(*words).text
        assert "Quentin" not in run(*words).text


def test_the_stored_bytes_are_refused(source, said):
    said("masked = true")
    done = run("show", source, 1, "--raw")
    assert (done.code, done.out) == (1, b"")
    assert "administrator's policy" in done.err
    assert len(done.err.splitlines()) == 1


def test_marks_are_as_long_as_the_values_and_the_rest_is_there(source, said):
    said("masked = true")
    found = json.loads(run("show", source, 1, "--json").text)
    values = {
        value["path"]: value["value"]
        for message in found["messages"]
        for segment in message["segments"]
        for value in segment["values"]
    }
    assert values["PID-5.1"] == "•" * 7
    assert values["PID-3.1"] == "•" * 6
    assert values["OBX-5"] == "•" * 10
    assert values["NTE-3"] == values["ZPI-1"] == "•" * 7
    assert (values["MSH-10"], values["PID-8"], values["OBX-3.2"]) == ("C1", "F", "Glucose")
    assert found["item"]["lastError"] == "AE: patient … is unknown"
    assert found["item"]["controlId"] == "C1"


def test_error_texts_are_not_searched(source, said):
    said("masked = true")
    for words in (("list", source), ("find", source, "--text", "C1")):
        done = run(*words, "--error", CANARY)
        assert done.code == 1
        assert "not searched" in done.err


def test_a_read_only_policy_lets_nothing_be_done(source, said, tmp_path):
    said("read-only = true")
    message = tmp_path / "new.hl7"
    message.write_bytes(RAW)
    for words in (
        ("skip", source, 1, "--reason", "test", "--yes"),
        ("erase", source, 1, "--reason", "test", "--yes"),
        ("enqueue", source, "lab", "dest-01", message),
    ):
        done = run(*words)
        assert done.code == 1, words
        assert "administrator" in done.err
    assert run("show", source, 1, "--raw").out == RAW


def test_what_is_odd_about_the_policy_is_told(source, said):
    said("maskd = true")
    done = run("list", source, "--json")
    assert done.code == 0
    assert "maskd" in done.err


@pytest.mark.parametrize("action", ["erase", "skip"])
def test_no_action_leaves_stored_bytes_anywhere_else(source, said, tmp_path, action):
    """The command line has no way to save messages first, which a policy would have to refuse."""
    said("masked = true")
    assert "--save" not in run(action, "--help").text
    done = run(action, source, 1, "--reason", "tested", "--yes")
    assert done.code == 0, done.err
    holding = [path for path in tmp_path.rglob("*") if path.is_file() and b"PID|1||777123" in path.read_bytes()]
    assert [path for path in holding if not path.name.startswith("engine.db")] == []


def test_a_control_id_that_is_the_patients_number_is_masked(tmp_path, said):
    said("masked = true")
    source = files.queue(tmp_path / "ids.db", [{"raw": RAW, "control_id": "M777123"}, {"raw": RAW, "control_id": "M1"}])
    found = json.loads(run("show", source, 1, "--json").text)["item"]
    assert found["controlId"] == "•" * 7
    assert json.loads(run("show", source, 2, "--json").text)["item"]["controlId"] == "M1"

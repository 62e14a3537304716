"""Entries for dead-letter queues: what they may hold, and what holds where nothing is said."""

from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues.errors import Refused
from qmonitor.senders import settings
from qmonitor.senders.documents import JSON_NAME, JSON_TYPE
from qmonitor.senders.entries import WorkerEntry, fitted, read_entry
from qmonitor.senders.filedrop.settings import FileSettings
from qmonitor.senders.http.settings import HttpSettings
from qmonitor.senders.problems import BadSettings

MLLP = {"type": "mllp", "host": "127.0.0.1", "port": 2575}
HTTP = {"type": "http", "url": "https://10.1.2.3/in"}
FILE = {"type": "file", "folder": "/srv/out"}


def entry(sender: dict[str, Any], channel: str = "dead-letter", **policy: Any) -> WorkerEntry:
    return read_entry(
        {"channel": channel, "destination": "grades", "sender": sender, "policy": {"max_attempts": 0, **policy}}
    )


def test_documents_have_a_type_and_a_name_of_their_own() -> None:
    web, folder = (fitted(entry(sender), "dead-letter").sender for sender in (HTTP, FILE))
    assert isinstance(web, HttpSettings) and web.content_type == JSON_TYPE
    assert isinstance(folder, FileSettings) and folder.name == JSON_NAME


def test_what_is_said_holds() -> None:
    web = fitted(entry({**HTTP, "content_type": "application/x+json"}), "dead-letter").sender
    folder = fitted(entry({**FILE, "name": "{time}.txt"}), "dead-letter").sender
    assert isinstance(web, HttpSettings) and web.content_type == "application/x+json"
    assert isinstance(folder, FileSettings) and folder.name == "{time}.txt"


@pytest.mark.parametrize("sender", [MLLP, HTTP, FILE])
def test_of_other_channels_nothing_changes(sender: dict[str, Any]) -> None:
    made = entry(sender, "*", max_attempts=3)
    assert fitted(made, "adt") is made


def test_so_have_the_jobs_of_a_stream_queue() -> None:
    pools = (read_entry({"source": "redis://queue.example", "sender": sender}) for sender in (HTTP, FILE))
    web, folder = (fitted(pool, "anvilkit:deployment.export.requested").sender for pool in pools)
    assert isinstance(web, HttpSettings) and web.content_type == JSON_TYPE
    assert isinstance(folder, FileSettings) and folder.name == JSON_NAME


@pytest.mark.parametrize(
    ("sender", "said"),
    [
        (MLLP, "sender.type is 'mllp'. The jobs of a stream queue are sent as JSON documents: by http, or as files."),
        (
            {**HTTP, "ack": True},
            "sender.ack is true. The jobs of a stream queue are sent as JSON documents, which no HL7 acknowl",
        ),
    ],
)
def test_what_no_job_of_a_stream_queue_can_be_sent_by_is_refused_before_any_fails(
    sender: dict[str, Any], said: str
) -> None:
    with pytest.raises(Refused) as caught:
        read_entry({"source": "redis://queue.example", "sender": sender})
    assert str(caught.value).startswith(said)


BAD = [
    (MLLP, {}, "sender.type is 'mllp'. A dead-letter queue is sent as JSON documents: by http, or as files."),
    (HTTP, {"max_attempts": 3}, "policy.max_attempts is 3. A dead-letter queue gives nothing up"),
    ({**HTTP, "ack": True}, {}, "sender.ack is true. A dead-letter queue is sent as JSON documents, which no HL7"),
    ({**HTTP, "on_refused": "give_up"}, {}, "sender.on_refused is 'give_up'. A dead-letter queue gives nothing up"),
    ({**FILE, "on_refused": "give_up"}, {}, "sender.on_refused is 'give_up'. A dead-letter queue gives nothing up"),
]


@pytest.mark.parametrize(("sender", "policy", "said"), BAD)
def test_what_cannot_be_meant_for_it_is_said_at_once(sender: Any, policy: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused) as caught:
        entry(sender, **policy)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(("sender", "policy", "said"), BAD)
def test_a_pattern_that_fits_other_channels_too_is_refused_for_this_one(
    sender: Any, policy: dict[str, Any], said: str
) -> None:
    made = entry(sender, "*", **policy)
    with pytest.raises(Refused) as caught:
        fitted(made, "dead-letter")
    assert str(caught.value).startswith(said)


def test_the_file_says_where_it_stands(tmp_path: Path) -> None:
    place = tmp_path / "workers.toml"
    place.write_text(
        '[[worker]]\nsource = "/q.db"\nchannel = "dead-letter"\ndestination = "*"\n'
        'sender = { type = "file", folder = "/srv/out" }\npolicy = { max_attempts = 2 }\n',
        encoding="utf-8",
    )
    with pytest.raises(BadSettings, match=r"workers.toml, worker 1: policy.max_attempts is 2\. A dead-letter queue"):
        settings.load(place)

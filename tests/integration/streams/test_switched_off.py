"""Servers on which an administrator has switched commands off for everybody, and databases that are not there."""

import traceback
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from qmonitor.queues.access import Access
from qmonitor.queues.model import Query
from qmonitor.queues.streams.address import parse_address
from qmonitor.queues.streams.errors import CommandMissing, NoDatabase
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading.reader import COMMANDS as READING
from qmonitor.queues.streams.server.clients import connect
from qmonitor.queues.streams.server.driver import RedisDriver
from qmonitor.queues.streams.source import StreamSource, open_url
from qmonitor.queues.streams.trial import try_out
from qmonitor.queues.streams.values import OutgoingMessage
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server
from tests.helpers.users import qmonitor

OURS = {"retry-now", "skip", "drain", "restore", "remove", "purge", "erase"}
ON_MAIN = {"skip", "drain", "erase"}

LOOKING = sorted({name.partition("|")[0] for name in READING})

Without = Callable[[str], str]


@pytest.fixture
def without() -> Iterator[Without]:
    """The address of a server on which this command goes by another name, and that holds a queue."""
    servers: list[Server] = []

    def start(command: str) -> str:
        server = Server("--rename-command", command, f"HIDDEN{command}")
        servers.append(server)
        with closing(RedisRig(server.client(), keys=Keys())) as rig:
            rig.queue.ensure_group()
        return f"redis+unix://{server.path}"

    yield start
    for server in servers:
        server.stop()


def barred(source: StreamSource) -> dict[str, str]:
    return {action: str(why) for action, why in source.capabilities.items() if why is not None and action in OURS}


@pytest.mark.parametrize(
    ("command", "actions"),
    [
        ("EVAL", OURS),
        ("EVALSHA", OURS),
        ("XADD", OURS),
        ("HSET", OURS),
        ("XACK", ON_MAIN),
        ("ZREM", {"retry-now", *ON_MAIN}),
        ("EVAL_RO", set()),
    ],
)
def test_what_only_acting_needs_keeps_nobody_from_looking(without: Without, command: str, actions: set[str]) -> None:
    url = without(command)
    source = open_url(url)
    assert barred(source) == dict.fromkeys(actions, f"The server does not have the command {command}.")
    with closing(source.reader()) as reader:
        assert len(reader.depth().destinations) == 1
        assert reader.page(Query()).items == ()
    found = try_out(url, Access())
    assert (found.reading, set(found.acting)) == ((), {command} if actions else set())


@pytest.mark.parametrize("command", LOOKING)
def test_what_looking_needs_is_named(without: Without, command: str) -> None:
    url = without(command)
    missing: list[CommandMissing] = []
    try:
        source = open_url(url)
        with closing(source.reader()) as reader:
            for look in (reader.depth, reader.interrupted, lambda: reader.page(Query())):
                try:
                    look()
                except CommandMissing as error:
                    missing.append(error)
        found = try_out(url, Access())
        assert {name.partition(" ")[0] for name in found.reading} == {command}
    except CommandMissing as error:
        missing.append(error)
    for one in missing:
        assert one.cause.values == {"command": command}
        assert "switched it off" in str(one.remedy)


def test_at_the_command_line_the_command_that_is_missing_is_named(without: Without) -> None:
    assert qmonitor("depth", without("EVAL_RO")).returncode == 0
    told = qmonitor("depth", without("XINFO"))
    assert (told.returncode, "the command XINFO." in told.stderr) == (3, True), told.stderr
    told = qmonitor("retry-now", without("XADD"), "dlq:1-1", "--reason", "why", "--yes")
    assert "The server does not have the command XADD." in told.stderr


def test_what_came_with_a_command_that_is_missing_is_quoted_nowhere(without: Without) -> None:
    message = OutgoingMessage(b"PATIENT")
    with connect(parse_address(without("XADD"))) as client, pytest.raises(CommandMissing) as told:
        RedisDriver(client, "worker-1").publish(message)
    text = "".join(traceback.format_exception(told.value))
    assert ("XADD" in text, "PATIENT" in text) == (True, False)


def test_a_database_that_is_not_there_is_told(server: Server) -> None:
    with pytest.raises(NoDatabase, match="no database of this number"):
        open_url(f"redis+unix://{server.path}?database=99")

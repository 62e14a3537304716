"""What a user may not do is switched off by the action that needs it, and names the command; nothing is half done."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest

from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Query
from qmonitor.queues.source import ACTIONS
from qmonitor.queues.streams.acting import rights, room
from qmonitor.queues.streams.acting.admin import StreamAdmin
from qmonitor.queues.streams.errors import NoGroup, StreamError
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading.reader import COMMANDS as READING
from qmonitor.queues.streams.source import open_url
from tests.helpers.codebase import ROOT
from tests.helpers.streams.acting import LONG_IDLE, WHO, WHY, Desk
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Cluster, Server

OURS = {"retry-now", "skip", "drain", "restore", "remove", "purge", "erase"}


@pytest.fixture
def desk(server: Server, alone: RedisRig) -> Iterator[Desk]:
    desk = Desk(alone, server.client())
    yield desk
    desk.close()


def able(server: Server, keys: Keys, *rules: str) -> dict[str, object]:
    """What somebody can do who may do everything but for these rules."""
    with server.client() as root:
        root.execute_command("ACL", "SETUSER", "some", "reset", "on", ">pw", "~*", "+@all", *rules)
    with server.client(username="some", password="pw") as client:
        return dict(rights.capabilities(client, keys))


def test_whoever_may_do_everything_can_do_everything(server: Server, alone: RedisRig) -> None:
    found = able(server, alone.keys)
    assert set(found) == set(ACTIONS)
    assert {action for action, why in found.items() if why is None} == OURS
    assert all(str(why) for why in found.values() if why is not None)


@pytest.mark.parametrize(
    ("command", "actions"),
    [
        ("xadd", OURS),
        ("evalsha", OURS),
        ("hset", OURS),
        ("xrevrange", OURS),
        ("xdel", OURS),
        ("xack", {"skip", "drain", "erase"}),
        ("hdel", OURS),
        ("zrem", {"retry-now", "skip", "drain", "erase"}),
    ],
)
def test_a_missing_command_switches_off_what_needs_it(
    server: Server, alone: RedisRig, command: str, actions: set[str]
) -> None:
    found = able(server, alone.keys, f"-{command}")
    assert {action for action in OURS if found[action] is not None} == actions
    assert {str(found[action]) for action in actions} == {f"This user may not use the command {command.upper()}."}


@pytest.mark.parametrize("number", range(7))
def test_without_a_right_to_each_key_nothing_goes(server: Server, alone: RedisRig, number: int) -> None:
    keys = alone.keys.of_actions
    others = [f"~{key}" for key in keys if key != keys[number]]
    found = able(server, alone.keys, "resetkeys", *others, f"%R~{keys[number]}")
    assert {str(found[action]) for action in OURS} == {"This user may not use a key of the queue."}


@pytest.mark.parametrize("command", ["eval", "evalsha"])
@pytest.mark.parametrize("rules", [(), ("-eval_ro",)])
def test_without_scripts_nothing_goes_and_the_command_is_named(
    server: Server, alone: RedisRig, command: str, rules: tuple[str, ...]
) -> None:
    found = able(server, alone.keys, f"-{command}", *rules)
    assert {str(found[action]) for action in OURS} == {f"This user may not use the command {command.upper()}."}


def test_without_the_script_that_only_reads_the_rights_are_told_all_the_same(server: Server, alone: RedisRig) -> None:
    assert {action for action, why in able(server, alone.keys, "-eval_ro").items() if why is None} == OURS
    found = able(server, alone.keys, "-eval_ro", "-xadd")
    assert {str(found[action]) for action in OURS} == {"This user may not use the command XADD."}


@pytest.mark.parametrize("rules", [("+@all",), ("-@all", *(f"+{name.lower()}" for name in READING))])
def test_a_source_opens_while_the_server_holds_up_writes(
    server: Server, alone: RedisRig, rules: tuple[str, ...]
) -> None:
    """Also for a user who may only read."""
    with server.client() as root, server.client(timeout=60) as other:
        root.execute_command("ACL", "SETUSER", "some", "reset", "on", "nopass", "~*", *rules)
        root.execute_command("CLIENT", "PAUSE", 60_000, "WRITE")
        try:
            source = open_url(f"redis+unix://{server.path}?user=some", _password())
            with closing(source.reader()) as reader:
                with pytest.raises(NoGroup):  # of a queue by the usual name
                    reader.depth()
        finally:
            other.execute_command("CLIENT", "UNPAUSE")
    assert (source.capabilities["skip"] is None) == (rules == ("+@all",))


def test_the_source_says_so_and_its_admin_refuses(server: Server, desk: Desk) -> None:
    item = desk.dead("a")
    with server.client() as root:
        root.execute_command("ACL", "SETUSER", "some", "reset", "on", "nopass", "~*", "+@all", "-xadd")
    prefix = desk.keys.main.partition(":")[0].replace("{", "%7B").replace("}", "%7D")
    source = open_url(f"redis+unix://{server.path}?prefix={prefix}&user=some", _password())
    assert "XADD" in str(source.capabilities["skip"])
    before = desk.dump()
    admin = source.admin()
    with pytest.raises(Refused, match="XADD"):
        admin.plan("skip", [item])
    with pytest.raises(Refused):
        admin.plan("resend", [item])
    admin.close()
    assert desk.dump() == before


def _password() -> object:
    from qmonitor.queues.access import Access

    return Access(password="any")


@pytest.mark.parametrize("command", ["xadd", "xdel", "xack", "hset", "hdel", "zrem", "xinfo", "xpending", "type"])
@pytest.mark.parametrize("action", ["retry-now", "skip", "erase", "restore"])
def test_a_right_that_was_lost_since_leaves_everything_as_it_is(
    server: Server, desk: Desk, command: str, action: str
) -> None:
    held = desk.in_flight("held", idle=LONG_IDLE)
    items = {
        "retry-now": [desk.delayed("a"), desk.dead("b")],
        "restore": [desk.skipped("c"), desk.skipped("d")],
    }.get(action, [desk.delayed("a"), desk.dead("b"), held])
    plan = desk.plan(action, items[-1:])  # of one: nothing is kept of it beforehand
    with server.client() as root:
        root.execute_command("ACL", "SETUSER", "some", "reset", "on", ">pw", "~*", "+@all", f"-{command}")
    before = desk.dump()
    admin = StreamAdmin(server.client(username="some", password="pw"), desk.keys)
    refused, done = "", 0
    try:
        done = admin.run(plan, WHO, WHY).done
    except StreamError as error:
        refused = str(error)
    admin.close()
    assert done == (not refused)  # not every action needs each of them
    assert not refused or (command.upper() in refused and desk.dump() == before)


def told(language: str) -> set[str]:
    """The commands that the help names, each in its own quotes."""
    page = (ROOT / "resources" / "help" / language / "streams.md").read_text(encoding="utf-8")
    return set(re.findall(r"`([A-Z_|]+)`", page))


@pytest.mark.parametrize("rewrites", [True, False])
def test_the_commands_that_the_help_names_are_all_that_is_needed(server: Server, desk: Desk, rewrites: bool) -> None:
    allowed = {*READING, *rights.COMMANDS, *(rights.REWRITING if rewrites else ())}
    assert {*rights.COMMANDS, *rights.REWRITING, *room.COMMANDS} <= told("") & told("de")
    with server.client() as root_user:
        rules = [f"+{name.lower()}" for name in allowed]
        root_user.execute_command("ACL", "SETUSER", "some", "reset", "on", ">pw", "~*", *rules)
    acting = Desk(desk.rig, server.client(username="some", password="pw"))
    for action, items in {
        "retry-now": [desk.delayed("a"), desk.dead("b")],
        "skip": [desk.in_flight("c", idle=LONG_IDLE), desk.undelivered("d"), desk.delayed("e")],
        "drain": [desk.undelivered("f"), desk.dead("g")],
        "restore": [desk.skipped("h"), desk.skipped("i")],
        "remove": [desk.skipped("j"), desk.skipped("k")],
    }.items():
        assert acting.act(action, items).done == len(items), action
    report = acting.act("erase", [desk.dead("l"), desk.in_flight("m"), desk.delayed("n")])
    assert report.done == 3
    assert bool(report.notices) == (not rewrites)
    acting.close()


def test_keys_in_several_slots_of_a_cluster_are_only_looked_at(cluster: Cluster) -> None:
    with cluster.client() as client:
        found = rights.capabilities(client, Keys())
        assert all("slots" in str(found[action]) for action in OURS)
        with pytest.raises(Refused, match="slots"):
            StreamAdmin(client, Keys()).plan("skip", Query())


def test_in_a_server_alone_any_names_will_do(server: Server) -> None:
    with server.client() as client:
        assert rights.capabilities(client, Keys())["skip"] is None

"""A stream queue looked at and changed from a machine whose clock is wrong: everything goes by the server's clock."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import Any

import pytest

from qmonitor.queues import open_source
from qmonitor.queues.streams.keys import Keys
from tests.end2end.conftest import run
from tests.helpers.clocks import set_ahead
from tests.helpers.streams.acting import Desk
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

KEYS = Keys()
SURE = ("--reason", "test of clocks", "--yes")
TWO_DAYS = 2 * 86_400 + 1800
HOUR_MS = 3_600_000

Set = Callable[[float], None]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def desk(server: Server) -> Iterator[Desk]:
    rig = RedisRig(server.client(), keys=KEYS)
    rig.queue.ensure_group()
    desk = Desk(rig, server.client())
    yield desk
    desk.close()
    rig.client.flushall()
    rig.close()


@pytest.fixture
def url(server: Server) -> str:
    return f"redis+unix://{server.path}"


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Set:
    """Sets this process's clock so many seconds ahead of the server's."""
    return partial(set_ahead, monkeypatch)


def told(command: str, url: str, *arguments: object) -> Any:
    done = run(command, url, *arguments, "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def cell(text: str, column: str) -> str:
    """What stands below a column's head, flush right or left, in the first row."""
    head, row, *_ = text.splitlines()
    begin = head.index(column)
    end = begin + len(column)
    return row[max(row.rfind("  ", 0, end - 1), 0) : end].strip()


def old(desk: Desk, name: str, hours: float) -> None:
    """A message that waits since so many hours."""
    at = desk.rig.queue.now() - round(hours * HOUR_MS)
    desk.client.xadd(desk.keys.main, {"payload": request(name), "attempt": "0"}, id=f"{at}-0")


@pytest.mark.parametrize("ahead", [TWO_DAYS, -TWO_DAYS])
def test_a_purge_of_what_is_old_leaves_what_was_skipped_just_now(
    desk: Desk, url: str, set_clock: Set, ahead: int
) -> None:
    desk.skipped("x")
    set_clock(ahead)
    done = run("purge", url, "--before", "1d", *SURE)
    assert (done.code, done.text.strip()) == (0, "purge: nothing to do.")
    assert len(desk.rig.entries(KEYS.skipped)) == 1


@pytest.mark.parametrize("ahead", [TWO_DAYS, -TWO_DAYS])
def test_a_purge_takes_what_is_old_by_the_servers_clock_and_tells_that_clocks_disagree(
    desk: Desk, url: str, set_clock: Set, ahead: int
) -> None:
    at = desk.rig.queue.now() - 25 * HOUR_MS
    desk.client.xadd(KEYS.skipped, {"payload": request("x"), "attempt": "0"}, id=f"{at}-0")
    desk.skipped("y")
    set_clock(ahead)
    done = run("purge", url, "--before", "1d", *SURE)
    assert (done.code, done.text.splitlines()[0].partition(",")[0]) == (0, "purge: 1 of 1 done")
    side = "behind" if ahead > 0 else "ahead of"
    assert f"The server's clock is 2 d 0 h {side} this machine's. Ages go by the server's clock." in done.err
    assert len(desk.rig.entries(KEYS.skipped)) == 1


def test_where_clocks_agree_nothing_is_said_of_them(desk: Desk, url: str) -> None:
    desk.skipped("x")
    done = run("purge", url, "--before", "2099-01-01", *SURE)
    assert done.code == 0
    assert "clock" not in done.err


@pytest.mark.parametrize("ahead", [TWO_DAYS, -TWO_DAYS])
def test_ages_in_tables_go_by_the_servers_clock(desk: Desk, url: str, set_clock: Set, ahead: int) -> None:
    old(desk, "a", 3.5)
    set_clock(ahead)
    assert cell(run("depth", url).text, "OLDEST") == "03:30"
    assert cell(run("list", url).text, "AGE") == "03:30"
    (item,) = told("list", url)["items"]
    assert "(03:30 ago)" in run("show", url, item["id"]).text


@pytest.mark.parametrize("ahead", [TWO_DAYS, -TWO_DAYS])
def test_what_is_so_long_ago_is_so_by_the_servers_clock(desk: Desk, url: str, set_clock: Set, ahead: int) -> None:
    old(desk, "d-old", 30)
    old(desk, "d-new", 1)
    set_clock(ahead)
    assert [one["controlId"] for one in told("list", url, "--since", "1d")["items"]] == ["d-new"]
    assert [one["controlId"] for one in told("list", url, "--until", "1d")["items"]] == ["d-old"]
    assert len(told("find", url, "--text", "d-", "--since", "1d")["items"]) == 1
    done = run("list", url, "--since", "1m")
    assert done.text.startswith("No messages match --since 20")


def test_what_has_an_id_in_the_future_has_no_age(desk: Desk, url: str) -> None:
    at = desk.rig.queue.now() + 30 * 24 * HOUR_MS
    desk.client.xadd(KEYS.main, {"payload": request("a"), "attempt": "0"}, id=f"{at}-0")
    (row,) = told("depth", url)["destinations"]
    assert (row["pending"], row["oldestSeconds"]) == (1, None)
    assert row["oldest"].startswith("2")
    assert cell(run("depth", url).text, "OLDEST") == "-"
    assert cell(run("list", url).text, "AGE") == "-"
    (item,) = told("list", url)["items"]
    assert "ago" not in run("show", url, item["id"]).text
    done = run("check", url, "--warn-age", "1h")
    assert done.code == 3
    assert "do the clocks agree?" in done.text


@pytest.mark.parametrize("score", ["-inf", "-1", "0", f"-{2**60}"])
def test_a_retry_whose_time_is_before_all_times_is_due(desk: Desk, url: str, score: str) -> None:
    item = desk.delayed("a")
    desk.client.zadd(KEYS.retry_index, {item.removeprefix("delayed:"): score})
    (found,) = told("list", url)["items"]
    assert found["stage"] == "due"
    assert "pending (due)" in run("show", url, item).text
    with closing(open_source(url).reader()) as reader:
        (row,), shared = reader.depth(patient=True).rows, reader.details().shared
    assert row.retries.overdue == 1
    assert row.retries.overdue_since is not None  # else no alert would come
    assert shared is not None and shared.dispatch_lag is not None
    assert 10**9 < shared.dispatch_lag < 10**10  # as if it were due since 1970
    report = run("retry-now", url, item, *SURE)
    assert report.code == 0
    assert len(desk.rig.entries(KEYS.main)) == 1

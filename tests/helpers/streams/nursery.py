"""A small process from which short lives of workers, dispatchers and people are forked, to be killed at any command.

    python -m tests.helpers.streams.nursery SOCKET

Each line of its input is a `Life`; each line of its output how that life ended: "done" and how many commands it took,
"killed", or "failed" for a defect, of which the traceback stands on stderr.
"""

import json
import os
import subprocess
import sys
import threading
import traceback
from contextlib import suppress
from dataclasses import asdict, dataclass, replace

from qmonitor.queues.model import Query
from qmonitor.queues.streams.acting import steps
from qmonitor.queues.streams.acting.admin import StreamAdmin
from qmonitor.queues.streams.errors import ServerUnreachable
from qmonitor.queues.streams.events import Event
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.plans import Plans
from qmonitor.queues.streams.server.driver import RedisDriver
from qmonitor.queues.streams.server.locks import RedisLocks
from qmonitor.queues.streams.server.retry import RedisRetryStore
from qmonitor.queues.streams.working.backoff import BackoffPolicy
from qmonitor.queues.streams.working.dispatcher import Dispatcher
from qmonitor.queues.streams.working.handling import Deadline, JobError, Outcome, done
from qmonitor.queues.streams.working.holding import Holding
from qmonitor.queues.streams.working.jobs import Jobs, Streams
from qmonitor.queues.streams.working.worker import StreamWorker, WorkerTerms
from tests.helpers.codebase import ROOT
from tests.helpers.streams.cutting import Cut, CutClient

PEOPLE = ("operator", "hasty", "mover")
"""Those after whom every message is still there."""

steps.PAUSE = 0.001

FAR = 2**53
"""A time (ms) at which everything is due."""


@dataclass(frozen=True)
class Life:
    """`role`: worker, dispatcher, or whole (a `StreamWorker` with its threads, which ends by being killed only).

    Or a person, who first goes on with what was cut off: an operator replays all dead letters, a hasty one retries what
    is delayed, a mover skips all dead letters and restores them, an eraser erases them.
    """

    role: str
    prefix: str
    at: int | None = None
    after: bool = False
    kill: bool = True


class Scripted:
    """Does what the request itself says under `ends`: for each attempt a code, or "" to go well.

    Once the cause is healed all goes well.

    What it executed stands in a list beside the queue, written by a client that is never cut.
    """

    def __init__(self, path: str, keys: Keys) -> None:
        self._client, self._keys = CutClient(unix_socket_path=path), keys

    def handle(self, event: Event, attempt: int, deadline: Deadline) -> Outcome:
        self._client.rpush(executed(self._keys), f"{event.event_id}:{attempt}")
        ends = event.document["ends"]
        assert isinstance(ends, list)
        code = ends[min(attempt, len(ends) - 1)]
        if code and not self._client.exists(healed(self._keys)):
            raise JobError(code, "upload_artifacts")
        return done(json.dumps({"eventId": event.event_id}).encode())


def executed(keys: Keys) -> str:
    return f"{keys.main}:executed"


def healed(keys: Keys) -> str:
    """The key that says that nothing fails any more."""
    return f"{keys.main}:healed"


def act(client: CutClient, keys: Keys, role: str) -> None:
    """What a person does in a short life."""
    admin = StreamAdmin(client, keys)
    for cut_off in Plans(client, keys).interrupted():
        admin.run(admin.resume(cut_off.id), role, "going on")
    dead = Query(channel=keys.main, destination=keys.group, state="failed")
    todo = {
        "operator": [("retry-now", dead)],
        "hasty": [("retry-now", replace(dead, state=None))],
        "eraser": [("erase", dead)],
        "mover": [("skip", dead), ("restore", replace(dead, state="skipped"))],
    }
    for action, what in todo[role]:
        plan = admin.plan(action, what)
        if plan.count:
            admin.run(plan, role, "as it was told")


def live(path: str, life: Life, cut: Cut) -> None:
    """What a life consists of, until nothing is left to be done or it is cut off."""
    client, keys = CutClient(unix_socket_path=path), Keys.under(life.prefix)
    client.cut = cut
    queue, store = RedisDriver(client, f"w{os.getpid()}", keys), RedisRetryStore(client, keys)
    locks, handler = RedisLocks(client, Keys.under(life.prefix)), Scripted(path, keys)
    backoff = BackoffPolicy(0.001, 0.001)
    if life.role in (*PEOPLE, "eraser"):
        act(client, keys, life.role)
    elif life.role == "dispatcher":
        while Dispatcher(store, queue).tick(FAR).sent:
            pass
    elif life.role == "worker":
        holding = Holding(locks, lambda: 0.0, ttl=90, longest=60)
        jobs = Jobs(
            queue, store, queue, queue, queue, handler, holding, Streams(keys.ready, keys.failed),
            worker_id=queue.worker_id, backoff=backoff, passed=lambda: 0.0,
        )  # fmt: skip
        for delivery in queue.reclaim(0, 100):
            jobs.process(delivery)
        while fresh := queue.fetch(2):
            for delivery in fresh:
                jobs.process(delivery)
    else:
        terms = WorkerTerms(consumers=2, reclaim_after=0.0, block=0.01, backoff=backoff, reclaim_every=0.01)
        StreamWorker(queue, store, locks, handler, terms, keys=keys).run(threading.Event())


def child(path: str, life: Life) -> None:
    """The forked process; never returns."""
    cut, code = Cut(life.at, life.after, life.kill), 1
    try:
        with suppress(ServerUnreachable):  # the cut; what it left is what the test is about
            live(path, life, cut)
        print("done", cut.count, flush=True)
        code = 0
    except BaseException:  # noqa: BLE001 - told by the exit code
        traceback.print_exc()
    os._exit(code)


def main() -> None:
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            child(sys.argv[1], Life(**json.loads(line)))
        status = os.waitpid(pid, 0)[1]
        if status:
            print("killed" if os.WIFSIGNALED(status) else "failed", flush=True)


class Nursery:
    """The process as a test sees it."""

    def __init__(self, path: str) -> None:
        command = [sys.executable, "-m", "tests.helpers.streams.nursery", path]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def live(self, life: Life) -> str:
        """Live it to its end; how it ended, as its line says."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(asdict(life)) + "\n")
        ended = self._process.stdout.readline().strip()
        assert ended.startswith(("done ", "killed")), f"{life}: {ended}"
        return ended

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()


if __name__ == "__main__":
    main()

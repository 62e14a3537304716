"""Many people in one process who act on the same message at the same moment.

    python -m tests.helpers.streams.crowd SOCKET PREFIX ACTION ITEM COUNT

Prints "ready" once all have planned, waits for a line, lets all of them run, and prints what each was told.
"""

import json
import subprocess
import sys
import threading

import redis

from qmonitor.queues.streams.acting.admin import StreamAdmin
from qmonitor.queues.streams.keys import Keys
from tests.helpers.codebase import ROOT
from tests.helpers.streams.servers import patient


def main() -> None:
    path, prefix, action, item, count = sys.argv[1:]
    keys = Keys.under(prefix)
    admins = [StreamAdmin(redis.Redis(unix_socket_path=path, **patient(30.0)), keys) for _ in range(int(count))]
    plans = [admin.plan(action, [item]) for admin in admins]
    together = threading.Barrier(len(admins))
    told: list[dict[str, object]] = []

    def act(n: int) -> None:
        together.wait()
        report = admins[n].run(plans[n], f"person {n}", "why")
        told.append({
            "done": report.done, "moved": report.moved, "unchanged": report.unchanged,
            "remarks": [str(one) for one in report.remarks],
        })  # fmt: skip

    print("ready", flush=True)
    sys.stdin.readline()
    threads = [threading.Thread(target=act, args=(n,)) for n in range(len(admins))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for admin in admins:
        admin.close()
    print(json.dumps(told), flush=True)


class Crowd:
    """The process as a test sees it."""

    def __init__(self, path: str, prefix: str, action: str, item: str, count: int) -> None:
        command = [sys.executable, "-m", "tests.helpers.streams.crowd", path, prefix, action, item, str(count)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ready(self) -> None:
        assert self._process.stdout
        assert self._process.stdout.readline() == "ready\n"

    def go(self) -> None:
        assert self._process.stdin
        self._process.stdin.write("go\n")
        self._process.stdin.flush()

    def told(self) -> list[dict[str, object]]:
        out, _ = self._process.communicate(timeout=60)
        found: list[dict[str, object]] = json.loads(out)
        return found


if __name__ == "__main__":
    main()

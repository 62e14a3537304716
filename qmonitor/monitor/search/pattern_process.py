"""Regular expressions in a process of their own, because nothing can end one that has begun.

`python -m qmonitor.monitor.search.pattern_process` is that process: it reads payloads from its stdin and writes where
the expression is in them to its stdout. Before each group it has itself ended after so many seconds by a thread that
needs no interpreter (`faulthandler`): an expression like `(a+)+$` holds the interpreter for hours otherwise.
"""

import faulthandler
import json
import os
import re
import signal
import sys
from typing import BinaryIO

from qmonitor.monitor.search.asked import hidden
from qmonitor.monitor.search.texts import texts
from qmonitor.payloads.model import Hint


def serve(incoming: BinaryIO, outgoing: BinaryIO) -> None:
    """Until the other end closes: a line with the expression, then groups of payloads, each answered by a line."""
    given = json.loads(incoming.readline() or "null")
    if given is None:
        return
    pattern = re.compile(given["pattern"], given["flags"])
    hint = Hint(given["encoding"], given["assumed"])
    with open(os.devnull, "w", encoding="ascii") as nowhere:
        while line := incoming.readline():
            asked = json.loads(line)
            payloads = [incoming.read(size) for size in asked["sizes"]]
            faulthandler.dump_traceback_later(asked["limit"], exit=True, file=nowhere)
            found = [_find(pattern, raw, hint, spans) for raw, spans in zip(payloads, asked["spans"], strict=True)]
            faulthandler.cancel_dump_traceback_later()
            outgoing.write(json.dumps(found).encode() + b"\n")
            outgoing.flush()


def _find(pattern: re.Pattern[str], raw: bytes, hint: Hint, spans: list[tuple[int, int]]) -> tuple[int, int] | None:
    for stretch in texts(raw, hint):
        place = stretch.places()
        for found in pattern.finditer(stretch.text):
            begin, end = place(*found.span())
            if found.end() > found.start() and not hidden(spans, begin, end):
                return begin, end
    return None


def main() -> int:
    """Ctrl-C is meant for the program that asked: it closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


if __name__ == "__main__":
    sys.exit(main())

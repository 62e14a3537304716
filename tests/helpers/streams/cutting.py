"""A client whose n-th command is cut off: before the server gets it, or after it was carried out; by a lost
connection, or by the death of the process."""

import os
import signal
import threading
from dataclasses import dataclass, field
from typing import Any

import redis


@dataclass
class Cut:
    """`at`: which command of those that count, from 0; None for none. Counts for all threads together."""

    at: int | None = None
    after: bool = False
    kill: bool = False
    count: int = 0
    guard: threading.Lock = field(default_factory=threading.Lock)

    def due(self) -> bool:
        with self.guard:
            self.count += 1
            return self.count - 1 == self.at

    def fall(self) -> None:
        if self.kill:
            os.kill(os.getpid(), signal.SIGKILL)
        raise redis.ConnectionError("the connection was cut")


class CutClient(redis.Redis):
    """One on a socket file; `cut` may be set after it was made. (What the driver itself makes of it is a `Redis`.)"""

    cut = Cut()

    def execute_command(self, *command: Any, **options: Any) -> Any:
        due = self.cut.due()
        if due and not self.cut.after:
            self.cut.fall()
        try:
            return super().execute_command(*command, **options)
        finally:  # also where the answer is an error
            if due:
                self.cut.fall()

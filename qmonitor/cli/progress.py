"""How far a run is, shown on a terminal, and the two signals that stop it between two batches."""

import signal
import sys
from types import FrameType, TracebackType


class Progress:
    """Called after each batch; answers False once Ctrl-C (or SIGTERM) came, so that the run ends there.

    What was done until then stays done and audited, and the rest can be gone on with. A second Ctrl-C ends
    the program at once, which loses nothing either: each batch is one transaction. Main thread only.
    """

    def __init__(self, action: str, *, of_messages: bool = True) -> None:
        """What is not `of_messages` is told as a percentage alone."""
        self._action = action
        self._of_messages = of_messages
        self._stopped = False
        self._shown = False
        self._terminal = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> "Progress":
        self._old = {number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._old.items():
            signal.signal(number, handler)
        if self._shown:
            sys.stderr.write("\n")

    def __call__(self, done: int, total: int) -> bool:
        if self._terminal and total:
            percent = f"{100 * done // total} %"
            said = f"{done:,} of {total:,} ({percent})" if self._of_messages else percent
            sys.stderr.write(f"\r{self._action}: {said} ")
            sys.stderr.flush()
            self._shown = True
        return not self._stopped

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        if self._stopped:
            raise KeyboardInterrupt
        self._stopped = True

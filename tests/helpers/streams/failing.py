"""Parts of a queue that fail at a chosen call, and write down every call that they carried out."""

from collections.abc import Callable, Iterable
from typing import Any

from qmonitor.queues.streams.errors import ServerUnreachable


class Failing:
    """Stands before a part: its methods are the part's own, except where they fail.

    `calls` are the names of those carried out, in their order. `after`: the call is carried out and then fails, as
    when the answer is lost.
    """

    def __init__(self, part: Any, calls: list[str], fail: Iterable[str] = (), *, after: bool = False) -> None:
        self._part, self.calls, self.fail, self._after = part, calls, set(fail), after

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._part, name)
        return self._guarded(name, found) if callable(found) and not name.startswith("_") else found

    def _guarded(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **others: Any) -> Any:
            if name in self.fail and not self._after:
                raise ServerUnreachable("cut off before")
            answer = method(*arguments, **others)
            self.calls.append(name)
            if name in self.fail:
                raise ServerUnreachable("cut off after")
            return answer

        return call

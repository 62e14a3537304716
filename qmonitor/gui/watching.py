"""Reading again what was acted on: whether it stays as the action left it."""

from functools import partial

from qmonitor.gui.tasks import Lane
from qmonitor.monitor.opening import PollTool
from qmonitor.monitor.watch import Finding, Reversal, Watch, find
from qmonitor.queues.model import ItemId


class Watching:
    """All that is watched of one source, read in its poll lane under the key "watch". Lives in the GUI thread."""

    def __init__(self, poll: Lane) -> None:
        self._poll = poll
        self._watches: list[Watch] = []
        self._asked: tuple[Watch, ...] = ()
        self._reversals: tuple[Reversal, ...] = ()

    def add(self, watch: Watch) -> None:
        """Read its items again for a while."""
        if not watch.over:
            self._watches.append(watch)

    def go_on(self) -> None:
        """Have the next items read, unless an answer is still to come: it would be dropped for a newer one."""
        if self._asked or not self._watches:
            return
        asked = tuple((watch.plan, watch.due(), watch.expected) for watch in self._watches)
        if self._poll.ask("watch", partial(_find, asked)):
            self._asked = tuple(self._watches)

    def receive(self, findings: tuple[Finding, ...] | None) -> None:
        """None where they could not be read: asked again at the next beat."""
        watches, self._asked = self._asked, ()
        if findings is None:
            return
        news = tuple(one for watch, found in zip(watches, findings, strict=True) for one in watch.take(found))
        self._watches = [watch for watch in self._watches if not watch.over]
        self._reversals += news

    def forget(self) -> None:
        """The items that were acted on are not there any more."""
        self._watches, self._reversals = [], ()

    def take_reversals(self) -> tuple[Reversal, ...]:
        """What did not stay as it was left, each once: for after a look, which may find another content."""
        found, self._reversals = self._reversals, ()
        return found


def _find(asked: tuple[tuple[str, tuple[ItemId, ...], str], ...], tool: PollTool) -> tuple[Finding, ...]:
    return tuple(find(plan, ids, expected, tool.states, tool.acts) for plan, ids, expected in asked)

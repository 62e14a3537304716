"""Opens one source for whoever looks at it; the first look may begin before there is a window to show it in."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING

from qmonitor.monitor.policy import Policy
from qmonitor.monitor.sampler import Sample, Sampler
from qmonitor.queues import audit
from qmonitor.queues.source import Reader, Source, is_url, load, location, open_source
from qmonitor.values import dataclass

if TYPE_CHECKING:  # whoever opens files needs no password
    from qmonitor.monitor.admission import Admission


class PollTool(Sampler):
    """What polls a source: a sampler that knows its source, and as whom one would act on it."""

    def __init__(self, source: Source) -> None:
        super().__init__(source.reader())
        self.source = source
        self.acts = self._reader.audit
        self.actor = audit.actor()  # may ask a directory server, so not in the GUI thread
        self.ahead: Future[Sample] | None = None
        """The first look, where it was begun in another thread; the first `look` waits for it, and tells it."""

    def look(self, *, force: bool = False) -> Sample:
        ahead, self.ahead = self.ahead, None
        return super().look(force=force) if ahead is None else ahead.result()

    def look_ahead(self, ahead: "Future[Sample]") -> None:
        """In the other thread."""
        try:
            ahead.set_result(super().look())
        except Exception as error:  # noqa: BLE001 - it is raised by who waits for the look
            ahead.set_exception(error)


class Opener:
    """Opens the source once, in whichever thread comes first, and hands it to the others."""

    def __init__(
        self,
        target: str,
        *,
        allow_network: bool = False,
        history: Path | None = None,
        admission: "Callable[[], Admission] | None" = None,
    ) -> None:
        """`history` is the file in which its curves are kept; None: they are not. `admission` tells the passwords of
        servers, in a lane; it may be set later, while the source is not open.
        """
        self.target = location(target) if is_url(target) else target
        """As it may be shown and kept."""
        self._given = target
        self.history = history
        self.admission = admission
        self.allow_network = allow_network
        """May be set while the source is not open yet: a person has consented to read it all the same."""
        self._lock = threading.Lock()
        self._source: Source | None = None
        self._ahead: Future[PollTool] | None = None

    def source(self) -> Source:
        """In a lane: the opened source. Raises `SourceError`, and tries again when asked again."""
        with self._lock:
            if self._source is None:
                self._source = self._opened()
            return self._source

    def _opened(self) -> Source:
        if self.admission is None or not is_url(self.target):
            return open_source(self._given, allow_network=self.allow_network)
        return self.admission().open(self._given)

    def ask_again(self) -> None:
        """A person wants to give a password; it is asked for with the next look. Quick, after a look in vain."""
        if self.admission is not None:
            self.admission().again(self.target)

    def reader(self) -> Reader:
        """In a lane. Raises `SourceError`."""
        return self.source().reader()

    def look_ahead(self) -> None:
        """Begin the first look while the window's modules load, which takes 0.3 s. Before there is any lane.

        Not at a server: it may want a password, and there is no window yet to ask for it in.
        """
        load()
        if is_url(self.target):
            return
        self._ahead = Future()
        threading.Thread(target=self._look_ahead, args=(self._ahead,), name="first-look", daemon=True).start()

    def _look_ahead(self, ahead: "Future[PollTool]") -> None:
        try:
            tool = PollTool(self.source())
        except Exception as error:  # noqa: BLE001 - it is raised by who asks for the tool
            ahead.set_exception(error)
            return
        tool.ahead = look = Future[Sample]()
        ahead.set_result(tool)
        tool.look_ahead(look)

    def poll_tool(self) -> PollTool:
        """In the poll lane. Raises `SourceError`, and tries again when asked again."""
        ahead, self._ahead = self._ahead, None
        return PollTool(self.source()) if ahead is None else ahead.result()


@dataclass(frozen=True, slots=True)
class Terms:
    """How sources are looked at: `history` is the file in which their curves are kept; None: they are not.

    `policy` is the administrator's: whoever makes these has heeded what it says of acting. `admission` tells the
    passwords of servers; None: whoever shows them asks for them.
    """

    read_only: bool = False
    allow_network: bool = False
    history: Path | None = None
    policy: Policy = Policy()
    admission: "Callable[[], Admission] | None" = None

    def opener(self, target: str, *, passes: bool = False) -> Opener:
        """For a source that is to be opened; of one that only passes nothing is kept."""
        history = None if passes else self.history
        return Opener(target, allow_network=self.allow_network, history=history, admission=self.admission)

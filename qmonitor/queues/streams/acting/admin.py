"""Changes a stream queue by confirmed plans only."""

import math
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Unpack

from qmonitor.queues.errors import QueueError, Refused, SourceClosed
from qmonitor.queues.model import ItemId, Query
from qmonitor.queues.plan import Plan, Progress, Reach, Report
from qmonitor.queues.planning import nothing_done
from qmonitor.queues.streams import worker_terms
from qmonitor.queues.streams.acting import history, rights
from qmonitor.queues.streams.acting.acts import RECLAIM_AFTER
from qmonitor.queues.streams.acting.planner import Planner, exchanged
from qmonitor.queues.streams.acting.runner import Runner
from qmonitor.queues.streams.acting.steps import Steps
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.plans import Plans
from qmonitor.queues.streams.reading import trail
from qmonitor.queues.streams.server.driver import require_bytes
from qmonitor.queues.words import Phrase, phrase


class StreamAdmin:
    """Plans by reading, writes only while a plan runs; one thread, but `interrupt` and `waiting` from any."""

    def __init__(self, client: Any, keys: Keys, *, reclaim_after: int | None = None) -> None:
        """Takes over the client, and closes it. `reclaim_after` (ms): see `acts`; None: what this program's workers say
        of themselves, the longest of it, or the usual. Raises ValueError for a client that decodes.
        """
        require_bytes(client)
        self._client, self._keys, self._reclaim_after = client, keys, reclaim_after
        self._stop = threading.Event()
        self._steps = Steps(client, keys, self._stop)
        self._capabilities: Mapping[str, Phrase | None] | None = None
        self._closed = False

    def plan(self, action: str, what: Query | Sequence[ItemId], **reach: Unpack[Reach]) -> Plan:
        """See `Admin.plan`."""
        self._require_open()
        reason = self._able().get(action)
        if reason is not None:
            raise Refused(reason)
        return self._planner().plan(action, what, reach)

    def run(self, plan: Plan, who: str, reason: str, progress: Progress | None = None) -> Report:
        """See `Admin.run`; a plan of nothing changes nothing on the server."""
        self._require_open()
        if not plan.count and not plan.resumed:
            return self._nothing(plan, who)
        if plan.mark and not history.recognises(plan.mark, self._client, self._keys):
            raise exchanged()
        runner = Runner(self._client, self._keys, self._steps, self._stop.is_set, self._reclaim())
        return runner.run(plan, who, reason, progress)

    def resume(self, plan_id: str) -> Plan:
        self._require_open()
        kept, members, mark = Plans(self._client, self._keys).rest(plan_id)
        return self._planner().again(kept.interrupted, members, mark)

    def discard(self, plan_id: str) -> None:
        self._require_open()
        plans = Plans(self._client, self._keys)
        plans.forget(plans.rest(plan_id)[0])

    def waiting(self) -> float:
        since = self._steps.waits_since
        return 0.0 if since is None else time.monotonic() - since

    def interrupt(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self._closed = True
        self._client.close()

    def _planner(self) -> Planner:
        return Planner(self._client, self._keys, self._stop.is_set, self._reclaim())

    def _reclaim(self) -> int:
        """Milliseconds after which an entry in flight counts as left, as of now: workers come and go."""
        if self._reclaim_after is not None:
            return self._reclaim_after
        said = [one.reclaim_after for one in worker_terms.working(self._client, self._keys)]
        return math.ceil(max(said) * 1000) if said else RECLAIM_AFTER

    def _able(self) -> Mapping[str, Phrase | None]:
        if self._capabilities is None:
            self._capabilities = rights.capabilities(self._client, self._keys)
        return self._capabilities

    def _nothing(self, plan: Plan, who: str) -> Report:
        report = nothing_done(plan, who)
        with suppress(QueueError):
            report = replace(report, remarks=tuple(trail.said(self._client, self._keys, plan.excluded)))
        return report

    def _require_open(self) -> None:
        if self._closed:
            raise SourceClosed(phrase("The source was closed."))
